import { asId, type IdOf } from '../api/contract/ids.ts';
import { getMember, listMembers } from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import { withoutAdministrator } from '../domain/losses/last-ones.ts';
import type { MemberChange } from '../domain/memberships/diff.ts';
import type { MembershipPlan } from '../domain/memberships/plan.ts';
import { organization } from '../domain/memberships/report.ts';
import { firstOf, type Person, personName } from '../domain/people.ts';
import { type Hint, NothingCalled } from '../errors.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { Session } from '../runs/session.ts';
import { assertNothingHeld } from './guards/held-back.ts';
import { findPerson, personOf } from './team-members.ts';

/** Adds changes of people in the organization to a plan. */
export function withMembers(plan: MembershipPlan, members: readonly MemberChange[]): MembershipPlan {
  if (members.length === 0 && plan.members === undefined) return plan;
  const rows = members.map(({ user }) => [organization, user] as const);
  return { ...plan, members, rows: [...plan.rows, ...rows] };
}

/** From this number of people on, the list of members is read instead of each person. */
const mostOneByOne = 10;
const readsAtOnce = 8;

/**
 * Returns the members of the organization that `given` names, each once. Throws `NothingCalled` with the hint, which names
 * everybody who is no member.
 */
export async function membersCalled(
  session: Session,
  given: readonly string[],
  hint: Hint,
): Promise<Member[]> {
  const org = session.scope.org();
  const ids = await inParallel(given, readsAtOnce, (one) => userCalled(session, one));
  const known = given.length > mostOneByOne ? await membersById(session) : undefined;
  const found = await inParallel(ids, readsAtOnce, (id) => {
    if (id === undefined) return undefined;
    return known ? known.get(id) : findPerson(session.api, org, id);
  });
  const missing = given.filter((_, at) => found[at] === undefined).map((one) => JSON.stringify(one));
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is not a member' : 'are not members';
    throw new NothingCalled(`${firstOf(missing, missing.length)} ${are} of ${org}`, { hint });
  }
  return [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
}

/** Returns a member of the organization. Throws as {@link membersCalled} does. */
export async function memberCalled(session: Session, name: string, hint: Hint): Promise<Member> {
  const [member] = await membersCalled(session, [name], hint);
  return member as Member;
}

/** Returns the id that a name or an e-mail address means, or an id as it is; `undefined` if it means nobody. */
async function userCalled({ scope, names }: Session, user: string): Promise<IdOf<'user'> | undefined> {
  try {
    const { params } = await names.resolved(getMember, { params: { org: scope.org(), user } });
    return params?.user === undefined ? undefined : asId<'user'>(params.user);
  } catch (error) {
    if (error instanceof NothingCalled) return undefined;
    throw error;
  }
}

/** Returns all members of the organization by their ids. */
export async function membersById({ api, scope }: Session): Promise<Map<IdOf<'user'>, Member>> {
  const members = new Map<IdOf<'user'>, Member>();
  for await (const page of api.pages(listMembers, { params: { org: scope.org() } }))
    for (const member of page) members.set(member.id, member);
  return members;
}

/** Throws `UsageError` if the organization has no administrator without the members in `losing`. */
export async function assertAdministrator(session: Session, losing: readonly Member[]): Promise<void> {
  if (!losing.some(({ role }) => role === 'admin')) return;
  const org = session.scope.org();
  const admins = new Map<IdOf<'user'>, Person>();
  for await (const page of session.api.pages(listMembers, { params: { org }, query: { role: 'admin' } }))
    for (const member of page) admins.set(member.id, personOf(member));
  const objection = withoutAdministrator(org, admins, new Set(losing.map(({ id }) => id)));
  assertNothingHeld(objection ? [objection] : []);
}

/** Names a member: `Uma Thurgood (user_uma)`. */
export function personLabel(member: Member): string {
  return personName(member.id, personOf(member));
}
