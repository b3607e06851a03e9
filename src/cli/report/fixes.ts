import type { Fix, FixCode, FixData, ProviderPart, TeamOfLeaver } from '../../audit/fixes.ts';
import { shellQuote } from '../../text/shell.ts';

/**
 * The words behind `docs-admin` for each fix: one command line, or several that run one after another. What people must
 * choose is a placeholder, which no command takes.
 */
type Words<Code extends FixCode> = (
  data: FixData[Code],
) => readonly string[] | readonly (readonly string[])[];

/** The command lines of every fix. Only here do the findings of an audit become flags and commands. */
const words: { readonly [Code in FixCode]: Words<Code> } = {
  'make-owner': ({ team }) => ['teams', 'members', 'set', team, '<member>', '--role', 'owner'],
  'delete-team': ({ team }) => ['teams', 'delete', team],
  'rename-team': ({ team }) => ['teams', 'update', team, '--title', '<title>'],

  'make-administrator': () => ['members', 'update', '<member>', '--role', 'admin'],
  'lower-administrator': () => ['members', 'update', '<administrator>', '--role', 'create'],
  'set-single-sign-on': ({ user = '<administrator>' }) => ['members', 'set-sso', user],
  'leave-teams': ({ user, teams }) => teams.map((team) => leaving(user, team)),
  'remove-member': ({ user, teams }) => [
    ...teams.map((team) => leaving(user, team)),
    ['members', 'remove', user],
  ],
  'offboard-member': ({ user = '<administrator>' }) => [
    ...['members', 'offboard', user],
    ...['--successor', '<successor>'],
  ],

  'set-collection-default': ({ collection, level }) => [
    ...['collections', 'update', collection],
    ...['--default-level', level],
  ],
  'rename-collection': ({ collection }) => ['collections', 'update', collection, '--title', '<title>'],
  'set-fields': ({ space, fields }) => [
    ...['custom-fields', 'values', 'set', '--space', space],
    ...fields.map((field) => `${field}=<value>`),
  ],
  'set-options': ({ field, options }) => [
    ...['custom-fields', 'update', field],
    ...options.map((option) => `--option=${option}`),
  ],

  'set-visibility': ({ site, visibility }) => ['sites', 'update', site, '--visibility', visibility],
  'set-adaptive-schema': ({ site }) => ['sites', 'adaptive-schema', 'set', site, '--schema', '<file>'],
  'delete-site': ({ site }) => ['sites', 'delete', site],
  'rename-site': ({ site }) => ['sites', 'update', site, '--title', '<title>'],
  'set-default-section': ({ site, section = '<section>' }) => [
    ...['sites', 'update', site],
    ...['--default-site-section', section],
  ],
  'set-default-space': ({ site, siteSpace = '<space>' }) => [
    ...['sites', 'update', site],
    ...['--default-site-space', siteSpace],
  ],
  'take-out-of-site': ({ site, siteSpace }) => ['site-spaces', 'delete', siteSpace, '--site', site],

  'set-certificate': ({ provider }) => ['saml', 'update', provider, '--certificate', '<file>'],
  'complete-provider': ({ provider, lacks }) => [
    ...['saml', 'update', provider],
    ...lacks.flatMap((part) => partFlags[part]),
  ],
  'set-provider-role': ({ provider, role }) => ['saml', 'update', provider, '--default-role', role],
  'set-provider-team': ({ provider }) => ['saml', 'update', provider, '--default-team', '<team>'],
  'fetch-specification': ({ slug, url }) => ['openapi', 'set', slug, '--url', url],
  'send-specification': ({ slug }) => ['openapi', 'set', slug, '--file', '<file>'],

  'archive-change-request': ({ space, changeRequest }) => [
    ...['change-requests', 'update', changeRequest, '--space', space],
    ...['--status', 'archived'],
  ],
  'pull-change-request': ({ space, changeRequest }) => [
    ...['change-requests', 'pull', changeRequest],
    ...['--space', space],
  ],
  'resolve-comment': ({ space, comment }) => ['comments', 'resolve', comment, '--space', space],
  'delete-translation': ({ translation }) => ['translations', 'delete', translation],
};

const partFlags: { readonly [Part in ProviderPart]: readonly string[] } = {
  address: ['--sso-url', '<url>'],
  'entity id': ['--entity-id', '<entity-id>'],
  certificate: ['--certificate', '<file>'],
};

/** Values that each fix could have, for documents. */
const samples: { readonly [Code in FixCode]: FixData[Code] } = {
  'make-owner': { team: 'team_docs' },
  'delete-team': { team: 'team_docs' },
  'rename-team': { team: 'team_docs' },
  'make-administrator': {},
  'lower-administrator': {},
  'set-single-sign-on': { user: 'user_ada' },
  'leave-teams': {
    user: 'user_grace',
    teams: [{ team: 'team_design' }, { team: 'team_docs', staying: [] }],
  },
  'remove-member': { user: 'user_grace', teams: [] },
  'offboard-member': { user: 'user_grace' },
  'set-collection-default': { collection: 'col_product', level: 'comment' },
  'rename-collection': { collection: 'col_product' },
  'set-fields': { space: 'space_guides', fields: ['tier'] },
  'set-options': { field: 'tier', options: ['gold', 'silver'] },
  'set-visibility': { site: 'site_docs', visibility: 'visitor-auth' },
  'set-adaptive-schema': { site: 'site_docs' },
  'delete-site': { site: 'site_docs' },
  'rename-site': { site: 'site_docs' },
  'set-default-section': { site: 'site_docs' },
  'set-default-space': { site: 'site_docs' },
  'take-out-of-site': { site: 'site_docs', siteSpace: 'sitesp_guides' },
  'set-certificate': { provider: 'saml_okta' },
  'complete-provider': { provider: 'saml_okta', lacks: ['address', 'entity id', 'certificate'] },
  'set-provider-role': { provider: 'saml_okta', role: 'read' },
  'set-provider-team': { provider: 'saml_okta' },
  'fetch-specification': { slug: 'petstore', url: 'https://example.com/petstore.yaml' },
  'send-specification': { slug: 'petstore' },
  'archive-change-request': { space: 'space_guides', changeRequest: 'cr_draft' },
  'pull-change-request': { space: 'space_guides', changeRequest: 'cr_outdated' },
  'resolve-comment': { space: 'space_guides', comment: 'comment_typo' },
  'delete-translation': { translation: 'translation_docs' },
};

/** One of the functions, for data that has the right type. */
type Wording = (data: Fix['data']) => ReturnType<Words<FixCode>>;

/**
 * Returns the command lines of a fix for a shell, one a line. `flags` are before the command: `['--org',
 * 'org_acme']`.
 */
export function fixInWords({ code, data }: Fix, flags: readonly string[] = []): string {
  const line = (words[code] as Wording)(data);
  const lines = typeof line[0] === 'string' ? [line as readonly string[]] : (line as readonly string[][]);
  return lines.map((one) => ['docs-admin', ...flags, ...one].map(shellQuote).join(' ')).join('\n');
}

/** Returns an example of the command line of a fix. */
export function sampleInWords(code: FixCode): string {
  return fixInWords({ code, data: samples[code] } as Fix);
}

/** Takes a person out of a team, after another one has become an owner if none would stay. */
function leaving(user: string, { team, staying }: TeamOfLeaver): string[] {
  if (staying?.length !== 0) return ['teams', 'members', 'remove', team, user];
  return [
    ...['teams', 'members', 'update', team],
    ...['--add', '<member>', '--role', '<member>=owner', '--remove', user],
  ];
}
