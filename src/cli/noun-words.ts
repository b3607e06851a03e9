import type { NounWords } from './noun.ts';

/** The words of each noun, by its name, in the order of help and reference. Only the help loads them. */
export const nounWords: Readonly<Record<string, NounWords>> = {
  sites: {
    group: 'Publish',
    summary: 'published documentation sites',
    first: [
      ['docs-admin sites list', 'all sites, and who can see them'],
      ['docs-admin sites create --title Handbook --visibility unlisted', 'a new site'],
      ['docs-admin sites published "name:Acme Docs"', 'what readers get'],
    ],
  },
  sections: {
    group: 'Publish',
    summary: 'sections of a site',
    first: [
      ['docs-admin sections list --site site_docs', 'the tabs of a site'],
      ['docs-admin sections create --site site_docs --space space_handbook --yes', 'a new one'],
      ['docs-admin sections move section_news --site site_docs', 'move it to the end'],
    ],
  },
  'section-groups': {
    group: 'Publish',
    summary: 'groups of sections in the navigation of a site',
    first: [
      ['docs-admin section-groups list --site site_docs', 'the menus of a site'],
      ['docs-admin section-groups create --site site_docs --title More', 'a new one'],
    ],
  },
  'site-spaces': {
    group: 'Publish',
    summary: 'spaces that a site publishes',
    first: [
      ['docs-admin site-spaces list --site site_docs', 'what a site publishes'],
      ['docs-admin site-spaces create --site site_docs --space space_runbooks --yes', 'publish more'],
    ],
  },
  openapi: {
    group: 'Publish',
    summary: 'OpenAPI specifications',
    first: [
      ['docs-admin openapi list', 'all specifications'],
      ['docs-admin openapi set pets --url https://example.com/pets.yaml', 'make or replace one'],
    ],
  },
  translations: {
    group: 'Publish',
    summary: 'translation settings and languages',
    first: [
      ['docs-admin translations list', 'what is translated'],
      ['docs-admin translations languages list translation_docs', 'into which languages'],
    ],
  },
  members: {
    group: 'People and access',
    summary: 'people of an organization and their roles',
    first: [
      ['docs-admin members list --role guest', 'people from outside'],
      ['docs-admin members update kim@acme.example --role edit', 'another role'],
      ['docs-admin members offboard pat@partner.example --dry-run', 'what a person leaves behind'],
    ],
  },
  teams: {
    group: 'People and access',
    summary: 'teams and who is in them',
    first: [
      ['docs-admin teams list --owners', 'teams, and who owns them'],
      ['docs-admin teams members list team_docs', 'who is in a team'],
      ['docs-admin teams members sync --file roster.csv --dry-run', 'members from a spreadsheet'],
    ],
  },
  spaces: {
    group: 'People and access',
    summary: 'spaces of the organization, and what teams may do in them',
    first: [
      ['docs-admin spaces list', 'all spaces'],
      ['docs-admin spaces permissions list name:Handbook', 'what teams may do there'],
    ],
  },
  access: {
    group: 'People and access',
    summary: 'who can do what in collections and spaces, and why',
    first: [
      ['docs-admin access who-can edit --space name:Handbook', 'everyone who may edit'],
      ['docs-admin access explain kim@acme.example --space name:Runbooks', 'why'],
      ['docs-admin access report -o csv', 'the whole organization'],
    ],
  },
  saml: {
    group: 'People and access',
    summary: 'SAML providers for single sign-on',
    first: [
      ['docs-admin saml list', 'the providers'],
      ['docs-admin saml update saml_okta --certificate okta.pem', 'a new certificate'],
    ],
  },
  sso: {
    group: 'People and access',
    summary: 'single sign-on logins that members can use',
    first: [['docs-admin sso list', 'how people can sign in']],
  },
  collections: {
    group: 'Content and review',
    summary: 'groups of spaces, and what teams may do in them',
    first: [
      ['docs-admin collections list', 'all collections'],
      ['docs-admin collections spaces col_product', 'the spaces in one'],
      ['docs-admin collections permissions list col_product', 'what teams may do there'],
    ],
  },
  'change-requests': {
    group: 'Content and review',
    alias: 'crs',
    summary: 'proposed edits of a space, to review and merge',
    first: [
      ['docs-admin change-requests list --all-spaces --status open', 'what waits for review'],
      ['docs-admin change-requests get 1 --space name:Handbook', 'one of them'],
      ['docs-admin change-requests merge 1 --space name:Handbook --yes', 'merge it'],
    ],
  },
  content: {
    group: 'Content and review',
    summary: 'pages and files of a change request',
    first: [['docs-admin content pages list --space space_handbook --change-request 1', 'the pages']],
  },
  comments: {
    group: 'Content and review',
    summary: 'discussions in a space',
    first: [
      ['docs-admin comments list --all-spaces --status open', 'what waits for an answer'],
      ['docs-admin comments resolve comment_typo --space space_handbook', 'close one'],
    ],
  },
  'custom-fields': {
    group: 'Content and review',
    summary: 'custom fields and their values in spaces',
    first: [
      ['docs-admin custom-fields list', 'the fields'],
      ['docs-admin custom-fields values list --all-spaces', 'what spaces hold'],
    ],
  },
  integrations: {
    group: 'Connect',
    summary: 'integrations and where they are installed',
    first: [
      ['docs-admin integrations list', 'all integrations'],
      ['docs-admin integrations installations acme-analytics', 'where one is installed'],
    ],
  },
  git: {
    group: 'Connect',
    summary: 'Git synchronisation of a space',
    first: [['docs-admin git info --space space_guides', 'how a space is synchronised']],
  },
  org: {
    group: 'Whole organization',
    summary: 'the organization as one file; audits and rehearsals',
    first: [
      ['docs-admin org audit', 'find what is wrong, and how to fix it'],
      ['docs-admin org export --out organization.yaml', 'the organization as a file'],
      ['docs-admin org plan --file organization.yaml', 'what a changed file would do'],
      ['docs-admin org rehearse --file organization.yaml', 'try it in a private copy'],
      ['docs-admin access report', 'who can do what'],
    ],
  },
  batch: { group: 'Bulk work', summary: 'a command for every row of a file' },
  'apply-plan': { group: 'Bulk work', summary: 'apply a stored plan' },
  runs: {
    group: 'Bulk work',
    summary: 'what was changed: show it, resume and undo it',
    first: [
      ['docs-admin runs list', 'what was changed'],
      ['docs-admin runs show 20260601T120000-3f9a1c', 'what a run did'],
      ['docs-admin runs undo 20260601T120000-3f9a1c --dry-run', 'what undo would do'],
    ],
  },
  undo: { group: 'Bulk work', summary: 'takes back the last change' },
  auth: {
    group: 'This tool',
    summary: 'sign in and out',
    first: [
      ['docs-admin auth login', 'sign in'],
      ['docs-admin auth status', 'who you are, and where'],
      ['docs-admin auth logout', 'forget the token'],
    ],
  },
  config: {
    group: 'This tool',
    summary: 'settings of a profile',
    first: [
      ['docs-admin config list', 'what applies now, and why'],
      ['docs-admin config set org org_acme', 'a default organization'],
    ],
  },
  profiles: {
    group: 'This tool',
    summary: 'named sets of settings, each with its own token',
    first: [
      ['docs-admin profiles list', 'all profiles'],
      ['docs-admin profiles create staging --org org_acme', 'a new one'],
      ['docs-admin profiles use staging', 'the default from now on'],
    ],
  },
  doctor: { group: 'This tool', summary: 'checks of the address, the network, the token and the settings' },
  mcp: { group: 'This tool', summary: 'a server for assistants (Model Context Protocol)' },
  open: { group: 'This tool', summary: 'the page of a thing, in the browser' },
  sandbox: {
    group: 'This tool',
    summary: 'the whole service, embedded: try things out, test scripts',
    first: [
      ['docs-admin sandbox reset', 'fresh demo data'],
      ['docs-admin sandbox serve --port 4010', 'the service over HTTP'],
    ],
  },
  init: { group: 'This tool', summary: 'a workflow file for continuous integration' },
  api: { group: 'Connect', summary: 'any request, for what has no command yet' },
  commands: { group: 'This tool', summary: 'every command with its flags, as data' },
  completion: { group: 'This tool', summary: 'completion script of a shell' },
  version: { group: 'This tool', summary: 'the version of the tool' },
};
