import type { Command } from 'commander';
import type { AnyCommand } from './command.ts';
import type { Verb } from './session/verb.ts';

/** One noun of the command line. Its commands are loaded only when it is used. */
export interface Noun {
  readonly name: string;
  readonly alias?: string;
  readonly summary: string;
  readonly group: NounGroup;
  /** Resolves with what makes the noun's verbs; a noun that is its own verb completes `command` instead. */
  readonly load: () => Promise<(parts: Verb, command: Command) => readonly AnyCommand[]>;
}

/** What people want to do, in the order of `docs-admin --help`. */
export type NounGroup =
  | 'Publish'
  | 'People and access'
  | 'Content and review'
  | 'Connect'
  | 'Bulk work'
  | 'This tool';

export const nouns: readonly Noun[] = [
  {
    name: 'sites',
    group: 'Publish',
    summary: 'published documentation sites',
    load: async () => (await import('../commands/sites.ts')).sites,
  },
  {
    name: 'sections',
    group: 'Publish',
    summary: 'sections of a site',
    load: async () => (await import('../commands/sections.ts')).sections,
  },
  {
    name: 'section-groups',
    group: 'Publish',
    summary: 'groups of sections in the navigation of a site',
    load: async () => (await import('../commands/section-groups.ts')).sectionGroups,
  },
  {
    name: 'site-spaces',
    group: 'Publish',
    summary: 'spaces that a site publishes',
    load: async () => (await import('../commands/site-spaces.ts')).siteSpaces,
  },
  {
    name: 'openapi',
    group: 'Publish',
    summary: 'OpenAPI specifications',
    load: async () => (await import('../commands/openapi.ts')).openapi,
  },
  {
    name: 'translations',
    group: 'Publish',
    summary: 'translation settings and languages',
    load: async () => (await import('../commands/translations.ts')).translations,
  },
  {
    name: 'members',
    group: 'People and access',
    summary: 'people of an organization and their roles',
    load: async () => (await import('../commands/members.ts')).members,
  },
  {
    name: 'teams',
    group: 'People and access',
    summary: 'teams and who is in them',
    load: async () => (await import('../commands/teams.ts')).teams,
  },
  {
    name: 'spaces',
    group: 'People and access',
    summary: 'spaces of the organization, and what teams may do in them',
    load: async () => (await import('../commands/spaces.ts')).spaces,
  },
  {
    name: 'saml',
    group: 'People and access',
    summary: 'SAML providers for single sign-on',
    load: async () => (await import('../commands/saml.ts')).saml,
  },
  {
    name: 'sso',
    group: 'People and access',
    summary: 'single sign-on logins that members can use',
    load: async () => (await import('../commands/sso.ts')).sso,
  },
  {
    name: 'collections',
    group: 'Content and review',
    summary: 'groups of spaces, and what teams may do in them',
    load: async () => (await import('../commands/collections.ts')).collections,
  },
  {
    name: 'change-requests',
    alias: 'crs',
    group: 'Content and review',
    summary: 'proposed edits of a space, to review and merge',
    load: async () => (await import('../commands/change-requests.ts')).changeRequests,
  },
  {
    name: 'content',
    group: 'Content and review',
    summary: 'pages and files of a change request',
    load: async () => (await import('../commands/content.ts')).content,
  },
  {
    name: 'comments',
    group: 'Content and review',
    summary: 'discussions in a space',
    load: async () => (await import('../commands/comments.ts')).comments,
  },
  {
    name: 'custom-fields',
    group: 'Content and review',
    summary: 'custom fields and their values in spaces',
    load: async () => (await import('../commands/custom-fields.ts')).customFields,
  },
  {
    name: 'integrations',
    group: 'Connect',
    summary: 'integrations and where they are installed',
    load: async () => (await import('../commands/integrations.ts')).integrations,
  },
  {
    name: 'git',
    group: 'Connect',
    summary: 'Git synchronisation of a space',
    load: async () => (await import('../commands/git.ts')).git,
  },
  {
    name: 'batch',
    group: 'Bulk work',
    summary: 'a command for every row of a file',
    load: async () => (await import('../commands/batch.ts')).batch,
  },
  {
    name: 'apply-plan',
    group: 'Bulk work',
    summary: 'apply a stored plan',
    load: async () => (await import('../commands/apply-plan.ts')).applyPlan,
  },
  {
    name: 'runs',
    group: 'Bulk work',
    summary: 'runs of bulk work: show, resume and undo them',
    load: async () => (await import('../commands/runs.ts')).runs,
  },
  {
    name: 'auth',
    group: 'This tool',
    summary: 'sign in and out',
    load: async () => (await import('../commands/auth.ts')).auth,
  },
  {
    name: 'config',
    group: 'This tool',
    summary: 'settings of a profile',
    load: async () => (await import('../commands/config.ts')).config,
  },
  {
    name: 'profiles',
    group: 'This tool',
    summary: 'named sets of settings, each with its own token',
    load: async () => (await import('../commands/profiles.ts')).profiles,
  },
  {
    name: 'doctor',
    group: 'This tool',
    summary: 'checks of the address, the network, the token and the settings',
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    name: 'open',
    group: 'This tool',
    summary: 'the page of a thing, in the browser',
    load: async () => (await import('../commands/open.ts')).open,
  },
  {
    name: 'sandbox',
    group: 'This tool',
    summary: 'the whole service, embedded: try things out, test scripts',
    load: async () => (await import('../commands/sandbox.ts')).sandbox,
  },
  {
    name: 'init',
    group: 'This tool',
    summary: 'a workflow file for continuous integration',
    load: async () => (await import('../commands/init.ts')).init,
  },
  {
    name: 'api',
    group: 'Connect',
    summary: 'any request, for what has no command yet',
    load: async () => (await import('../commands/api.ts')).api,
  },
  {
    name: 'commands',
    group: 'This tool',
    summary: 'every command with its flags, as data',
    load: async () => (await import('../commands/commands.ts')).commands,
  },
  {
    name: 'completion',
    group: 'This tool',
    summary: 'completion script of a shell',
    load: async () => (await import('../commands/completion.ts')).completion,
  },
  {
    name: 'version',
    group: 'This tool',
    summary: 'the version of the tool',
    load: async () => (await import('../commands/version.ts')).version,
  },
];
