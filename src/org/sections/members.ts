import { thingsOf } from '../../model/snapshot.ts';
import { sorted } from '../sorted.ts';
import type { OrgSection } from './section.ts';

/** The people of the organization and their roles. */
export const members: OrgSection = {
  name: 'members',
  kinds: ['member'],
  wanted: ['member'],
  present: ({ parts }, names) =>
    [...thingsOf(parts.member)].map(({ item }) => {
      const { key, id } = names.person(item.id);
      return { kind: 'member', key: [key], fields: { id, role: item.role ?? 'guest' } };
    }),
  exported: (things) => sorted(things.map(({ key: [key = ''], fields }) => [key, personValue(fields)])),
};

/** The role of a person, with the id where the key is not enough. */
export function personValue({ id, role }: Readonly<Record<string, unknown>>): unknown {
  return id === undefined ? role : { id, role };
}
