import { asId, type IdOf } from '../../api/contract/ids.ts';
import { membersBody } from '../../api/contract/members-body.ts';
import { removeMember, updateMember } from '../../api/contract/operations/members.ts';
import { createTeam, updateTeamMembers } from '../../api/contract/operations/teams.ts';
import type { Made } from '../../model/effects/facts.ts';
import { titled } from '../../text/called.ts';
import { type Change, renumbered } from '../change.ts';
import { inSafeOrder, type MembershipChange, type TeamRole } from './membership.ts';

// A change of memberships is one request for many of them. Its fields are the roles by the ids of the members: what the
// request touches does not say the role before, and plans, results and journals of 100,000 memberships are made of it.

/** A team whose memberships change: a team of the service, or one that the same plan makes. */
export interface ChangedTeam {
  readonly org: string;
  readonly team: IdOf<'team'> | Made;
  readonly title: string;
}

export interface TeamDifference {
  /** `null` for a team that must be made first. */
  readonly id: IdOf<'team'> | null;
  readonly title: string;
  readonly changes: readonly MembershipChange[];
}

/** The default for the largest number of memberships in one request. */
export const usualBatchSize = 500;

/** How the memberships of one team become requests. */
export interface Batches {
  /** The largest number of memberships in one request. */
  readonly batchSize: number;
  /** The index that the first change gets in the plan. */
  readonly first: number;
  /** The indexes of the changes that must be done before. */
  readonly requires?: readonly number[];
}

/** Returns the changes of teams: for each changed team, the one that makes it, and one for each `batchSize` memberships. */
export function teamChanges(org: string, teams: readonly TeamDifference[], batchSize: number): Change[] {
  const all: Change[] = [];
  for (const { id, title, changes } of teams) {
    // A new team from which a person is only removed is not made.
    if (changes.length === 0) continue;
    const made = all.length;
    if (id === null) all.push(teamCreation(org, title));
    const team = { org, team: id ?? { $change: made }, title };
    const requires = id === null ? [made] : [];
    all.push(...membershipsChanges(team, changes, { batchSize, first: all.length, requires }));
  }
  return all;
}

/** Returns the change that makes a team. No other team of the organization may have its title. */
function teamCreation(org: string, title: string): Change {
  return {
    action: 'create',
    kind: 'team',
    ref: { org },
    name: titled('team', title),
    before: null,
    after: { title },
    operation: createTeam.id,
    input: { params: { org }, body: { title } },
    requires: [],
    isUnique: true,
  };
}

/**
 * Returns the changes of the memberships of one team: one for each `batchSize` memberships, each after the one before
 * it; none if there are no memberships. New owners come first, and members who leave last, so that a team keeps an owner
 * if a request fails.
 */
export function membershipsChanges(
  { org, team, title }: ChangedTeam,
  changes: readonly MembershipChange[],
  { batchSize, first, requires = [] }: Batches,
): Change[] {
  return chunked(changes, batchSize).map((part, at) => ({
    action: 'update',
    kind: 'team-members',
    ref: { org, team },
    name: titled('team', title),
    ...membershipFields({ org, team }, part),
    requires: at === 0 ? requires : [...requires, first + at - 1],
  }));
}

function chunked(changes: readonly MembershipChange[], size: number): MembershipChange[][] {
  const ordered = inSafeOrder(changes);
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, at) =>
    ordered.slice(at * size, (at + 1) * size),
  );
}

function membershipFields(params: Change['input']['params'], changes: readonly MembershipChange[]) {
  // An object of many fields is made twice as fast without a prototype.
  const before: Record<string, string | null> = Object.create(null);
  const after: Record<string, string | null> = Object.create(null);
  for (const { user, from, to } of changes) {
    before[user] = from;
    after[user] = to;
  }
  const input = { params, body: membersBody(before, after) };
  return { before, after, operation: updateTeamMembers.id, input };
}

/** The change of a person in the organization; the role `null` is a guest. */
export interface MemberChange {
  readonly user: IdOf<'user'>;
  readonly from: string | null;
  /** Absent for a person who leaves. */
  readonly to?: string | null;
}

/** Adds the changes of people in the organization. A person leaves it only after all their teams. */
export function withMembers(
  org: string,
  changes: readonly Change[],
  members: readonly MemberChange[],
): Change[] {
  const ofMembers = members.map(({ user, from, to }): Change => {
    const params = { org, user };
    const common = { kind: 'member', ref: params, name: `member ${user}`, before: { role: from } };
    if (to !== undefined) {
      const body = { role: to };
      const input = { params, body };
      return { ...common, action: 'update', after: body, operation: updateMember.id, input, requires: [] };
    }
    const requires = [...changes.keys()].filter((at) => Object.hasOwn(changes[at]?.after ?? {}, user));
    return {
      ...common,
      action: 'delete',
      after: null,
      operation: removeMember.id,
      input: { params },
      requires,
    };
  });
  return [...changes, ...ofMembers];
}

/** Returns the memberships that a change sets or ends; none for a change of something else. */
export function membershipsOf({
  kind,
  before,
  after,
}: Pick<Change, 'kind' | 'before' | 'after'>): MembershipChange[] {
  if (kind !== 'team-members') return [];
  const memberships: MembershipChange[] = [];
  // Of an object of many fields, all other ways take twice as long.
  for (const user in after) {
    const [from, to] = [before?.[user], after[user]] as [string | null | undefined, TeamRole | null];
    memberships.push({ user: asId<'user'>(user), from: from ?? null, to });
  }
  return memberships;
}

/** Copies a change of the members of a team with only some of its memberships. */
export function withMemberships(change: Change, changes: readonly MembershipChange[]): Change {
  return { ...change, ...membershipFields(change.input.params, changes) };
}

/** Splits each change of more than `batchSize` memberships as {@link membershipsChanges} does. */
export function inBatches(changes: readonly Change[], batchSize: number): Change[] {
  const parts = changes.map((change) => {
    const memberships = membershipsOf(change);
    if (memberships.length <= batchSize) return [change];
    return chunked(memberships, batchSize).map((part) => withMemberships(change, part));
  });
  /** The index of the last part of each change. */
  const last: number[] = [];
  for (const { length } of parts) last.push((last.at(-1) ?? -1) + length);
  const now = (place: number) => last[place] as number;
  return parts.flatMap((own, place) =>
    own.map((part, at) => {
      const { requires, ...moved } = renumbered(part, now);
      const before = now(place) - own.length + at;
      return { ...moved, requires: at === 0 ? requires : [...requires, before] };
    }),
  );
}
