import { thingsOf } from '../../model/snapshot.ts';
import { sorted } from '../sorted.ts';
import { personThing, personValue, roleFields } from './members.ts';
import type { OrgSection } from './section.ts';

/** The teams with their members. */
export const teams: OrgSection = {
  name: 'teams',
  wanted: ['team', 'team-member', 'member'],
  *present({ parts }, names) {
    for (const { id, item } of thingsOf(parts.team))
      yield { kind: 'team', key: [names.team(id)], fields: {}, keyed: { title: item.title ?? '' }, id };
    const fieldsOf = roleFields();
    for (const { parent, id, item } of thingsOf(parts['team-member'])) {
      const fields = fieldsOf(item.team?.role ?? 'member');
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
