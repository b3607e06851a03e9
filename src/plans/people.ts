import { ServiceError } from '../api/client/errors.ts';
import { getMember, listMembers } from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import { withoutAdministrator } from '../domain/losses/last-ones.ts';
import type { MemberChange } from '../domain/memberships/diff.ts';
import type { MembershipPlan } from '../domain/memberships/plan.ts';
import { organization } from '../domain/memberships/report.ts';
import { personName } from '../domain/people.ts';
import { type Hint, NothingCalled } from '../errors.ts';
import type { Session } from '../runs/session.ts';
import { assertNothingHeld } from './guards/held-back.ts';
import { personOf } from './team-members.ts';

/** Adds changes of people in the organization to a plan. */
export function withMembers(plan: MembershipPlan, members: readonly MemberChange[]): MembershipPlan {
  if (members.length === 0 && plan.members === undefined) return plan;
  const rows = members.map(({ user }) => [organization, user] as const);
  return { ...plan, members, rows: [...plan.rows, ...rows] };
}

/** Returns a member of the organization. Throws `NothingCalled` with the hint if there is none. */
export async function memberCalled(session: Session, name: string, hint: Hint): Promise<Member> {
  try {
    return await session.api.call(getMember, { params: { org: session.scope.org(), user: name } });
  } catch (error) {
    const isMissing =
      error instanceof NothingCalled || (error instanceof ServiceError && error.status === 404);
    if (!isMissing) throw error;
    throw new NothingCalled(`${JSON.stringify(name)} is not a member of ${session.scope.org()}`, { hint });
  }
}

/** Throws `UsageError` if the organization has no administrator without the members in `losing`. */
export async function assertAdministrator(session: Session, losing: readonly Member[]): Promise<void> {
  if (!losing.some(({ role }) => role === 'admin')) return;
  const org = session.scope.org();
  const admins = new Map();
  for await (const page of session.api.pages(listMembers, { params: { org }, query: { role: 'admin' } }))
    for (const member of page) admins.set(member.id, personOf(member));
  const objection = withoutAdministrator(org, admins, new Set(losing.map(({ id }) => id)));
  assertNothingHeld(objection ? [objection] : []);
}

/** Names a member: `Uma Thurgood (user_uma)`. */
export function personLabel(member: Member): string {
  return personName(member.id, personOf(member));
}
