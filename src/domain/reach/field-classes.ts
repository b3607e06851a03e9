import type { Input, Operation } from '../../api/contract/operation.ts';
import type { Loaded, ResourceKind } from '../../model/resources.ts';

/** What a field is about: who can reach what; what people read; or neither. */
type FieldClass = 'reach' | 'content' | 'neutral';

/** The operations of a kind, by their roles and names. */
type OperationsOf<Of> = Of extends { operations: infer Usual }
  ? Of extends { others: infer Others }
    ? Usual[keyof Usual] | Others[keyof Others]
    : Usual[keyof Usual]
  : never;

type NamesIn<Body> = Body extends unknown ? Extract<keyof Body, string> : never;
type BodyOf<Op> = Op extends Operation ? Input<Op>['body'] : never;

/** The fields in the bodies of all requests about a kind. */
type WritableField<Kind extends ResourceKind> = NamesIn<BodyOf<OperationsOf<Loaded<Kind>>>>;

type Classes = {
  readonly [Kind in ResourceKind as [WritableField<Kind>] extends [never] ? never : Kind]: Readonly<
    Record<WritableField<Kind>, FieldClass>
  >;
};

/**
 * Every field that a request can set, by its name in the body. A new field of the contract, or one that is gone, does not
 * compile.
 */
const classes: Classes = {
  'adaptive-schema': { jsonSchema: 'neutral' },
  'change-request': { subject: 'neutral', status: 'neutral' },
  collection: {
    title: 'neutral',
    description: 'neutral',
    defaultLevel: 'reach',
    parent: 'reach',
    position: 'neutral',
    organization: 'reach',
  },
  'collection-team': { role: 'reach' },
  comment: {
    body: 'content',
    page: 'neutral',
    node: 'neutral',
    resolved: 'neutral',
    addedReactions: 'neutral',
    removedReactions: 'neutral',
  },
  content: { url: 'content', source: 'content' },
  'custom-field': {
    name: 'neutral',
    type: 'neutral',
    title: 'neutral',
    description: 'neutral',
    placeholder: 'neutral',
    options: 'neutral',
  },
  git: {
    url: 'reach',
    ref: 'neutral',
    repoCacheID: 'neutral',
    repoTreeURL: 'neutral',
    repoCommitURL: 'neutral',
    repoProjectDirectory: 'neutral',
    timestamp: 'neutral',
    force: 'neutral',
    gitInfo: 'neutral',
    standalone: 'neutral',
    commitMessage: 'neutral',
  },
  'grouped-section': { sectionId: 'neutral' },
  integration: {
    title: 'neutral',
    description: 'neutral',
    summary: 'neutral',
    icon: 'neutral',
    previewImages: 'neutral',
    visibility: 'reach',
    target: 'reach',
    scopes: 'reach',
    categories: 'neutral',
    blocks: 'neutral',
    contentSources: 'neutral',
    externalLinks: 'neutral',
    configurations: 'neutral',
    script: 'content',
    organization: 'reach',
    secrets: 'neutral',
    contentSecurityPolicy: 'neutral',
  },
  member: { role: 'reach' },
  openapi: { slug: 'neutral', source: 'content' },
  page: { url: 'content', source: 'content' },
  reply: { body: 'content', addedReactions: 'neutral', removedReactions: 'neutral' },
  saml: {
    label: 'neutral',
    entityID: 'reach',
    certificate: 'reach',
    ssoURL: 'reach',
    defaultTeam: 'reach',
    defaultRole: 'reach',
  },
  section: {
    spaceId: 'reach',
    title: 'neutral',
    path: 'neutral',
    defaultSiteSpace: 'neutral',
    condition: 'reach',
    icon: 'neutral',
    description: 'neutral',
    position: 'neutral',
  },
  'section-group': { title: 'neutral', icon: 'neutral', sections: 'neutral', position: 'neutral' },
  site: {
    type: 'neutral',
    title: 'neutral',
    visibility: 'reach',
    spaces: 'reach',
    basename: 'neutral',
    adaptiveContent: 'reach',
    defaultSiteSpace: 'neutral',
    defaultSiteSection: 'neutral',
    proxy: 'neutral',
  },
  'site-space': {
    spaceId: 'reach',
    sectionId: 'reach',
    path: 'neutral',
    condition: 'reach',
    position: 'neutral',
  },
  'space-field': { values: 'content' },
  'space-team': { role: 'reach' },
  team: { title: 'neutral', members: 'reach' },
  'team-member': { role: 'reach', add: 'reach', memberships: 'reach', remove: 'reach' },
  translation: { title: 'neutral' },
  'translation-language': { instructions: 'content' },
};

const byKind: Readonly<Record<string, Readonly<Record<string, FieldClass>>>> = classes;

/** Returns what a field is about; `undefined` for a name that only effects have. */
export function classOf(kind: string, field: string): FieldClass | undefined {
  return byKind[kind]?.[field];
}
