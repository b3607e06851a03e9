import type { Operation } from '../../api/contract/operation.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Fields, Id } from '../effects/facts.ts';

export type StructureKind = 'site' | 'section-group' | 'section' | 'site-space';

export interface StructureThing {
  readonly kind: StructureKind;
  /** Its id; for a thing that is to be made, any text that no other thing has. */
  readonly key: string;
  /** The key of its site; its own key for a site. */
  readonly site: string;
  /**
   * Its values, by the names of the API, as far as they matter. `sectionGroup`, `sectionId` and the defaults have the keys of
   * other things; `sectionId` is `null` for a site space at the root of its site.
   */
  readonly fields: Fields;
  /** What people call it, if no field says it. */
  readonly title?: string | undefined;
  /** Whether its place in its list does not matter. */
  readonly isAnywhere?: boolean | undefined;
  /** Its id before the requests that are undone, where they have published its space anew. */
  readonly earlier?: string | undefined;
}

/** Sites with everything in them. The things of each list are in the order of that list. */
export type Structure = readonly StructureThing[];

export interface StepPart {
  readonly kind: StructureKind;
  readonly key: string;
  /**
   * `make`, `set`, `end`, and `place` in a list; `leave`: a site space ends in its list, and is made again in another one;
   * `aside`: it gets a temporary value.
   */
  readonly does: 'make' | 'set' | 'end' | 'place' | 'leave' | 'aside';
  readonly fields?: readonly string[];
  /**
   * The dot path of its id in the answer of the request that makes it, if it is not the thing of that request itself; `null` if no
   * answer has it.
   */
  readonly idAt?: string | null;
}

/** One request that leads from one structure to another. */
export interface StructureStep {
  readonly operation: Operation;
  /** Its path parameters without the organization. Things that an earlier step makes are named by its index. */
  readonly params: Readonly<Record<string, Id>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The indexes of the earlier steps that must be done before it. */
  readonly requires: readonly number[];
  readonly parts: readonly [StepPart, ...StepPart[]];
}

/** The things of a structure by their keys, and its lists. */
export interface StructureIndex {
  get(key: string): StructureThing | undefined;
  readonly sites: readonly StructureThing[];
  list(kind: 'section-group' | 'section', site: string): readonly StructureThing[];
  /** Returns the site spaces of a section; those at the root of the site for `null`. */
  siteSpaces(site: string, section: string | null): readonly StructureThing[];
}

export function structureIndex(structure: Structure): StructureIndex {
  const byKey = new Map(structure.map((thing) => [thing.key, thing]));
  const lists = groupBy(structure, structureList);
  return {
    get: (key) => byKey.get(key),
    sites: lists.get('site') ?? [],
    list: (kind, site) => lists.get(`${kind} ${site}`) ?? [],
    siteSpaces: (site, section) => lists.get(`site-space ${site} ${section ?? ''}`) ?? [],
  };
}

export function structureList({ kind, site, fields }: StructureThing): string {
  if (kind === 'site') return kind;
  return kind === 'site-space' ? `${kind} ${site} ${fields.sectionId ?? ''}` : `${kind} ${site}`;
}
