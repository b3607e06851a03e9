import type { Mend, MendCode, MendData, TeamLeft } from '../../audit/mends.ts';
import { shellQuote } from '../../text/shell.ts';

/** The words behind `docs-admin` for each mend: one command line, or several that run one after another. */
type Words<Code extends MendCode> = (
  data: MendData[Code],
) => readonly string[] | readonly (readonly string[])[];

/** The command lines of every mend. Only here do the findings of an audit become flags and commands. */
const words: { readonly [Code in MendCode]: Words<Code> } = {
  'make-owner': ({ team, user }) => ['teams', 'members', 'set', team, user, '--role', 'owner'],
  'delete-team': ({ team }) => ['teams', 'delete', team],
  'replace-owner': ({ user, ...left }) => leaving(user, left),
  'rename-team': ({ team, title }) => ['teams', 'update', team, `--title=${title}`],

  'set-role': ({ users, role }) => ['members', 'update', ...users, '--role', role],
  'lower-role': ({ users, role }) => ['members', 'update', ...users, '--role', role],
  'set-single-sign-on': ({ user }) => ['members', 'set-sso', user],
  'leave-teams': ({ user, teams }) => teams.map((team) => leaving(user, team)),
  'remove-member': ({ user }) => ['members', 'remove', user],

  'set-collection-default': ({ collection, level }) => [
    ...['collections', 'update', collection],
    ...['--default-level', level],
  ],
  'rename-collection': ({ collection, title }) => ['collections', 'update', collection, `--title=${title}`],
  'set-fields': ({ space, values }) => [
    ...['custom-fields', 'values', 'set', '--space', space],
    ...Object.entries(values).map(([name, value]) => fieldWord(name, value)),
  ],
  'set-options': ({ field, options }) => [
    ...['custom-fields', 'update', field],
    ...options.map((option) => `--option=${option}`),
  ],

  'set-visibility': ({ site, visibility }) => ['sites', 'update', site, '--visibility', visibility],
  'end-adaptive-content': ({ site }) => ['sites', 'update', site, '--no-adaptive-content'],
  'delete-site': ({ site }) => ['sites', 'delete', site],
  'rename-site': ({ site, title }) => ['sites', 'update', site, `--title=${title}`],
  'set-default-section': ({ site, section }) => ['sites', 'update', site, '--default-site-section', section],
  'set-default-space': ({ site, siteSpace }) => ['sites', 'update', site, '--default-site-space', siteSpace],
  'take-out-of-site': ({ site, siteSpace }) => ['site-spaces', 'delete', siteSpace, '--site', site],

  'set-certificate': ({ provider, file }) => ['saml', 'update', provider, '--certificate', file],
  'delete-provider': ({ provider }) => ['saml', 'delete', provider],
  'set-provider-role': ({ provider, role }) => ['saml', 'update', provider, '--default-role', role],
  'set-provider-team': ({ provider, team }) => ['saml', 'update', provider, '--default-team', team],
  'fetch-specification': ({ slug, url }) => ['openapi', 'set', slug, '--url', url],
  'send-specification': ({ slug, file }) => ['openapi', 'set', slug, '--file', file],

  'archive-change-request': ({ space, changeRequest }) => [
    ...['change-requests', 'update', changeRequest, '--space', space],
    ...['--status', 'archived'],
  ],
  'pull-change-request': ({ space, changeRequest }) => [
    'change-requests',
    'pull',
    changeRequest,
    '--space',
    space,
  ],
  'resolve-comment': ({ space, comment }) => ['comments', 'resolve', comment, '--space', space],
  'delete-translation': ({ translation }) => ['translations', 'delete', translation],
};

/** Values that each mend could have, for documents. */
const samples: { readonly [Code in MendCode]: MendData[Code] } = {
  'make-owner': { team: 'team_docs', user: 'user_ada' },
  'delete-team': { team: 'team_docs' },
  'replace-owner': { team: 'team_docs', user: 'user_grace', heir: { user: 'user_ada', isMember: true } },
  'rename-team': { team: 'team_docs', title: 'Docs (2)' },
  'set-role': { users: ['user_ada'], role: 'admin' },
  'lower-role': { users: ['user_ada'], role: 'create' },
  'set-single-sign-on': { user: 'user_ada' },
  'leave-teams': { user: 'user_ada', teams: [{ team: 'team_docs' }] },
  'remove-member': { user: 'user_ada' },
  'set-collection-default': { collection: 'col_product', level: 'comment' },
  'rename-collection': { collection: 'col_product', title: 'Product (2)' },
  'set-fields': { space: 'space_guides', values: { tier: 'gold' } },
  'set-options': { field: 'tier', options: ['gold', 'silver'] },
  'set-visibility': { site: 'site_docs', visibility: 'visitor-auth' },
  'end-adaptive-content': { site: 'site_docs' },
  'delete-site': { site: 'site_docs' },
  'rename-site': { site: 'site_docs', title: 'Docs (2)' },
  'set-default-section': { site: 'site_docs', section: 'section_guides' },
  'set-default-space': { site: 'site_docs', siteSpace: 'sitesp_guides' },
  'take-out-of-site': { site: 'site_docs', siteSpace: 'sitesp_guides' },
  'set-certificate': { provider: 'saml_okta', file: 'saml_okta.pem' },
  'delete-provider': { provider: 'saml_okta' },
  'set-provider-role': { provider: 'saml_okta', role: 'read' },
  'set-provider-team': { provider: 'saml_okta', team: 'team_docs' },
  'fetch-specification': { slug: 'petstore', url: 'https://example.com/petstore.yaml' },
  'send-specification': { slug: 'petstore', file: 'petstore.yaml' },
  'archive-change-request': { space: 'space_guides', changeRequest: 'cr_draft' },
  'pull-change-request': { space: 'space_guides', changeRequest: 'cr_outdated' },
  'resolve-comment': { space: 'space_guides', comment: 'comment_typo' },
  'delete-translation': { translation: 'translation_docs' },
};

/**
 * Returns the command line of a mend for a shell; several are joined by `&&`. `flags` stand before the command: `['--org',
 * 'org_acme']`.
 */
export function mendInWords({ code, data }: Mend, flags: readonly string[] = []): string {
  const line = (words[code] as Words<typeof code>)(data as never);
  const lines = typeof line[0] === 'string' ? [line as readonly string[]] : (line as readonly string[][]);
  return lines.map((one) => ['docs-admin', ...flags, ...one].map(shellQuote).join(' ')).join(' && ');
}

/** Returns an example of the command line of a mend. */
export function sampleInWords(code: MendCode): string {
  return mendInWords({ code, data: samples[code] } as Mend);
}

/** Takes a person out of a team, after the heir has become an owner. */
function leaving(user: string, { team, heir }: TeamLeft): string[] {
  if (!heir) return ['teams', 'members', 'remove', team, user];
  return [
    ...['teams', 'members', 'update', team],
    ...(heir.isMember ? [] : ['--add', heir.user]),
    ...['--role', `${heir.user}=owner`, '--remove', user],
  ];
}

function fieldWord(name: string, value: unknown): string {
  return typeof value === 'string' ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`;
}
