import { thingsOf } from '../../model/snapshot.ts';
import { byName, childrenOf } from './children.ts';
import { personThing, personValue } from './members.ts';
import type { OrgSection } from './section.ts';

/** The teams with their members. */
export const teams: OrgSection = {
  name: 'teams',
  wanted: ['team', 'team-member', 'member'],
  present: ({ parts }, names) => [
    ...Array.from(thingsOf(parts.team), ({ id, item }) => ({
      kind: 'team' as const,
      key: [names.team(id)],
      fields: {},
      keyed: { title: item.title ?? '' },
      id,
    })),
    ...Array.from(thingsOf(parts['team-member']), ({ parent, id, item }) =>
      personThing('team-member', [names.team(parent)], names.person(id), id, item.team?.role ?? 'member'),
    ),
  ],
  exported(things) {
    const people = childrenOf(things, 'team-member');
    return byName(childrenOf(things, 'team')([]), ({ key }) => ({
      members: byName(people(key), personValue),
    }));
  },
};
