import { type ItemOf, type SnapshotPart, thingsOf } from '../../model/snapshot.ts';
import type { Names } from '../names.ts';
import { sorted } from '../sorted.ts';
import type { Thing } from '../thing.ts';
import { personThing, personValue, roleFields } from './members.ts';
import type { OrgSection } from './section.ts';

/** The teams with their members. */
export const teams: OrgSection = {
  name: 'teams',
  wanted: ['team', 'team-member', 'member'],
  *present({ parts }, names) {
    yield* teamThings(parts.team, names);
    const fieldsOf = roleFields();
    for (const { parent, id, item } of thingsOf(parts['team-member'])) {
      const fields = fieldsOf(teamRole(item));
      yield personThing('team-member', [names.team(parent)], names.person(id), id, fields);
    }
  },
  exported(things) {
    const teams = new Map<string, [string, unknown][]>();
    for (const thing of things) {
      const [team = '', person] = thing.key;
      if (person === undefined) teams.set(team, []);
      else teams.get(team)?.push([person, personValue(thing)]);
    }
    return sorted(Array.from(teams, ([team, people]) => [team, { members: sorted(people) }]));
  },
};

/** Yields the teams without their members. */
export function* teamThings(part: SnapshotPart<'team'>, names: Names): Generator<Thing> {
  for (const { id, item } of thingsOf(part))
    yield { kind: 'team', key: [names.team(id)], fields: {}, keyed: { title: item.title ?? '' }, id };
}

/** Returns the role of a member of a team in the words of a file. */
export function teamRole({ team }: ItemOf<'team-member'>): string {
  return team?.role ?? 'member';
}
