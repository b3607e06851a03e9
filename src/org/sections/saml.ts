import * as z from 'zod/mini';
import * as ops from '../../api/contract/operations/saml.ts';
import { certificateText, NoCertificate, readCertificate } from '../../domain/certificates.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Difference } from '../difference.ts';
import { keyName } from '../key-names.ts';
import type { LoadedFile } from '../organization.ts';
import { type DesiredState, keyText } from '../thing.ts';
import { byName, mapThings } from './children.ts';
import { fromFile, refuseCredentials, role, toFile } from './fields.ts';
import { referencesTo } from './named.ts';
import type { FileNames } from './names.ts';
import { addRequest } from './requests.ts';
import { unknownTime } from './rows.ts';
import { byNames, explained, fieldOf, MemberRole, Name, Previously, SideFile } from './schemas.ts';
import type { RequestWriter, Section } from './section.ts';

const input = ops.createSamlProvider.body.def.shape;
const Provider = z.strictObject({
  previously: z.optional(Previously),
  'entity-id': z.optional(explained('entity id of the provider', fieldOf(input.entityID))),
  'sso-url': z.optional(explained('address for signing in', fieldOf(input.ssoURL))),
  certificate: z.optional(
    explained(
      'certificate as PEM: inline, or a file',
      z.union([z.string().check(z.maxLength(10_000)), SideFile]),
    ),
  ),
  'default-team': z.optional(explained('title of the team that newcomers join', Name)),
  'default-role': z.optional(MemberRole),
});
type Provider = z.output<typeof Provider>;
const schema = byNames('SAML providers, by label', Provider);

declare module '../organization.ts' {
  interface Organization {
    saml?: z.output<typeof schema> | undefined;
  }
}

const fields = {
  label: { word: 'title' },
  entityID: { word: 'entity-id' },
  ssoURL: { word: 'sso-url' },
  certificate: {},
  defaultTeam: { word: 'default-team', names: 'team' },
  defaultRole: { ...role, word: 'default-role' },
} as const;

/** The SAML providers, with their certificates, which are public. */
export const saml = {
  name: 'saml',
  schema,
  title: fieldOf(input.label),
  kinds: {
    saml: {
      words: ['SAML provider', 'SAML providers'],
      fields,
      parts: ['saml', 'team'],
      made: 'create',
      ended: 'delete',
      rename: 'label',
      namesFields: true,
      titled: ({ id, label }) => ({ id, title: label }),
      keyOf: (names, { provider = '' }) => [names.titled('saml', provider)],
    },
  },
  wanted: ['saml', 'team'],
  present: ({ parts }, names) =>
    mapThings(parts.saml, ({ id, label, entityID, ssoURL, certificate, defaultTeam, defaultRole }) => ({
      kind: 'saml',
      key: [names.titled('saml', id)],
      keyed: { label: label ?? '' },
      id,
      fields: {
        entityID: entityID ?? '',
        ...(ssoURL && { ssoURL: withoutCredentials(ssoURL) }),
        certificate: certificateText(certificate ?? ''),
        ...(defaultTeam && { defaultTeam: names.titled('team', defaultTeam.id) }),
        defaultRole: defaultRole ?? null,
      },
    })),
  exported: (things) => byName(things, (thing) => toFile(fields, thing.fields)),

  sides: ({ saml = {} }) =>
    Object.keys(saml).map((label) => ({ path: ['saml', label, 'certificate'], holds: 'text' })),
  rules({ organization }, complain) {
    const checkTeam = referencesTo('teams', organization, complain);
    for (const [label, provider] of Object.entries(organization.saml ?? {})) {
      refuseCredentials(provider['sso-url'], ['saml', label, 'sso-url'], complain);
      const team = provider['default-team'];
      if (team !== undefined) checkTeam(team, ['saml', label, 'default-team']);
    }
  },
  reads({ organization }) {
    const providers = Object.values(organization.saml ?? {});
    return {
      saml: {},
      ...(providers.some((provider) => provider['default-team'] !== undefined) && { team: {} }),
    };
  },
  declared: (file, names) => ({
    things: Object.keys(file.organization.saml ?? {}).map(
      (label): DesiredState => ({
        kind: 'saml',
        key: [label],
        keyed: { label: keyName(label).title },
        ...valuesOf(file, label, names),
        path: ['saml', label],
      }),
    ),
  }),
  check(differences, complain) {
    for (const { declared, fields } of differences) {
      const after = fields.find(({ field }) => field === 'certificate')?.after;
      const wrong = typeof after === 'string' && after !== '' && certificateProblem(after);
      if (wrong && declared?.path) complain([...declared.path, 'certificate'], wrong);
    }
  },
  requests(differences, writer) {
    for (const own of groupBy(differences, ({ key }) => keyText(key)).values()) change(own, writer);
  },

  tables: ({ organization, parts }) => ({
    saml_providers: mapThings(parts.saml, (provider) => ({
      id: provider.id,
      org: organization,
      label: provider.label ?? '',
      sso_url: provider.ssoURL,
      entity_id: provider.entityID,
      certificate: provider.certificate,
      default_team: provider.defaultTeam?.id,
      default_role: provider.defaultRole,
      created_at: provider.createdAt ?? unknownTime,
    })),
  }),
} as const satisfies Section;

function valuesOf(
  file: LoadedFile,
  label: string,
  names: FileNames,
): Pick<DesiredState, 'fields' | 'unshown'> {
  const provider = file.organization.saml?.[label] ?? {};
  const url = provider['sso-url'];
  const shown = url && withoutCredentials(url);
  const certificate = certificateOf(file, label);
  const team = provider['default-team'];
  const found = team === undefined ? undefined : names.findTeam(team, ['saml', label, 'default-team']);
  return {
    fields: fromFile(fields, {
      'entity-id': provider['entity-id'],
      'sso-url': shown,
      certificate: certificate && certificateText(certificate),
      'default-team': found?.key,
      'default-role': provider['default-role'],
    }),
    ...(shown !== url && { unshown: { credentials: 'in sso-url' } }),
  };
}

function certificateOf(file: LoadedFile, label: string): string | undefined {
  const path = ['saml', label, 'certificate'];
  return (file.side(path) ?? file.organization.saml?.[label]?.certificate) as string | undefined;
}

/** Returns why a text is not one certificate, without repeating the text, which may be a private key. */
function certificateProblem(text: string): string | undefined {
  try {
    readCertificate(text);
    return undefined;
  } catch (error) {
    if (error instanceof NoCertificate) return error.message;
    throw error;
  }
}

/** Makes, changes and renames a provider in one request. */
function change(differences: readonly [Difference, ...Difference[]], writer: RequestWriter): void {
  const [first] = differences;
  const { action, id = '' } = first;
  // A new provider has nothing to clear.
  const given = (action === 'delete' ? [] : differences).flatMap(({ fields }) =>
    fields.filter(({ after }) => action !== 'create' || after !== ''),
  );
  const body = {
    ...(action === 'create' && { label: first.declared?.keyed?.label }),
    ...Object.fromEntries(given.map((field) => inputOf(field, first, writer))),
  };
  const { createSamlProvider: create, updateSamlProvider: update, deleteSamlProvider } = ops;
  addRequest(writer, differences, { create, update, delete: deleteSamlProvider }, { provider: id }, body);
}

/** Returns the input for a field: as the file has it, not as it is compared. */
function inputOf(
  { field, after }: Difference['fields'][number],
  { key: [label = ''] }: Difference,
  { file, idOf, names }: RequestWriter,
): [string, unknown] {
  const provider: Provider = file.organization.saml?.[label] ?? {};
  switch (field) {
    case 'ssoURL':
    case 'credentials':
      return ['ssoURL', provider['sso-url']];
    case 'certificate':
      return [field, certificateOf(file, label)];
    case 'defaultTeam': {
      const team = names.findTeam(provider['default-team'] ?? '', ['saml', label, 'default-team']);
      return [field, team?.id ?? idOf('team', [team?.key ?? ''])];
    }
    default:
      return [field, after];
  }
}
