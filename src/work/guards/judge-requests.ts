import type { Session } from '../run/session.ts';
import { type AlreadyRead, createGuardReads, type GuardReads } from './guard-reads.ts';
import { judge, needsOtherMembers } from './judge.ts';
import { lostMembers, type MemberLosses } from './members.ts';
import { requestedLosses, type Sending } from './requests.ts';
import type { Objection, TeamChanges } from './rules.ts';
import { countMembers, lostMemberships, readTitles } from './teams.ts';
import { lostProviders, lostThings } from './things.ts';

/** What the guards know about work before its first request. */
export interface Judgement {
  readonly held: readonly Objection[];
  /** What members of organizations lose. */
  readonly members: readonly MemberLosses[];
  /** The teams whose members the work changes. */
  readonly teams: readonly TeamChanges[];
  readonly known: GuardReads;
}

/**
 * Finds out what all requests of one piece of work take away, and the objections to it. Only reads: each list at most
 * once, and nothing for requests that take nothing away. Throws errors of the service, except for a list that the token
 * may not read: then the missing list is an objection.
 */
export async function judgeRequests(
  session: Session,
  sendings: readonly Sending[],
  before: AlreadyRead = {},
): Promise<Judgement> {
  const known = createGuardReads(session, { ...before, single: sendings.length === 1 });
  const requested = requestedLosses(sendings);
  const found = before.losing ? [] : await lostMembers(known, requested.roles);
  const people = before.losing ?? found;
  const memberships = await lostMemberships(known, requested, found);
  const providers = await lostProviders(known, requested.ended);
  const things = [...(await lostThings(known, requested.ended)), ...(before.contents ?? [])];
  const losses = { people, ...memberships, providers, things, unread: known.unread };
  const others = needsOtherMembers(losses, known.limits) ? before.otherTeams : undefined;
  const otherMembers = others && (await countMembers(known, others, requested));
  const held = judge({ ...losses, ...(otherMembers && { otherMembers }) }, known.limits);
  if (held.length > 0 && !before.titles && requested.teams.size > 0) {
    // What is refused is called by its name.
    const titles = await readTitles(known, requested);
    return judgeRequests(session, sendings, { ...before, titles });
  }
  return { held, members: found, teams: memberships.teams, known };
}
