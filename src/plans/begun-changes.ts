import type { Client } from '../api/client/client.ts';
import { asId } from '../api/contract/ids.ts';
import type { Change } from '../domain/change.ts';
import { membershipsOf, withMemberships } from '../domain/memberships/changes.ts';
import { stillToDo } from '../domain/memberships/diff.ts';
import { findMade } from './find-made.ts';
import { readPresent } from './team-members.ts';

/** What is left to do of a change. */
export interface Rest {
  readonly change: Change;
  /** The people whose memberships are left, if they are not all people of the change. */
  readonly users?: readonly string[] | undefined;
  /** Finds the thing that a request without an outcome may have made. */
  find?(): Promise<unknown>;
}

/** How the things of one change have changed since the run began. */
export interface Since {
  /** The names of what somebody else has changed; `''` for the thing of the change. The change must not overwrite it. */
  readonly conflicts: readonly string[];
  /** For the members of a team: the ids of the people of these conflicts. */
  readonly users: ReadonlySet<string>;
  /** Whether the change only removes what is gone already. */
  readonly isGone: boolean;
}

/**
 * Returns what is left to do of a change, whose ids are known; `undefined` if nothing is. If an earlier process has begun
 * it, this reads the members of its team, and leaves out the memberships that are as wanted. `known` returns the ids of
 * things that the change has not made.
 */
export async function restOf(
  client: Client,
  change: Change,
  isBegun: boolean,
  known: () => ReadonlySet<string>,
): Promise<Rest | undefined> {
  if (!isBegun) return { change };
  if (change.isUnique) return { change, find: () => findMade(client, change, known()) };
  if (change.kind !== 'team-members') return { change };
  const { org, team } = change.ref;
  const all = membershipsOf(change);
  const left = stillToDo(all, await readPresent(client, org as string, asId<'team'>(team as string)));
  if (left.length === 0) return undefined;
  if (left.length === all.length) return { change };
  return { change: withMemberships(change, left), users: left.map(({ user }) => user) };
}

/** Leaves out what somebody else has changed; `undefined` if nothing else is left. */
export function withoutConflicts(rest: Rest, { conflicts, users }: Since): Rest | undefined {
  if (conflicts.length === 0) return rest;
  if (users.size === 0) return undefined;
  const left = membershipsOf(rest.change).filter(({ user }) => !users.has(user));
  if (left.length === 0) return undefined;
  return { ...rest, change: withMemberships(rest.change, left), users: left.map(({ user }) => user) };
}
