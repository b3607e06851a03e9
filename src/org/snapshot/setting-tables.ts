import { type Snapshot, thingsOf } from '../../model/snapshot.ts';
import { json, type Row, type Tables, unknownTime } from './rows.ts';
import type { CopiedKind } from './wanted.ts';

/** Specifications, translations and SAML providers. */
export function settingTables({ organization, parts }: Snapshot<CopiedKind>): Tables {
  return {
    openapi_specs: [...thingsOf(parts.openapi)].map(
      ({ item: spec }): Row => ({
        id: spec.id,
        org: organization,
        slug: spec.slug,
        source_url: spec.sourceURL,
        processing_state: spec.processingState ?? 'pending',
        last_version: spec.lastVersion,
        last_processed_at: spec.lastProcessedAt,
        last_process_error_code: spec.lastProcessErrorCode,
        created_at: spec.createdAt ?? unknownTime,
        updated_at: spec.updatedAt ?? unknownTime,
      }),
    ),
    translations: [...thingsOf(parts.translation)].map(
      ({ item: { id, title, createdAt, updatedAt } }): Row => ({
        id,
        org: organization,
        title: title ?? '',
        created_at: createdAt ?? unknownTime,
        updated_at: updatedAt ?? unknownTime,
      }),
    ),
    translation_languages: [...thingsOf(parts['translation-language'])].map(
      ({ parent, id, item }): Row => ({
        translation: parent,
        language: id,
        instructions: json(item.instructions ?? {}),
      }),
    ),
    saml_providers: [...thingsOf(parts.saml)].map(
      ({ item: provider }): Row => ({
        id: provider.id,
        org: organization,
        label: provider.label ?? '',
        sso_url: provider.ssoURL,
        entity_id: provider.entityID,
        certificate: provider.certificate,
        default_team: provider.defaultTeam?.id,
        default_role: provider.defaultRole,
        created_at: provider.createdAt ?? unknownTime,
      }),
    ),
  };
}
