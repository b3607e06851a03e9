import { certificateText } from '../../domain/certificates.ts';
import { thingsOf } from '../../model/snapshot.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import type { Thing } from '../thing.ts';
import { byName } from './children.ts';
import type { OrgSection } from './section.ts';

/** The SAML providers, with their certificates, which are public. */
export const saml: OrgSection = {
  name: 'saml',
  wanted: ['saml', 'team'],
  present({ parts }, names) {
    const providers = [...thingsOf(parts.saml)].map(({ item }) => item);
    return providers.map(
      ({ id, label, entityID, ssoURL, certificate, defaultTeam, defaultRole }): Thing => ({
        kind: 'saml',
        key: [names.saml(id)],
        keyed: { title: label ?? '' },
        id,
        fields: {
          'entity-id': entityID ?? '',
          ...(ssoURL && { 'sso-url': withoutCredentials(ssoURL) }),
          certificate: certificateText(certificate ?? ''),
          ...(defaultTeam && { 'default-team': names.team(defaultTeam.id) }),
          'default-role': defaultRole ?? 'guest',
        },
      }),
    );
  },
  exported: (things) => byName(things, ({ fields }) => fields),
};
