import type { IdOf } from '../../api/contract/ids.ts';
import { type People, type PersonLookup, personName } from '../../domain/people.ts';
import { type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import {
  type Lift,
  type LossGroup,
  massObjections,
  membershipGroup,
  type Objection,
  ownerless,
  type RemovalLimit,
  sumOf,
  type TeamChanges,
  withoutAdministrator,
  withoutProvider,
} from './rules.ts';

export interface GuardLimits {
  /** The largest number of things that may be taken away; `undefined` for the default part of each kind. */
  readonly maxRemovals: RemovalLimit | undefined;
  /** Whether teams may lose their last owner. */
  readonly allowOwnerless: boolean;
  /** To whom it may open something. @default to no one */
  readonly allowOpening?: readonly HeldGrade[];
  /** Kinds with fewer things may lose any part of them. @default 10 */
  readonly smallest?: number | undefined;
}

/** Returns the limits of a plan that a person reviews before it is carried out: they see what it opens. */
export function reviewedLimits(limits: GuardLimits): GuardLimits {
  return { ...limits, allowOpening: heldGrades };
}

/** The name of a limit that the user can lift. */
export type LimitName = Exclude<Lift['limit'], 'allowDelete' | 'allowOpening'>;

/** The members of one organization who leave, or whose role becomes lower. */
export interface PeopleLosses {
  readonly org: string;
  readonly leaving: readonly IdOf<'user'>[];
  readonly demoted: readonly IdOf<'user'>[];
  /** What is known about them; `undefined` if the members cannot be read. */
  readonly people: PersonLookup | undefined;
  /** Everyone who administers the organization, if one of them loses that. */
  readonly admins: People;
  /** The number of members; `undefined` if the loss is too small for that to matter. */
  readonly total: number | undefined;
}

/** Sign-on providers of one organization that end. */
export interface ProviderLosses {
  readonly org: string;
  /** The titles of those that end. */
  readonly titles: readonly string[];
  readonly all: number;
}

/** A list that cannot be read, so that it is not known what is lost. */
export interface Unread {
  /** What it is a list of: `the members of org_acme`. */
  readonly what: string;
  readonly why: string;
  /** The limits that allow the work nevertheless, if all of them are lifted; empty if nothing does. */
  readonly limits: readonly LimitName[];
}

/** Everything that one piece of work takes away. */
export interface Losses {
  readonly people?: readonly PeopleLosses[];
  /** The teams that the work is about. */
  readonly teams?: readonly TeamChanges[];
  /** Other teams that lose members because these leave the organization. */
  readonly teamsOfLeaving?: readonly TeamChanges[];
  /** The number of members in other teams that the work is about, which lose nothing. */
  readonly otherMembers?: number;
  readonly things?: readonly LossGroup[];
  readonly providers?: readonly ProviderLosses[];
  readonly unread?: readonly Unread[];
}

/** Returns all objections to the work: each guard judges everything that it takes away. */
export function judge(losses: Losses, limits: GuardLimits): Objection[] {
  const { people = [], teams = [], things = [], teamsOfLeaving = [], providers = [], unread = [] } = losses;
  const groups = [...people.flatMap(peopleGroups), ...teams.map(membershipGroup), ...things];
  return [
    ...people.flatMap(
      ({ org, admins, leaving, demoted }) =>
        withoutAdministrator(org, admins, new Set([...leaving, ...demoted])) ?? [],
    ),
    ...providers.flatMap(({ org, titles, all }) => withoutProvider(org, titles, all) ?? []),
    ...massObjections(groups, {
      limit: limits.maxRemovals,
      smallest: limits.smallest,
      sums: sumsOf(losses),
    }),
    ...(limits.allowOwnerless ? [] : ownerless([...teams, ...teamsOfLeaving])),
    ...unreadable(
      unread,
      limits,
      groups.reduce((sum, { lost }) => sum + lost, 0),
    ),
  ];
}

function peopleGroups({ org, leaving, demoted, people, total }: PeopleLosses): LossGroup[] {
  const group = (act: string, users: readonly IdOf<'user'>[]): LossGroup => ({
    act,
    word: 'member',
    words: 'members',
    where: ` of ${org}`,
    lost: users.length,
    names: people ? users.map((id) => personName(id, people.get(id))) : [],
    total,
  });
  return [group('remove', leaving), group('lower the roles of', demoted)];
}

/** Returns what several teams lose together; memberships that end with their person are counted with the person. */
function sumsOf({ people = [], teams = [], otherMembers = 0 }: Losses): LossGroup[] {
  if (teams.length < 2) return [];
  const leaving = new Set(people.flatMap((one) => one.leaving));
  const staying = teams.map((team) =>
    membershipGroup({ ...team, changes: team.changes.filter(({ user }) => !leaving.has(user)) }),
  );
  const sum = sumOf(staying);
  return [{ ...sum, total: (sum.total ?? 0) + otherMembers }];
}

/** Returns whether only the other members of the work's teams decide about the share of all memberships. */
export function needsOtherMembers(losses: Losses, { maxRemovals: limit, smallest }: GuardLimits): boolean {
  return massObjections([], { limit, smallest, sums: sumsOf(losses) }).length > 0;
}

/** Returns an objection for each list that could not be read. `lost` is the number of all losses. */
function unreadable(unread: readonly Unread[], limits: GuardLimits, lost: number): Objection[] {
  return unread.filter(refusing(limits)).map(({ what, why, limits: needed }) => {
    const message = `it is unknown what is lost: ${why}`;
    const missing = notLifted(needed, limits);
    if (missing.length === 0) return { message, hint: { code: 'use-listing-token', data: { what } } };
    return {
      message,
      lifts: missing.map((limit) => (limit === 'maxRemovals' ? { limit, count: lost } : { limit })),
    };
  });
}

/** Returns a function that tells whether the work is refused because a list cannot be read. */
export function refusing(limits: GuardLimits): (unread: Unread) => boolean {
  return ({ limits: needed }) => needed.length === 0 || notLifted(needed, limits).length > 0;
}

function notLifted(needed: readonly LimitName[], { maxRemovals, allowOwnerless }: GuardLimits): LimitName[] {
  const isLifted = { maxRemovals: allowsUnknown(maxRemovals), allowOwnerless };
  return needed.filter((limit) => !isLifted[limit]);
}

/** Returns whether a limit allows a loss that cannot be compared with the whole list. */
function allowsUnknown(limit: RemovalLimit | undefined): boolean {
  return limit !== undefined && ('count' in limit || limit.percent === 100);
}
