import { thingsOf } from '../../model/snapshot.ts';
import { type Thing, titlePath } from '../thing.ts';
import { byName, childrenOf } from './children.ts';
import { roleThings } from './roles.ts';
import type { OrgSection } from './section.ts';

/** The collections, each inside its parent, with the roles of teams. */
export const collections: OrgSection = {
  name: 'collections',
  wanted: ['collection', 'collection-team', 'team'],
  present: ({ parts }, names) => [
    ...[...thingsOf(parts.collection)].map(
      ({ id, item }): Thing => ({
        kind: 'collection',
        key: names.collection(id),
        fields: { 'default-level': item.defaultLevel ?? 'guest', description: item.description ?? '' },
        keyed: {
          title: item.title ?? '',
          parent: titlePath(item.parent ? names.collection(item.parent) : []),
        },
        id,
      }),
    ),
    ...roleThings('collection-team', parts['collection-team'], names, names.collection),
  ],
  exported(given) {
    const things = [...given];
    const inner = childrenOf(things, 'collection');
    const teams = childrenOf(things, 'collection-team');
    const within = (key: readonly string[]): object =>
      byName(inner(key), (one) => ({
        ...one.fields,
        teams: byName(teams(one.key), ({ fields }) => fields.role),
        ...(inner(one.key).length > 0 && { collections: within(one.key) }),
      }));
    return within([]);
  },
};
