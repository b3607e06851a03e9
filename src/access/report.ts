import type { IdOf } from '../api/contract/ids.ts';
import type { GrantStep, PlaceId, Targets, TeamStep } from '../domain/access/places.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import type { GrantPath as KnownWay } from '../domain/access/rules.ts';

/** A person as the answers show one. */
export interface User {
  readonly id: string;
  readonly displayName: string | null;
  readonly email: string | null;
}

/** A collection or a space as the answers show one. */
export interface ReportedPlace {
  readonly kind: 'collection' | 'space';
  readonly id: PlaceId;
  readonly title?: string;
}

/**
 * One way to a place. `not-shown`: the service reports a level that no known way gives; its path is the place alone.
 */
export interface ReportedWay extends Omit<KnownWay, 'kind'> {
  readonly kind: KnownWay['kind'] | 'not-shown';
}

/**
 * The service reports less than the rules give, what a way gives that does not count by them, or a level of a disabled
 * member. The level of the service counts.
 */
export interface Disagreement {
  /** The level by the rules; null for none. */
  readonly rules: string | null;
  /** The level that the service reports; null for none. */
  readonly service: string | null;
}

/** What one person has in one place. */
export interface Access {
  /** The level; null for none. For a disabled member, what the level would be. */
  readonly level: string | null;
  /** All ways; of those that the rules know, the first one decides by the rules. */
  readonly ways: readonly ReportedWay[];
  /** Whether the level may be higher, because a list could not be read. Absent if not. */
  readonly unknown?: true;
  readonly disagreement?: Disagreement;
}

/** What one person has in the place `target`. Many people share one. */
export interface PlaceAccess extends Access {
  readonly target: ReportedPlace;
}

/** The places where one person has a level, or may have one. */
export interface PersonAccess {
  readonly user: User;
  readonly disabled: boolean;
  readonly places: readonly PlaceAccess[];
}

export interface ReportRow extends PlaceAccess {
  readonly user: User;
  readonly disabled: boolean;
}

/** The settings that decide what new people get. */
export interface Base {
  /** The role of new members, null for guests; `undefined` if the service does not say it. */
  readonly defaultRole: string | null | undefined;
  /** Whether the organization has single sign-on; `undefined` if the service does not say it. */
  readonly singleSignOn: boolean | undefined;
  /** The SAML providers, with the role and the team of people who sign in for the first time. */
  readonly providers: readonly {
    readonly id: string;
    readonly label: string;
    /** Null for guests; `undefined` if the service does not say it. */
    readonly defaultRole: string | null | undefined;
    readonly defaultTeam: GrantStep | undefined;
  }[];
  /** The ways to sign in. */
  readonly logins: readonly { readonly id: string; readonly label: string }[];
}

export interface PublishingSite {
  readonly id: string;
  readonly title: string;
  /** `public`, `unlisted`, `share-link`, `visitor-auth`, or a value that is not documented. */
  readonly visibility: string;
  /** Whether the site can be reached at all. */
  readonly published: boolean;
}

/** An integration that is installed on a space, or may be. */
export interface InstalledIntegration {
  readonly name: string;
  readonly title: string;
  readonly scopes: readonly string[];
  /** `some`: it is installed on some spaces, and the service does not say on which ones. */
  readonly on: 'this' | 'some';
}

export interface ReportPerson {
  readonly user: User;
  readonly disabled: boolean;
  /** The role in the organization; null for a guest. */
  readonly role: string | null;
  readonly teams: readonly IdOf<'team'>[];
}

export interface ReportTarget {
  readonly place: ReportedPlace;
  /** The id of the collection that contains it; null at the top. */
  readonly parent: string | null;
  /** The sites that publish the space; empty for a collection. */
  readonly sites: readonly PublishingSite[];
  /** The integrations on the space; empty for a collection. */
  readonly integrations: readonly InstalledIntegration[];
}

/** Who reaches what in an organization. */
export interface AccessReport {
  /** The rules by which levels are computed. */
  readonly rules: RuleSet;
  readonly organization: string;
  /** Whether the lists of members, collections and spaces could be read. Otherwise rows are missing. */
  readonly isWhole: boolean;
  readonly base: Base;
  readonly members: number;
  /** The members by the ids that stand for them, in the order of the service. */
  readonly people: ReadonlyMap<string, ReportPerson>;
  readonly teams: readonly TeamStep[];
  /** The collections and spaces. */
  readonly targets: readonly ReportTarget[];
  /** The settings of the collections and spaces, from which the rules compute levels. */
  readonly settings: Targets;
  /** The ids of collections and spaces where a list that could not be read may give people more. */
  readonly incomplete: ReadonlySet<string>;
  /**
   * Returns what could not be read, in sentences; empty if the report is complete. Call it when all rows are taken: they
   * may need lists of their own.
   */
  unknown(): Promise<readonly string[]>;
  /**
   * Yields what people have, in pages and in the order of `people`. It is computed, or asked of the service, when it is
   * taken. A person without access has no places.
   */
  access(): AsyncIterable<readonly PersonAccess[]>;
}
