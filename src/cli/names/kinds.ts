import type { Client } from '../../api/client/client.ts';
import type { Kind } from '../../api/contract/facts.ts';
import type { ListOperation, Operation } from '../../api/contract/operation.ts';

export type { Kind };

/** How things of a kind are found by what people call them. */
export interface KindFacts {
  /** What one of them is called: `custom field`. */
  readonly word: string;
  /** What to say where there is none: `no change request is open in space {space}`, with any parameter of the path. */
  readonly none?: string;
  /** The operation that lists them. */
  readonly list: () => Promise<ListOperation>;
  /** The operation that shows one, where there is one. */
  readonly get?: () => Promise<Operation>;
  /** How a parameter of its path is found that neither the line nor its surroundings give. */
  readonly within?: Readonly<Record<string, (client: Client, org: string) => Promise<string>>>;
  /** The filter of the list that narrows it to items with a text in their title. */
  readonly search?: string;
  /** Dot paths of the id and the title in an item; `id` and `title` where absent. */
  readonly id?: string;
  readonly title?: string;
  /** Dot path of an e-mail, which names an item as well. */
  readonly email?: string;
}

/** The one place that says which list knows a kind's titles. */
export const kinds: Readonly<Record<Kind, KindFacts>> = {
  site: {
    word: 'site',
    list: async () => (await import('../../api/contract/operations/sites.ts')).listSites,
    get: async () => (await import('../../api/contract/operations/sites.ts')).getSite,
    search: 'title',
  },
  section: {
    word: 'section',
    list: async () => (await import('../../api/contract/operations/sections.ts')).listSections,
  },
  group: {
    word: 'section group',
    list: async () => (await import('../../api/contract/operations/section-groups.ts')).listSectionGroups,
  },
  siteSpace: {
    word: 'site space',
    list: async () => (await import('../../api/contract/operations/site-spaces.ts')).listSiteSpaces,
  },
  space: {
    word: 'space',
    list: async () => (await import('../../api/contract/operations/members.ts')).listMemberSpaces,
    within: {
      user: async (client, org) => (await import('../../model/all-spaces.ts')).someAdministrator(client, org),
    },
    id: 'space.id',
    title: 'space.title',
  },
  collection: {
    word: 'collection',
    list: async () => (await import('../../api/contract/operations/collections.ts')).listCollections,
    get: async () => (await import('../../api/contract/operations/collections.ts')).getCollection,
  },
  changeRequest: {
    word: 'change request',
    none: 'no change request is open in space {space}',
    list: async () => (await import('../../api/contract/operations/change-requests.ts')).listChangeRequests,
    get: async () => (await import('../../api/contract/operations/change-requests.ts')).getChangeRequest,
    title: 'subject',
  },
  comment: {
    word: 'comment',
    list: async () => (await import('../../api/contract/operations/comments.ts')).listComments,
    get: async () => (await import('../../api/contract/operations/comments.ts')).getComment,
    title: 'body.markdown',
  },
  user: {
    word: 'member',
    list: async () => (await import('../../api/contract/operations/members.ts')).listMembers,
    get: async () => (await import('../../api/contract/operations/members.ts')).getMember,
    search: 'search',
    title: 'user.displayName',
    email: 'user.email',
  },
  team: {
    word: 'team',
    list: async () => (await import('../../api/contract/operations/teams.ts')).listTeams,
    get: async () => (await import('../../api/contract/operations/teams.ts')).getTeam,
    search: 'title',
  },
  field: {
    word: 'custom field',
    list: async () => (await import('../../api/contract/operations/custom-fields.ts')).listCustomFields,
    get: async () => (await import('../../api/contract/operations/custom-fields.ts')).getCustomField,
    id: 'name',
  },
  provider: {
    word: 'SAML provider',
    list: async () => (await import('../../api/contract/operations/saml.ts')).listSamlProviders,
    get: async () => (await import('../../api/contract/operations/saml.ts')).getSamlProvider,
    title: 'label',
  },
  integration: {
    word: 'integration',
    list: async () => (await import('../../api/contract/operations/integrations.ts')).listIntegrations,
    get: async () => (await import('../../api/contract/operations/integrations.ts')).getIntegration,
    search: 'search',
    id: 'name',
  },
  spec: {
    word: 'OpenAPI specification',
    list: async () => (await import('../../api/contract/operations/openapi.ts')).listOpenApiSpecs,
    id: 'slug',
    title: 'slug',
  },
  translation: {
    word: 'translation',
    list: async () => (await import('../../api/contract/operations/translations.ts')).listTranslations,
    get: async () => (await import('../../api/contract/operations/translations.ts')).getTranslation,
  },
};

export function isKind(word: string): word is Kind {
  return Object.hasOwn(kinds, word);
}
