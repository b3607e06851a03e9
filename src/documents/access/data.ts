import type { PlaceId, TeamStep } from '../../domain/access/places.ts';
import type { RuleSet } from '../../domain/access/rule-sets.ts';

/**
 * The data in the page, for its script: columns of texts, and indexes instead of ids, so that 100,000 people take few
 * megabytes. `places` are the collections, then the spaces.
 */
export interface PageData {
  readonly organization: { readonly id: string; readonly title?: string | undefined };
  /** Whether the rows of the matrix are teams, which open to their people. */
  readonly isGrouped: boolean;
  readonly rules: RuleSet;
  /** The roles of people in the organization; null is a guest. */
  readonly roles: readonly (string | null)[];
  readonly teams: { readonly ids: readonly TeamStep['id'][]; readonly titles: readonly string[] };
  readonly places: PlaceColumns;
  readonly sites: { readonly titles: readonly string[]; readonly visibilities: readonly string[] };
  readonly integrations: readonly string[];
  /** The level that is chosen at first. */
  readonly level: string;
  /** What the service reports and the rules do not give: person, place, level. */
  readonly differing: readonly (readonly [number, number, string | null])[];
}

export interface PlaceColumns {
  /** The number of collections: the places from there on are spaces. */
  readonly collections: number;
  readonly ids: readonly PlaceId[];
  readonly titles: readonly string[];
  /** The index of the collection that contains it; -1 at the top. */
  readonly parents: readonly number[];
  readonly defaultLevels: readonly (string | null)[];
  /** The teams with a level on it: index of the team, level, and so on. */
  readonly grants: readonly (readonly (number | string)[])[];
  /** Indexes of sites and integrations. */
  readonly sites: readonly (readonly number[])[];
  readonly integrations: readonly (readonly number[])[];
  /** The places whose people are not all known. */
  readonly incomplete: readonly number[];
}

/** Some of the people, in columns; the blocks follow each other in the order of names. */
export interface PeopleBlock {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly emails: readonly string[];
  /** Indexes of roles. */
  readonly roles: readonly number[];
  /** The indexes of disabled people in this block. */
  readonly disabled: readonly number[];
  /** The indexes of people in this block who may have more than the rules say. */
  readonly unsure: readonly number[];
  /** Indexes of teams. */
  readonly teams: readonly (readonly number[])[];
}

/** How many people a block has: few enough that reading one does not stop the page. */
export const blockSize = 4000;
