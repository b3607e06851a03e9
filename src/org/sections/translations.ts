import { thingsOf } from '../../model/snapshot.ts';
import type { Thing } from '../thing.ts';
import { byName, childrenOf } from './children.ts';
import { inline } from './fields.ts';
import type { OrgSection } from './section.ts';

/** The translation settings with their languages. */
export const translations: OrgSection = {
  name: 'translations',
  wanted: ['translation', 'translation-language'],
  present({ parts }, names) {
    return [
      ...[...thingsOf(parts.translation)].map(
        ({ id, item }): Thing => ({
          kind: 'translation',
          key: [names.translation(id)],
          fields: {},
          keyed: { title: item.title ?? '' },
          id,
        }),
      ),
      ...[...thingsOf(parts['translation-language'])].map(
        ({ parent, id, item }): Thing => ({
          kind: 'translation-language',
          key: [names.translation(parent), id],
          id,
          fields: {
            instructions: inline(
              item.instructions ?? { object: 'document' },
              `the instruction for ${id} of translation settings ${parent}`,
            ),
          },
        }),
      ),
    ];
  },
  exported(given) {
    const things = [...given];
    const languages = childrenOf(things, 'translation-language');
    return byName(childrenOf(things, 'translation')([]), ({ key }) => ({
      languages: byName(languages(key), ({ fields }) => fields),
    }));
  },
};
