import { thingsOf } from '../../model/snapshot.ts';
import { byName } from './children.ts';
import type { OrgSection } from './section.ts';

/** The custom fields of the organization. */
export const customFields: OrgSection = {
  name: 'custom-fields',
  wanted: ['custom-field'],
  present: ({ parts }) =>
    [...thingsOf(parts['custom-field'])].map(({ item }) => ({
      kind: 'custom-field',
      key: [item.name],
      id: item.name,
      fields: {
        title: item.title ?? '',
        type: item.type,
        description: item.description ?? '',
        placeholder: item.placeholder ?? '',
        ...(item.type?.startsWith('select') && { options: item.options ?? [] }),
      },
    })),
  exported: (things) => byName(things, ({ fields }) => fields),
};
