import type { ListOperation, Operation } from '../../api/contract/operation.ts';

/** What ends with a request, and how the service describes it. */
export interface Ending {
  /** What one of them is called in JSON: the singular of its noun. */
  readonly kind: string;
  /** One and several of them, for people. */
  readonly word: string;
  /** One of them where a number is before it, if that is another word. */
  readonly one?: string;
  readonly words: string;
  readonly act: 'delete' | 'remove' | 'transfer' | 'unpublish';
  /** What it is taken from, behind its name. */
  readonly from?: (params: Readonly<Record<string, string>>) => string;
  /** The operation that shows one; where absent it is found in the list. */
  readonly show?: () => Promise<Operation>;
  /** The list that holds it; absent where the service has none. */
  readonly list?: () => Promise<ListOperation>;
  /** Dot paths of the id, the title and the e-mail in what these answer; a title of `null` is none beside the id. */
  readonly id?: string;
  readonly title?: string | null;
  readonly email?: string;
}

const sites = () => import('../../api/contract/operations/sites.ts');
const sections = () => import('../../api/contract/operations/sections.ts');
const groups = () => import('../../api/contract/operations/section-groups.ts');
const siteSpaces = () => import('../../api/contract/operations/site-spaces.ts');
const collections = () => import('../../api/contract/operations/collections.ts');
const spaces = () => import('../../api/contract/operations/spaces.ts');
const comments = () => import('../../api/contract/operations/comments.ts');
const replies = () => import('../../api/contract/operations/comments/replies.ts');
const members = () => import('../../api/contract/operations/members.ts');
const teams = () => import('../../api/contract/operations/teams.ts');
const fields = () => import('../../api/contract/operations/custom-fields.ts');
const integrations = () => import('../../api/contract/operations/integrations.ts');
const saml = () => import('../../api/contract/operations/saml.ts');
const openapi = () => import('../../api/contract/operations/openapi.ts');
const translations = () => import('../../api/contract/operations/translations.ts');

const collection: Ending = {
  kind: 'collection',
  word: 'collection',
  words: 'collections',
  act: 'delete',
  show: async () => (await collections()).getCollection,
  list: async () => (await collections()).listCollections,
};

/** A team's role on a collection or a space. */
const permission = {
  kind: 'team-permission',
  word: 'the role of team',
  one: 'role of a team',
  words: 'roles of teams',
  act: 'remove',
  id: 'team.id',
  title: 'team.title',
} as const;
const onCollection: Ending = {
  ...permission,
  from: ({ collection }) => ` on collection ${collection}`,
  list: async () => (await collections()).listCollectionPermissions,
};
const onSpace: Ending = {
  ...permission,
  from: ({ space }) => ` on space ${space}`,
  list: async () => (await spaces()).listSpacePermissions,
};

/** The one place that says, by the id of the operation, what it ends. */
export const endings: Readonly<Record<string, Ending>> = {
  'sites.delete': {
    kind: 'site',
    word: 'site',
    words: 'sites',
    act: 'delete',
    show: async () => (await sites()).getSite,
    list: async () => (await sites()).listSites,
  },
  'sections.delete': {
    kind: 'section',
    word: 'section',
    words: 'sections',
    act: 'delete',
    list: async () => (await sections()).listSections,
  },
  'section-groups.delete': {
    kind: 'section-group',
    word: 'section group',
    words: 'section groups',
    act: 'delete',
    list: async () => (await groups()).listSectionGroups,
  },
  'section-groups.remove-section': {
    kind: 'section',
    word: 'section',
    words: 'sections',
    act: 'remove',
    from: ({ group }) => ` from section group ${group}`,
    list: async () => (await sections()).listSections,
  },
  'site-spaces.delete': {
    kind: 'site-space',
    word: 'site space',
    words: 'site spaces',
    act: 'delete',
    list: async () => (await siteSpaces()).listSiteSpaces,
  },
  'collections.delete': collection,
  'collections.transfer': { ...collection, act: 'transfer' },
  'collections.permissions.set': onCollection,
  'collections.permissions.remove': onCollection,
  'spaces.permissions.set': onSpace,
  'spaces.permissions.remove': onSpace,
  'comments.delete': {
    kind: 'comment',
    word: 'comment',
    words: 'comments',
    act: 'delete',
    show: async () => (await comments()).getComment,
    list: async () => (await comments()).listComments,
    title: 'body.markdown',
  },
  'comments.replies.delete': {
    kind: 'reply',
    word: 'reply',
    words: 'replies',
    act: 'delete',
    show: async () => (await replies()).getCommentReply,
    list: async () => (await replies()).listCommentReplies,
    title: 'body.markdown',
  },
  'members.remove': {
    kind: 'member',
    word: 'member',
    words: 'members',
    act: 'remove',
    from: ({ org }) => ` from ${org}`,
    show: async () => (await members()).getMember,
    list: async () => (await members()).listMembers,
    title: 'user.displayName',
    email: 'user.email',
  },
  'teams.delete': {
    kind: 'team',
    word: 'team',
    words: 'teams',
    act: 'delete',
    show: async () => (await teams()).getTeam,
    list: async () => (await teams()).listTeams,
  },
  'teams.members.remove': {
    kind: 'team-member',
    word: 'member',
    words: 'members',
    act: 'remove',
    from: ({ team }) => ` from team ${team}`,
    list: async () => (await teams()).listTeamMembers,
    id: 'organization.id',
    title: 'organization.user.displayName',
    email: 'organization.user.email',
  },
  'custom-fields.delete': {
    kind: 'custom-field',
    word: 'custom field',
    words: 'custom fields',
    act: 'delete',
    show: async () => (await fields()).getCustomField,
    list: async () => (await fields()).listCustomFields,
    id: 'name',
  },
  'integrations.unpublish': {
    kind: 'integration',
    word: 'integration',
    words: 'integrations',
    act: 'unpublish',
    show: async () => (await integrations()).getIntegration,
    list: async () => (await integrations()).listIntegrations,
    id: 'name',
  },
  'saml.delete': {
    kind: 'saml-provider',
    word: 'SAML provider',
    words: 'SAML providers',
    act: 'delete',
    show: async () => (await saml()).getSamlProvider,
    list: async () => (await saml()).listSamlProviders,
    title: 'label',
  },
  'openapi.delete': {
    kind: 'openapi-spec',
    word: 'OpenAPI specification',
    words: 'OpenAPI specifications',
    act: 'delete',
    list: async () => (await openapi()).listOpenApiSpecs,
    id: 'slug',
    title: null,
  },
  'translations.delete': {
    kind: 'translation',
    word: 'translation settings',
    words: 'translation settings',
    act: 'delete',
    show: async () => (await translations()).getTranslation,
    list: async () => (await translations()).listTranslations,
  },
  'translations.languages.delete': {
    kind: 'translation-language',
    word: 'language',
    words: 'languages',
    act: 'delete',
    from: ({ translation }) => ` of translation settings ${translation}`,
    list: async () => (await translations()).listTranslationLanguages,
    id: 'language',
    title: null,
  },
};
