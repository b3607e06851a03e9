import type { MembershipChange, Present } from './diff.ts';

/** A team that people leave, before they leave. */
export interface TeamLeft {
  readonly id: string;
  readonly title: string;
  readonly present: Present;
  /** The owners who can sign in. */
  readonly owners: ReadonlySet<string>;
}

/** Returns those of `leaving` who own the team, if nobody else who can sign in does. */
export function lastOwners({ owners, present }: TeamLeft, leaving: ReadonlySet<string>): string[] {
  if ([...owners].some((owner) => !leaving.has(owner))) return [];
  return [...leaving].filter((user) => present.get(user) === 'owner');
}

/** Returns the changes when people leave a team; if only they own it, `successor` becomes an owner. */
export function handover(
  team: TeamLeft,
  leaving: ReadonlySet<string>,
  successor: string | undefined,
): MembershipChange[] {
  const { present } = team;
  const left = [...leaving].filter((user) => present.has(user));
  const ends = left.map((user): MembershipChange => ({ user, from: present.get(user) ?? null, to: null }));
  if (!successor || lastOwners(team, leaving).length === 0) return ends;
  return [{ user: successor, from: present.get(successor) ?? null, to: 'owner' }, ...ends];
}
