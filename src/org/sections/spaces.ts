import { thingsOf } from '../../model/snapshot.ts';
import type { Thing } from '../thing.ts';
import { byName, childrenOf } from './children.ts';
import { roleThings } from './roles.ts';
import type { OrgSection } from './section.ts';

/** The roles of teams in the spaces, and the values of their custom fields. */
export const spaces: OrgSection = {
  name: 'spaces',
  wanted: ['space', 'space-team', 'space-field', 'team', 'collection'],
  present({ parts }, names) {
    const keyOf = (id: string) => [names.space(id).key];
    return [
      ...Array.from(thingsOf(parts.space), ({ id: one }): Thing => {
        const { key, id } = names.space(one);
        return { kind: 'space', key: [key], fields: id === undefined ? {} : { id }, id: one };
      }),
      ...roleThings('space-team', parts['space-team'], names, keyOf),
      ...[...thingsOf(parts['space-field'])].flatMap(({ parent, item }): Thing[] =>
        item.value == null
          ? []
          : [
              {
                kind: 'space-field',
                key: [...keyOf(parent), item.customField.name],
                fields: { value: item.value },
                id: item.customField.name,
              },
            ],
      ),
    ];
  },
  exported(given) {
    const things = [...given];
    const teams = childrenOf(things, 'space-team');
    const values = childrenOf(things, 'space-field');
    return byName(childrenOf(things, 'space')([]), ({ key, fields }) => ({
      ...fields,
      teams: byName(teams(key), (one) => one.fields.role),
      fields: byName(values(key), (one) => one.fields.value),
    }));
  },
};
