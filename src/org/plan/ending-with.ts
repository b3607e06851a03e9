import type { Client } from '../../api/client/client.ts';
import {
  type ItemOf,
  readLists,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
} from '../../model/snapshot.ts';
import { wantedOf } from '../kept.ts';
import { keysOf, once } from '../names.ts';
import { personNames } from '../person-names.ts';
import { personThing, roleFields } from '../sections/members.ts';
import { teamRole } from '../sections/teams.ts';
import { keyText, type Thing } from '../thing.ts';
import type { Difference } from './compare.ts';
import type { AgreedPeople } from './compare-people.ts';
import type { FileNames } from './file-names.ts';
import type { UnknownPart } from './plan.ts';
import { meeting } from './read.ts';

/** The memberships around the people and teams that a plan deletes. */
export interface EndingMemberships {
  /** Those that end with them, and that were not compared. */
  readonly things: readonly Thing[];
  /** The people who stay as they are, also in teams that were not compared. */
  readonly agreed: readonly AgreedPeople[];
  /** The deletions for which the memberships cannot be read. */
  readonly unjudged: readonly Difference[];
  readonly unknown: readonly UnknownPart[];
  /** With the lists that were read for this. */
  readonly snapshot: Snapshot;
  /** Returns the key of a team. */
  readonly teamKey: (id: string) => string;
}

/** What is known before the memberships are read. */
export interface BeforeMemberships {
  readonly differences: readonly Difference[];
  /** The things of the service that were compared. */
  readonly present: readonly Thing[];
  readonly agreed: readonly AgreedPeople[];
  readonly snapshot: Snapshot;
  readonly names: FileNames;
}

/** Finds the memberships that end with deleted people and teams. Reads nothing if the plan deletes none. */
export async function endingMemberships(
  client: Client,
  { differences, present, agreed, snapshot: before, names }: BeforeMemberships,
  options: SnapshotOptions,
): Promise<EndingMemberships> {
  const { organization } = before;
  const idsOf = (kind: 'member' | 'team'): ReadonlySet<string> =>
    new Set(
      differences.flatMap(({ kind: own, action, id }) =>
        own === kind && action === 'delete' && id !== undefined ? [id] : [],
      ),
    );
  const [people, teams] = [idsOf('member'), idsOf('team')] as const;
  const met = new Map<string, ItemOf<'member'>>();
  const snapshot = await withMemberships(client, before, { people, teams, met }, options);
  const metNames = once(() => personNames(met));
  const personOf = (user: string) => (met.has(user) ? metNames().nameOf(user) : names.person(user));
  const { team, 'team-member': memberships } = snapshot.parts;
  const titles = keysOf([...(team.lists.get(organization)?.values() ?? [])]);
  const teamKey = (id: string) =>
    before.parts.team.lists.has(organization) ? names.team(id) : (titles.get(id) ?? id);
  const compared = new Set(
    present.flatMap(({ kind, key, id = '' }) => (kind === 'team-member' ? keyText([key[0] ?? '', id]) : [])),
  );
  const fieldsOf = roleFields();
  const things: Thing[] = [];
  if (people.size + teams.size === 0) return { things, agreed, unjudged: [], unknown: [], snapshot, teamKey };
  const staying = agreed.filter(({ kind }) => kind !== 'team-member');
  for (const [id, list] of memberships.lists) {
    const above = [teamKey(id)];
    const isEnding = (user: string) => teams.has(id) || people.has(user);
    const others = [...list].filter(([user]) => !compared.has(keyText([...above, user])));
    const ending = others.filter(([user]) => isEnding(user));
    for (const [user, item] of ending)
      things.push(personThing('team-member', above, personOf(user), user, fieldsOf(teamRole(item))));
    const count = others.length - ending.length;
    if (count > 0) staying.push({ kind: 'team-member', above, count });
  }
  const missing = [...team.unknown, ...memberships.unknown];
  const isUnjudged = ({ kind, action, id = '' }: Difference) =>
    action === 'delete' &&
    ((kind === 'member' && missing.length > 0) ||
      (kind === 'team' && memberships.unknown.some((unknown) => unknown.in.id === id)));
  const unjudged = differences.filter(isUnjudged);
  return {
    things,
    agreed: staying,
    unjudged,
    unknown:
      unjudged.length === 0
        ? []
        : missing.map(({ kind, in: { kind: holder, id }, reason }) => ({
            kind: holder,
            name: holder === 'team' ? teamKey(id) : id,
            part: kind,
            reason,
          })),
    snapshot,
    teamKey,
  };
}

interface Ending {
  readonly people: ReadonlySet<string>;
  readonly teams: ReadonlySet<string>;
  /** Gets the people whom the lists show. */
  readonly met: Map<string, ItemOf<'member'>>;
}

/** Reads the members of all teams if people go, else those of the teams that go. */
async function withMemberships(
  client: Client,
  snapshot: Snapshot,
  { people, teams, met }: Ending,
  options: SnapshotOptions,
): Promise<Snapshot> {
  const { organization, parts } = snapshot;
  const listed = parts.team.lists.get(organization);
  if (people.size + teams.size === 0) return snapshot;
  if (!listed) {
    if (parts.team.unknown.length > 0) return snapshot;
    const wanted = meeting(wantedOf(['team', 'team-member']), met);
    const read = await readSnapshot(client, organization, wanted, options);
    return { organization, parts: { ...parts, ...read.parts } };
  }
  const known = parts['team-member'];
  const tried = new Set(known.unknown.map((unknown) => unknown.in.id));
  const missing = (people.size > 0 ? [...listed.keys()] : [...teams]).filter(
    (id) => !known.lists.has(id) && !tried.has(id),
  );
  const wanted = meeting(wantedOf(['team-member']), met)['team-member'];
  const read = await readLists(client, organization, 'team-member', missing, { ...wanted, ...options });
  const all = {
    lists: new Map([...known.lists, ...read.lists]),
    unknown: [...known.unknown, ...read.unknown],
  };
  return { organization, parts: { ...parts, 'team-member': all } };
}
