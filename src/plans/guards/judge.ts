import { type LossGroup, massObjections, type Objection } from '../../domain/losses/mass.ts';
import { membershipGroup, ownerless, sumOf, type TeamChanges } from '../../domain/memberships/guards.ts';
import type { Session } from '../../runs/session.ts';
import { type Known, type KnownBefore, newKnown } from './known.ts';
import { type Fall, judgeMembers } from './members.ts';
import { judgeTeams } from './teams.ts';
import { judgeProviders, judgeThings } from './things.ts';
import { type Sending, wishesOf } from './wishes.ts';

/** What the guards know about work before its first request. */
export interface Judgement {
  /** Objections to the work. */
  readonly held: readonly Objection[];
  /** The people whose role in the organization becomes lower. */
  readonly falls: readonly (Fall & { readonly org: string })[];
  /** The teams whose members the work changes. */
  readonly teams: readonly TeamChanges[];
  readonly known: Known;
}

/**
 * Finds out what all requests of one piece of work take away, and the objections to it. Only reads: each list at most
 * once, and nothing for requests that take nothing away. Throws errors of the service, except for a list that the token
 * may not read: then the missing list is an objection.
 */
export async function judge(
  session: Session,
  sendings: readonly Sending[],
  before: KnownBefore = {},
): Promise<Judgement> {
  const known = newKnown(session, { ...before, single: sendings.length === 1 });
  const wishes = wishesOf(sendings);
  const { maxRemovals: limit, allowOwnerless } = session.limits;
  const members = await judgeMembers(known, wishes.roles);
  const teams = await judgeTeams(known, wishes, members);
  const providers = await judgeProviders(known, wishes.ended);
  const things = await judgeThings(known, wishes.ended);
  const memberships = teams.named.map(membershipGroup);
  const groups: LossGroup[] = [...members.flatMap((org) => org.groups), ...memberships, ...things];
  const sums = memberships.length > 1 ? [sumOf(memberships)] : [];
  const held = [
    ...members.flatMap((org) => org.objection ?? []),
    ...providers,
    ...massObjections(groups, { limit, sums }),
    ...(allowOwnerless ? [] : ownerless(teams.all)),
    ...known.unreadable(groups.reduce((sum, { lost }) => sum + lost, 0)),
  ];
  const falls = members.flatMap(({ org, falls }) => falls.map((fall) => ({ ...fall, org })));
  return { held, falls, teams: teams.named, known };
}
