import type { ResourceKind } from '../../model/resources.ts';
import type { SectionName } from '../file/schema.ts';

/** What an organization file does with things of one kind. */
export interface KindFacts {
  readonly section: SectionName;
  /** The action that makes one; `update` if it is a value of the thing that holds it. Absent if the file makes none. */
  readonly made?: 'create' | 'grant' | 'update';
  /** The action that ends one. Absent if the file ends none. */
  readonly ended?: 'delete' | 'revoke' | 'update';
  /** Whether it stands in a complete list of the thing above it, so that `managed` does not matter. */
  readonly isInner?: true;
  /** The field whose change is a rename. */
  readonly rename?: string;
  /** The field whose change is a move. */
  readonly move?: string;
  /** Whether its list has an order. */
  readonly isOrdered?: true;
  /** Whether it may stand below another thing of the same list, so that its key is a path. */
  readonly isNested?: true;
}

/** The kinds of things in an organization file, in the order of its sections. */
const kindFacts = {
  member: { section: 'members', ended: 'delete' },
  team: { section: 'teams', made: 'create', ended: 'delete', rename: 'title' },
  'team-member': { section: 'teams', made: 'grant', ended: 'revoke', isInner: true },
  'custom-field': { section: 'custom-fields', made: 'create', ended: 'delete' },
  collection: {
    section: 'collections',
    made: 'create',
    ended: 'delete',
    rename: 'title',
    move: 'parent',
    isNested: true,
  },
  'collection-team': {
    section: 'collections',
    made: 'grant',
    ended: 'revoke',
    isInner: true,
    isNested: true,
  },
  space: { section: 'spaces' },
  'space-team': { section: 'spaces', made: 'grant', ended: 'revoke', isInner: true },
  'space-field': { section: 'spaces', made: 'update', ended: 'update', isInner: true },
  site: { section: 'sites', made: 'create', ended: 'delete', rename: 'title' },
  'adaptive-schema': { section: 'sites', made: 'update', isInner: true },
  'section-group': {
    section: 'sites',
    made: 'create',
    ended: 'delete',
    isInner: true,
    rename: 'title',
    isOrdered: true,
  },
  section: {
    section: 'sites',
    made: 'create',
    ended: 'delete',
    isInner: true,
    rename: 'path',
    isOrdered: true,
  },
  'site-space': {
    section: 'sites',
    made: 'create',
    ended: 'delete',
    isInner: true,
    move: 'section',
    isOrdered: true,
  },
  openapi: { section: 'openapi', made: 'create', ended: 'delete' },
  translation: { section: 'translations', made: 'create', ended: 'delete', rename: 'title' },
  'translation-language': { section: 'translations', made: 'update', ended: 'delete', isInner: true },
  saml: { section: 'saml', made: 'create', ended: 'delete', rename: 'title' },
} as const satisfies Partial<Record<ResourceKind, KindFacts>>;

/** A kind of things in an organization file. */
export type FileKind = keyof typeof kindFacts;

export const fileKinds = Object.keys(kindFacts) as readonly FileKind[];

/** Returns what a file does with things of a kind. Throws an `Error` for a kind that no file has. */
export function factsOf(kind: ResourceKind): KindFacts {
  const facts: KindFacts | undefined = (kindFacts as Partial<Record<ResourceKind, KindFacts>>)[kind];
  if (!facts) throw new Error(`an organization file has no ${kind}`);
  return facts;
}

/** Returns the name of a thing for people: `Docs: kim@acme.example`, `Handbooks/Archive`. */
export function nameOf({
  kind,
  key,
}: {
  readonly kind: ResourceKind;
  readonly key: readonly string[];
}): string {
  const { isNested, isInner } = factsOf(kind);
  if (!isNested) return key.filter((part) => part !== '').join(': ');
  return isInner ? `${key.slice(0, -1).join('/')}: ${key.at(-1)}` : key.join('/');
}
