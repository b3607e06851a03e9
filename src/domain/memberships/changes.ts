import { asId, type IdOf } from '../../api/contract/ids.ts';
import { removeMember, updateMember } from '../../api/contract/operations/members.ts';
import { createTeam, updateTeamMembers } from '../../api/contract/operations/teams.ts';
import type { Fields, Made } from '../../model/effects/facts.ts';
import { type Change, renumbered } from '../change.ts';
import { inSafeOrder, type MemberChange, type MembershipChange, membershipBody } from './diff.ts';
import type { TeamRole } from './roster.ts';

/** A team whose memberships change: a team of the service, or one that the same plan makes. */
export interface ChangedTeam {
  readonly org: string;
  readonly team: IdOf<'team'> | Made;
  readonly title: string;
}

/** Returns the change that makes a team. No other team of the organization may have its title. */
export function teamCreation(org: string, title: string): Change {
  return {
    action: 'create',
    kind: 'team',
    ref: { org },
    name: teamName(title),
    before: null,
    after: { title },
    operation: createTeam.id,
    input: { params: { org }, body: { title } },
    requires: [],
    isUnique: true,
  };
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

/**
 * Returns the changes of the memberships of one team: one for each `batchSize` memberships, each after the one before
 * it; none if there are no memberships. New owners come first, and members who leave last, so that a team keeps an owner
 * if a request fails. The fields of a change are the roles by the ids of the members.
 */
export function membershipsChanges(
  team: ChangedTeam,
  changes: readonly MembershipChange[],
  { batchSize, first, requires = [] }: Batches,
): Change[] {
  return chunked(changes, batchSize).map((part, at) => ({
    action: 'update',
    kind: 'team-members',
    ref: { org: team.org, team: team.team },
    name: teamName(team.title),
    ...fieldsOf(part),
    operation: updateTeamMembers.id,
    input: { params: { org: team.org, team: team.team }, body: membershipBody(part) },
    requires: at === 0 ? requires : [...requires, first + at - 1],
  }));
}

function chunked(changes: readonly MembershipChange[], size: number): MembershipChange[][] {
  const ordered = inSafeOrder(changes);
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, at) =>
    ordered.slice(at * size, (at + 1) * size),
  );
}

function fieldsOf(changes: readonly MembershipChange[]) {
  // An object of many fields is made twice as fast without a prototype.
  const before: Record<string, string | null> = Object.create(null);
  const after: Record<string, string | null> = Object.create(null);
  for (const { user, from, to } of changes) {
    before[user] = from;
    after[user] = to;
  }
  return { before, after };
}

/** Returns the change of a person in the organization. */
export function memberChange(
  org: string,
  { user, from, to, leaves }: MemberChange,
  requires: readonly number[] = [],
): Change {
  const params = { org, user };
  return {
    action: leaves ? 'delete' : 'update',
    kind: 'member',
    ref: params,
    name: `member ${user}`,
    before: { role: from },
    after: leaves ? null : { role: to },
    operation: leaves ? removeMember.id : updateMember.id,
    input: leaves ? { params } : { params, body: { role: to } },
    requires,
  };
}

/** Returns the memberships that a change of the members of a team changes. */
export function membershipsOf({ before, after }: Pick<Change, 'before' | 'after'>): MembershipChange[] {
  return Object.keys(after ?? {}).map((user) => ({
    user: asId<'user'>(user),
    from: roleIn(before, user),
    to: roleIn(after, user) as TeamRole | null,
  }));
}

function roleIn(fields: Fields | null, user: string): string | null {
  return (fields?.[user] ?? null) as string | null;
}

/** Copies a change of the members of a team with only some of its memberships. */
export function withMemberships(change: Change, changes: readonly MembershipChange[]): Change {
  return { ...change, ...fieldsOf(changes), input: { ...change.input, body: membershipBody(changes) } };
}

/** Splits each change of more than `batchSize` memberships as {@link membershipsChanges} does. */
export function inBatches(changes: readonly Change[], batchSize: number): Change[] {
  const parts = changes.map((change) => {
    const isLong = change.kind === 'team-members' && Object.keys(change.after ?? {}).length > batchSize;
    if (!isLong) return [change];
    return chunked(membershipsOf(change), batchSize).map((part) => withMemberships(change, part));
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

function teamName(title: string): string {
  return `team ${JSON.stringify(title)}`;
}
