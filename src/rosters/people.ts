import { asId, type IdOf } from '../api/contract/ids.ts';
import { getMember } from '../api/contract/operations/members.ts';
import { getTeam } from '../api/contract/operations/teams.ts';
import type { Member } from '../api/contract/schemas.ts';
import { firstNames, personName, personOf } from '../domain/people.ts';
import { type Hint, NothingCalled } from '../errors.ts';
import { few } from '../model/read/few.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import type { PeopleLosses } from '../work/guards/judge.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import { type KnownTeam, readPeople, readTeam, type TeamNow } from '../work/team-members.ts';

/** From this number of people on, the list of members is read instead of each person. */
const mostOneByOne = 10;
const readsAtOnce = 8;

/**
 * Returns the members of the organization that `given` names, each once. Throws `NothingCalled` with the hint, which names
 * everyone who is no member.
 */
export async function membersCalled(
  session: Session,
  given: readonly string[],
  hint: Hint,
): Promise<Member[]> {
  const org = session.scope.org();
  const ids = await inParallel(given, readsAtOnce, (one) => userCalled(session, one));
  const wanted = ids.flatMap((id) => id ?? []);
  const members = await few(sessionReader(session), 'member', { org }, wanted, {
    most: mostOneByOne,
    atOnce: readsAtOnce,
  });
  const found = ids.map((id) => (id === undefined ? undefined : members.get(id)));
  const missing = given.filter((_, at) => found[at] === undefined).map((one) => JSON.stringify(one));
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is not a member' : 'are not members';
    throw new NothingCalled(`${firstNames(missing, missing.length)} ${are} of ${org}`, { hint });
  }
  return [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
}

/** Returns a member of the organization. Throws as {@link membersCalled} does. */
export async function memberCalled(session: Session, name: string, hint: Hint): Promise<Member> {
  const [member] = await membersCalled(session, [name], hint);
  return member as Member;
}

/** Reads the team that a name means, with its members. Throws `NothingCalled` if there is none. */
export async function teamCalled(session: Session, name: string): Promise<KnownTeam & TeamNow> {
  const [org, reader] = [session.scope.org(), sessionReader(session)];
  const { params } = await session.names.resolved(getTeam, { params: { org, team: name } });
  const { id, title } = await reader.need(getTeam, { org, team: asId<'team'>(params?.team ?? name) });
  return { id, title: title ?? id, ...(await readTeam(reader, org, id)) };
}

/** Returns teams and their titles by their ids, as plans and guards take what was read before. */
export function byIds<Team extends KnownTeam>(teams: readonly Team[]) {
  return {
    teams: new Map(teams.map((team) => [team.id, team])),
    titles: new Map(teams.map(({ id, title }) => [id, title])),
  };
}

/** Returns the id that a name or an e-mail address means, or an id as it is; `undefined` if it means no one. */
async function userCalled({ scope, names }: Session, user: string): Promise<IdOf<'user'> | undefined> {
  try {
    const { params } = await names.resolved(getMember, { params: { org: scope.org(), user } });
    return params?.user === undefined ? undefined : asId<'user'>(params.user);
  } catch (error) {
    if (error instanceof NothingCalled) return undefined;
    throw error;
  }
}

/** Members who leave the organization, and those whose role there becomes lower. */
export interface LosingMembers {
  readonly leaving?: readonly Member[];
  readonly demoted?: readonly Member[];
  /** The number of members; `undefined` if the loss is too small for that to matter. */
  readonly total?: number | undefined;
}

/** Returns what an organization loses with members. Reads its administrators if one of them loses that role. */
export async function peopleLosses(
  session: Session,
  { leaving = [], demoted = [], total }: LosingMembers,
): Promise<PeopleLosses> {
  const org = session.scope.org();
  const losing = [...leaving, ...demoted];
  return {
    org,
    leaving: leaving.map(({ id }) => id),
    demoted: demoted.map(({ id }) => id),
    people: new Map(losing.map((member) => [member.id, personOf(member)])),
    admins: losing.some(({ role }) => role === 'admin')
      ? await readPeople(sessionReader(session), org, { role: 'admin' })
      : new Map(),
    total,
  };
}

/** Names a member: `Uma Thurgood (user_uma)`. */
export function personLabel(member: Member): string {
  return personName(member.id, personOf(member));
}
