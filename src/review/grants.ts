import { createHash, createHmac } from 'node:crypto';
import { accessOf, type SpaceLevels } from '../access/access.ts';
import { askAboutEach } from '../access/answers.ts';
import { type KnownAccess, placesIn, snapshotAccess } from '../access/facts.ts';
import type { Naming } from '../access/pseudonyms.ts';
import { accessWanted } from '../access/read.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { isAtLeast, stronger } from '../domain/access/levels.ts';
import { inherit } from '../domain/access/places.ts';
import type { TeamRoles } from '../domain/memberships/membership.ts';
import { countedBy } from '../model/counted-by.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import { readSnapshot, type UnknownList } from '../model/read/snapshot.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import type { Session } from '../work/run/session.ts';

/** The ways in which a grant gives access. */
export type GrantKind =
  | 'organization-role'
  | 'team-member'
  | 'collection-team'
  | 'space-team'
  | 'collection-default'
  | 'space-default'
  | 'not-shown';

/** The smallest thing that can be taken away. `not-shown`: the service reports a level that no known way gives. */
export interface Grant {
  readonly kind: GrantKind;
  /** The id of the person or of the team; empty for everyone. */
  readonly who: string;
  /** The id of the organization, the team, the collection or the space. */
  readonly where: string;
  /** A level of access; of a membership, the role in the team. */
  readonly level: string;
}

/** All grants of an organization, as far as they could be read. */
export interface Granted {
  readonly facts: KnownAccess;
  /** The role of each member in each team. */
  readonly teams: ReadonlyMap<string, TeamRoles>;
  readonly grants: readonly Grant[];
  /** What could not be read, in sentences. */
  readonly unknown: readonly string[];
}

/** Whom to ask the service about, to find grants that no list shows: a test of the id of a member. */
export type AsksAbout = (user: IdOf<'user'>) => boolean;

/** Reads all grants of the organization: each list once. Rejects as `readSnapshot` does. */
export async function readGrants(
  session: Session,
  reader: ServiceReader,
  naming: Naming,
  asksAbout: (facts: KnownAccess) => AsksAbout,
): Promise<Granted> {
  const { progress, accessRules, scope } = session;
  progress.start('things read');
  const snapshot = await readSnapshot(reader, scope.org(), accessWanted, countedBy(progress));
  const facts = snapshotAccess(snapshot, accessRules);
  const unread: UnknownList[] = [...facts.unknown];
  const direct = await directGrants(reader, facts, asksAbout(facts), unread);
  progress.stop();
  const teams = new Map(
    [...snapshot.parts['team-member'].lists].map(([team, members]) => [
      team,
      new Map([...members].map(([user, { team: of }]) => [user, of?.role === 'owner' ? 'owner' : 'member'])),
    ]),
  );
  return {
    facts,
    teams,
    grants: [...listedGrants(facts, teams), ...direct],
    unknown: await unknownTexts(unread, naming),
  };
}

function* listedGrants(facts: KnownAccess, teams: Granted['teams']): Generator<Grant> {
  const { people, organization } = facts;
  for (const [who, { role }] of people)
    if (role !== null) yield { kind: 'organization-role', who, where: organization.id, level: role };
  for (const [where, members] of teams)
    for (const [who, level] of members) yield { kind: 'team-member', who, where, level };
  const places = [...placesIn(facts)].map(({ place }) => place);
  for (const { kind, id, teams } of places)
    for (const { team, level } of teams)
      if (level !== null) yield { kind: `${kind}-team`, who: team.id, where: id, level };
  for (const { kind, id, defaultLevel } of places)
    if (defaultLevel !== null && defaultLevel !== inherit)
      yield { kind: `${kind}-default`, who: '', where: id, level: defaultLevel };
}

/** Asks the service about people, and returns the levels that no known way gives. */
async function directGrants(
  reader: ServiceReader,
  facts: KnownAccess,
  asksAbout: AsksAbout,
  unread: UnknownList[],
): Promise<Grant[]> {
  const users = [...facts.people.keys()].filter(asksAbout);
  const found: Grant[] = [];
  let at = 0;
  for await (const asked of askAboutEach(reader, facts.organization.id, users)) {
    const who = users[at++] as IdOf<'user'>;
    if ('unknown' in asked) unread.push(asked.unknown);
    else found.push(...notShown(facts, who, asked.answer));
  }
  return found;
}

function* notShown(facts: KnownAccess, who: IdOf<'user'>, answer: SpaceLevels): Generator<Grant> {
  const member = facts.people.get(who);
  for (const where of answer.keys()) {
    const target = facts.targets.spaces.get(where);
    if (!member || !target) continue;
    const hidden = accessOf(facts, member, target, answer).ways.find(({ kind }) => kind === 'not-shown');
    if (hidden) yield { kind: 'not-shown', who, where, level: hidden.level };
  }
}

/** Makes a function that returns the id of a grant, the same in every review. With a key, no one finds the person without it. */
export function grantIds(organization: string, key: string | undefined): (grant: Grant) => string {
  return ({ kind, who, where }) => {
    const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
    const text = JSON.stringify([organization, kind, who, where]);
    // A letter before it: a spreadsheet would take 12e45 for a number.
    return `g${hash.update(text).digest('hex').slice(0, 20)}`;
  };
}

export interface GrantChoice {
  readonly level: string | null;
  /** Whether only what guests hold, and the roles of teams with guests, are reviewed. */
  readonly guests: boolean;
}

/** Makes a function that returns whether a choice covers a grant. A membership counts as the highest level of its team. */
export function choosing(
  { facts, teams }: Granted,
  { level, guests }: GrantChoice,
): (grant: Grant) => boolean {
  const isGuest = (who: string) => facts.people.get(who as IdOf<'user'>)?.role === null;
  const withGuests = new Set([...teams].flatMap(([id, all]) => ([...all.keys()].some(isGuest) ? [id] : [])));
  const highest = new Map<string, string>();
  for (const { grants } of placesIn(facts))
    for (const [team, grant] of grants)
      highest.set(team, stronger(grant.level, highest.get(team) ?? null) ?? grant.level);
  return (grant) => {
    if (guests && !isGuest(grant.who) && !withGuests.has(grant.who)) return false;
    const reached = grant.kind === 'team-member' ? (highest.get(grant.where) ?? null) : grant.level;
    return level === null || isAtLeast(reached, level);
  };
}
