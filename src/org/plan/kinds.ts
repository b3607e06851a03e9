import type { ResourceKind } from '../../model/resources.ts';
import type { SectionName } from '../file/schema.ts';
import { keyText } from '../thing.ts';

type Ending = 'delete' | 'revoke' | 'update';

/** What an organization file does with things of one kind. */
export type KindFacts = CommonFacts & (OuterFacts | InnerFacts);

interface OuterFacts {
  readonly isInner?: never;
  /** The action that ends one. Absent if the file ends none. */
  readonly ended?: Ending;
}

/** Of things in a complete list of the thing above them, so that `managed` does not matter. */
interface InnerFacts {
  readonly isInner: true;
  /** `null` for the only one of the thing above it, which stands in no list. What a list leaves out must end. */
  readonly ended: Ending | null;
}

interface CommonFacts {
  readonly section: SectionName;
  /** The action that makes one; `update` if it is a value of the thing that holds it. Absent if the file makes none. */
  readonly made?: 'create' | 'grant' | 'update';
  /** The field whose change is a rename. */
  readonly rename?: string;
  /** The field whose change is a move. */
  readonly move?: string;
  /** Whether its list has an order. */
  readonly isOrdered?: true;
  /** Whether it may stand below another thing of the same list, so that its key is a path. */
  readonly isNested?: true;
  /** The kinds above it, from the outside in; for a nested thing, the one kind that is above it, as often as needed. */
  readonly above?: readonly ResourceKind[];
  /** For a tie, the kind of the thing that is tied, whose name ends the key. */
  readonly ties?: ResourceKind;
  /** The fields with the name of another thing, with its kind. */
  readonly refersTo?: Readonly<Record<string, ResourceKind>>;
  /** The nouns for one and for several. */
  readonly words: readonly [one: string, several: string];
}

/** The kinds of things in an organization file, in the order of its sections. */
const kindFacts = {
  member: { words: ['member', 'members'], section: 'members', ended: 'delete' },
  team: { words: ['team', 'teams'], section: 'teams', made: 'create', ended: 'delete', rename: 'title' },
  'team-member': {
    words: ['membership', 'memberships'],
    above: ['team'],
    ties: 'member',
    section: 'teams',
    made: 'grant',
    ended: 'revoke',
    isInner: true,
  },
  'custom-field': {
    words: ['custom field', 'custom fields'],
    section: 'custom-fields',
    made: 'create',
    ended: 'delete',
  },
  collection: {
    words: ['collection', 'collections'],
    above: ['collection'],
    section: 'collections',
    made: 'create',
    ended: 'delete',
    rename: 'title',
    move: 'parent',
    isNested: true,
  },
  'collection-team': {
    words: ['role of a team on a collection', 'roles of teams on collections'],
    above: ['collection'],
    ties: 'team',
    section: 'collections',
    made: 'grant',
    ended: 'revoke',
    isInner: true,
    isNested: true,
  },
  space: { words: ['space', 'spaces'], section: 'spaces' },
  'space-team': {
    words: ['role of a team on a space', 'roles of teams on spaces'],
    above: ['space'],
    ties: 'team',
    section: 'spaces',
    made: 'grant',
    ended: 'revoke',
    isInner: true,
  },
  'space-field': {
    words: ['field value', 'field values'],
    above: ['space'],
    ties: 'custom-field',
    section: 'spaces',
    made: 'update',
    ended: 'update',
    isInner: true,
  },
  site: { words: ['site', 'sites'], section: 'sites', made: 'create', ended: 'delete', rename: 'title' },
  'adaptive-schema': {
    words: ['adaptive schema', 'adaptive schemas'],
    above: ['site'],
    section: 'sites',
    made: 'update',
    ended: null,
    isInner: true,
  },
  'section-group': {
    words: ['section group', 'section groups'],
    above: ['site'],
    section: 'sites',
    made: 'create',
    ended: 'delete',
    isInner: true,
    rename: 'title',
    isOrdered: true,
  },
  section: {
    words: ['section', 'sections'],
    above: ['site'],
    section: 'sites',
    made: 'create',
    ended: 'delete',
    isInner: true,
    rename: 'path',
    isOrdered: true,
  },
  'site-space': {
    words: ['site space', 'site spaces'],
    above: ['site', 'section'],
    section: 'sites',
    made: 'create',
    ended: 'delete',
    isInner: true,
    move: 'section',
    isOrdered: true,
  },
  openapi: {
    words: ['specification', 'specifications'],
    section: 'openapi',
    made: 'create',
    ended: 'delete',
  },
  translation: {
    words: ['translation setting', 'translation settings'],
    section: 'translations',
    made: 'create',
    ended: 'delete',
    rename: 'title',
  },
  'translation-language': {
    words: ['language', 'languages'],
    above: ['translation'],
    section: 'translations',
    made: 'update',
    ended: 'delete',
    isInner: true,
  },
  saml: {
    words: ['SAML provider', 'SAML providers'],
    section: 'saml',
    made: 'create',
    ended: 'delete',
    rename: 'title',
    refersTo: { 'default-team': 'team' },
  },
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

/** A kind with the names that lead to one thing. */
export interface Place {
  readonly kind: ResourceKind;
  readonly key: readonly string[];
}

/** Returns the things above a thing, from the outside in, and the thing itself. */
export function pathTo({ kind, key }: Place): Place[] {
  const { above = [], isNested } = factsOf(kind);
  const kindAt = (at: number) => (isNested && at < key.length - 1 ? above[0] : above[at]) ?? kind;
  const steps = key.map((_, at) => ({ kind: kindAt(at), key: key.slice(0, at + 1) }));
  // An adaptive schema has the key of its site.
  return steps.at(-1)?.kind === kind ? steps : [...steps, { kind, key }];
}

/** Returns a text that is equal for equal places. */
export function placeText({ kind, key }: Place): string {
  return `${kind} ${keyText(key)}`;
}
