import type { AccessDocument } from '../../src/documents/access/document.ts';
import { accessDocument } from './access-document.ts';

const levels = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
const given = [
  'Ada',
  'Grace',
  'Alan',
  'Mary',
  'Edsger',
  'Radia',
  'Barbara',
  'Margaret',
  'Niklaus',
  'Frances',
];
const family = [
  'Lovelace',
  'Hopper',
  'Turing',
  'Jackson',
  'Dijkstra',
  'Perlman',
  'Liskov',
  'Hamilton',
  'Wirth',
  'Allen',
];

/** Returns an organization of this size. The same sizes give the same organization. */
export function largeOrganization(people: number, spaces: number): AccessDocument {
  const next = randomNumbers();
  const pick = <Item>(items: readonly Item[]) => items[next(items.length)] as Item;
  const many = <Value>(count: number, id: string, make: (index: number) => Value) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${id}_${index}`, make(index)]));
  const [teams, collections] = [Math.ceil(people / 100), Math.ceil(spaces / 20)];
  const granted = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, () => [`team_${next(teams)}`, pick(levels)]));
  return accessDocument({
    title: 'Large',
    people: many(people, 'user', (index) => ({
      name: `${pick(given)} ${pick(family)} ${index}`,
      email: `person.${index}@large.test`,
      role: next(20) === 0 ? null : next(500) === 0 ? 'admin' : pick(levels.slice(0, 5)),
      teams: [...new Set(Array.from({ length: next(4) }, () => `team_${next(teams)}`))],
      disabled: next(30) === 0,
    })),
    teams: many(teams, 'team', (index) => `Team ${index}`),
    collections: many(collections, 'col', (index) => ({
      title: `Collection ${index}`,
      ...(index > 5 && { in: `col_${next(6)}` }),
      default: pick(['inherit', 'read', null]),
      teams: granted(5),
    })),
    spaces: many(spaces, 'space', (index) => ({
      title: `Space ${index}`,
      in: `col_${next(collections)}`,
      teams: granted(3),
    })),
    beside: many(spaces, 'space', (index) => ({
      sites:
        index % 5 === 0
          ? [
              {
                id: `site_${index % 50}`,
                title: `Site ${index % 50}`,
                visibility: pick(['public', 'unlisted']),
              },
            ]
          : [],
      integrations: index % 7 === 0 ? ['Slack'] : [],
    })),
  });
}

/** Returns a source of numbers from 0 up to before a limit: a linear congruential generator. */
function randomNumbers(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
