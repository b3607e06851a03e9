import type { ItemOf, Snapshot, Wanted } from '../../model/snapshot.ts';
import { type AccessPlace, inherit, type Step, type Targets, targetsOf } from './places.ts';
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
export interface AccessFacts {
  readonly organization: Step;
  /** The members by id. */
  readonly people: ReadonlyMap<string, Person>;
  readonly targets: Targets;
}

/**
 * Returns the facts for the rules of access. A default level that the service leaves out counts as `inherit`; a role or
 * a permission that it leaves out counts as that of a guest.
 */
export function accessFacts({ organization, parts }: Snapshot<keyof typeof accessParts>): AccessFacts {
  const teams = parts.team.lists.get(organization);
  const teamOf = (id: string): Step => ({ kind: 'team', id, title: teams?.get(id)?.title ?? undefined });
  const places = <Kind extends AccessPlace['kind']>(kind: Kind): AccessPlace[] =>
    [...(parts[kind].lists.get(organization) ?? new Map<string, ItemOf<Kind>>())].map(([id, item]) => ({
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
  return {
    organization: { kind: 'organization', id: organization },
    people: peopleOf(parts.member, parts['team-member'], organization),
    targets: targetsOf(places('collection'), places('space')),
  };
}

type Parts = Snapshot<keyof typeof accessParts>['parts'];

function peopleOf(
  members: Parts['member'],
  memberships: Parts['team-member'],
  organization: string,
): Map<string, Person> {
  const teams = new Map<string, string[]>();
  for (const [team, list] of memberships.lists) {
    for (const user of list.keys()) {
      const own = teams.get(user);
      if (own) own.push(team);
      else teams.set(user, [team]);
    }
  }
  const people = [...(members.lists.get(organization) ?? [])].map(([id, { role = null, disabled }]) => {
    const person: Person = { role, disabled: disabled ?? false, teams: teams.get(id) ?? [] };
    return [id, person] as const;
  });
  return new Map(people);
}
