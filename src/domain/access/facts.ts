import { asId, type IdOf } from '../../api/contract/ids.ts';
import type { ItemOf, Snapshot, SnapshotPart, Wanted } from '../../model/read/snapshot.ts';
import {
  type AccessPlace,
  type GrantStep,
  inherit,
  type Targets,
  type TeamStep,
  targetsOf,
} from './places.ts';
import type { Person } from './rules.ts';

/** The parts of an organization that the rules of access need. */
export const accessParts = {
  member: {},
  team: {},
  'team-member': {},
  collection: {},
  'collection-team': {},
  space: {},
  'space-team': {},
} as const satisfies Wanted;

/**
 * The people and places that decide access, as far as they were read: what the snapshot does not know is missing here.
 */
export interface AccessFacts<Known extends Person = Person, Id extends string = string> {
  readonly organization: GrantStep;
  readonly people: ReadonlyMap<Id, Known>;
  readonly targets: Targets;
}

/**
 * Returns the facts for the rules of access. A default level that the service leaves out counts as `inherit`; a role or
 * a permission that it leaves out counts as that of a guest. `known` adds to a person what else is needed of the member.
 * People who are in the same teams share one array of them.
 */
export function accessFacts<Known extends Person = Person>(
  { organization, parts }: Snapshot<keyof typeof accessParts>,
  known: (person: Person, id: IdOf<'user'>, member: ItemOf<'member'>) => Known = (person) => person as Known,
): AccessFacts<Known, IdOf<'user'>> {
  const titles = parts.team.lists.get(organization);
  const teamOf = (id: IdOf<'team'>): TeamStep => ({
    kind: 'team',
    id,
    title: titles?.get(id)?.title ?? undefined,
  });
  const places = (kind: AccessPlace['kind']): AccessPlace[] =>
    [...(parts[kind].lists.get(organization) ?? [])].map(([id, item]) => ({
      kind,
      id,
      title: item.title ?? undefined,
      parent: item.parent,
      defaultLevel: item.defaultLevel === undefined ? inherit : item.defaultLevel,
      teams: [...(parts[`${kind}-team`].lists.get(id) ?? [])].map(([team, { permission = null }]) => ({
        team: teamOf(team),
        level: permission,
      })),
    }));
  const teams = teamsOfUsers(parts['team-member']);
  const people = new Map<IdOf<'user'>, Known>();
  for (const [id, member] of parts.member.lists.get(organization) ?? []) {
    const { role = null, disabled } = member;
    const person = { role, disabled: disabled ?? false, teams: teams.get(id) ?? noTeams };
    people.set(id, known(person, id, member));
  }
  return {
    organization: { kind: 'organization', id: organization },
    people,
    targets: targetsOf(places('collection'), places('space')),
  };
}

type Teams = readonly IdOf<'team'>[];

const noTeams: Teams = [];

/** Returns the teams of each user who is in any, in the order of the lists. Users with the same teams share one array. */
export function teamsOfUsers({ lists }: SnapshotPart<'team-member'>): Map<IdOf<'user'>, Teams> {
  const found = new Map<IdOf<'user'>, Teams>();
  for (const [team, list] of lists) {
    // Users with the same teams before this one have the same teams after it.
    const joined = new Map<Teams, Teams>();
    for (const user of list.keys()) {
      const before = found.get(user) ?? noTeams;
      const after = joined.get(before) ?? [...before, asId<'team'>(team)];
      joined.set(before, after);
      found.set(user, after);
    }
  }
  return found;
}
