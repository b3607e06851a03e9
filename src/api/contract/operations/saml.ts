import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { listOperation, operation } from '../operation.ts';
import { answerId, Role, resource, Team, TeamId, Timestamp, text, Uri, Urls } from '../schemas.ts';

const SamlLabel = described('what people see when they sign in', text(1, 30));

const settings = z.strictObject({
  entityID: described("the identity provider's entity id", z.optional(z.string().check(z.maxLength(1024)))),
  certificate: described(
    "the identity provider's X.509 certificate (PEM or base64)",
    z.optional(z.string().check(z.maxLength(10_000))),
  ),
  ssoURL: described(
    "the identity provider's address for signing in",
    z.optional(Uri.check(z.maxLength(2048))),
  ),
  defaultTeam: described('team that new members join', z.optional(TeamId)),
  defaultRole: described('role of new members', z.optional(z.nullable(Role)), 'no role'),
});

/** `defaultRole` is null for guests. */
export const SamlProvider = resource({ id: answerId<'provider'>() }, () => ({
  object: z.string(),
  label: z.string(),
  ssoURL: z.string(),
  entityID: z.string(),
  certificate: z.string(),
  defaultTeam: Team,
  defaultRole: z.string(),
  createdAt: Timestamp,
  service: resource({}, () => ({ acsURL: z.string(), startURL: z.string(), entityID: z.string() })),
  urls: Urls('location'),
}));
export type SamlProvider = z.output<typeof SamlProvider>;

export const listSamlProviders = listOperation({
  id: 'saml.list',
  path: '/v1/orgs/{org}/saml',
  summary: 'List the SAML providers of an organization',
  item: SamlProvider,
});

export const createSamlProvider = operation({
  id: 'saml.create',
  method: 'POST',
  path: '/v1/orgs/{org}/saml',
  summary: 'Create a SAML provider',
  body: z.extend(settings, { label: SamlLabel }),
  result: SamlProvider,
  opens: ['defaultRole', 'defaultTeam'],
});

export const getSamlProvider = operation({
  id: 'saml.get',
  method: 'GET',
  path: '/v1/orgs/{org}/saml/{provider}',
  summary: 'Show a SAML provider',
  result: SamlProvider,
});

export const updateSamlProvider = operation({
  id: 'saml.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/saml/{provider}',
  summary: 'Change a SAML provider',
  body: z.extend(settings, { label: z.optional(SamlLabel) }),
  result: SamlProvider,
  opens: ['defaultRole', 'defaultTeam'],
});

export const deleteSamlProvider = operation({
  id: 'saml.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/saml/{provider}',
  summary: 'Delete a SAML provider',
  consequence: 'No one can sign in through it after that. Undo makes it again with other addresses',
});
