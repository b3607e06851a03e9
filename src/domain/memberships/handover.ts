import type { MembershipChange, Present } from './diff.ts';

/** A team that somebody leaves, before they leave. */
export interface TeamLeft {
  readonly id: string;
  readonly title: string;
  readonly present: Present;
  /** The owners who can sign in. */
  readonly owners: ReadonlySet<string>;
}

/** Returns whether `user` is the only one who can manage the team. */
export function isSoleOwner({ owners, present }: TeamLeft, user: string): boolean {
  return present.get(user) === 'owner' && ![...owners].some((owner) => owner !== user);
}

/** Returns the changes when `user` leaves a team; if they are its only owner, `successor` becomes one. */
export function handover(team: TeamLeft, user: string, successor: string | undefined): MembershipChange[] {
  const leaving: MembershipChange = { user, from: team.present.get(user) ?? null, to: null };
  if (!successor || !isSoleOwner(team, user)) return [leaving];
  return [{ user: successor, from: team.present.get(successor) ?? null, to: 'owner' }, leaving];
}
