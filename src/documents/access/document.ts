import type { AccessFacts } from '../../domain/access/facts.ts';
import type { TeamStep } from '../../domain/access/places.ts';
import type { RuleSet } from '../../domain/access/rule-sets.ts';
import type { Person } from '../../domain/access/rules.ts';

/** What the page of access shows. Names and titles are untrusted text. */
export interface AccessDocument {
  readonly organization: { readonly id: string; readonly title?: string | undefined };
  /** When the organization was read: an ISO timestamp. */
  readonly taken: string;
  /** What holds for the whole organization, such as its default roles: shown above all. */
  readonly base: readonly { readonly label: string; readonly value: string }[];
  /** The rules that tell which grant gives a level. */
  readonly rules: RuleSet;
  /** People, teams and places, which the rules of access combine. */
  readonly facts: AccessFacts<NamedPerson>;
  /** The titles of teams, by their id. */
  readonly teams: ReadonlyMap<TeamStep['id'], string | undefined>;
  /** What is beside the people of a space, by its id. */
  readonly beside: ReadonlyMap<string, Beside>;
  /** The levels that the service reports and the rules do not give. The service decides. */
  readonly differing: Iterable<Differing>;
  /** The ids of people whom the service may give more than the rules say, because it did not answer. */
  readonly unsure: ReadonlySet<string>;
  /** The level that the page shows at least; `read` shows all. */
  readonly level: string;
  /** What a reader must know, in sentences. */
  readonly notes: readonly string[];
  /** What could not be read, in words; nothing if the page is complete. */
  readonly unknown: readonly string[];
  /** The ids of the collections and spaces whose people are not all known. */
  readonly incomplete: ReadonlySet<string>;
}

export interface NamedPerson extends Person {
  readonly user: { readonly displayName?: string | null; readonly email?: string | null };
}

/** The sites that publish a space, and the integrations that are installed on it. */
export interface Beside {
  readonly sites: readonly { readonly id: string; readonly title: string; readonly visibility: string }[];
  readonly integrations: readonly string[];
}

/** The level of a person in a place, as the service reports it; null for no access. */
export interface Differing {
  readonly user: string;
  readonly target: string;
  readonly level: string | null;
}

/** Above so many members, the page shows teams, which open to their people. */
export const mostSinglePeople = 2000;
