import { at } from '../fields.ts';
import { assumed, make, type NounEffects, pick, shown, theMade, within } from './facts.ts';
import { makeSection } from './site-structure.ts';

export const sections: NounEffects = {
  touches: {
    'sections.create': (params, { spaceId, ...fields }) => [
      make('section', pick(params, 'org', 'site'), fields),
      make('site-space', pick(params, 'org', 'site'), { spaceId, sectionId: theMade }),
    ],
  },
  references: [
    within('section', 'site', 'site'),
    assumed('section', 'section-group', 'sectionGroup', 'clears'),
    assumed('section', 'site-space', 'defaultSiteSpace', 'chooses'),
  ],
  restoring: {
    section: {
      fields: (item) => shown(item, 'sectionGroup', 'default'),
      holds: (item) => ({
        siteSpaces: ((at(item, 'siteSpaces') ?? []) as readonly unknown[]).map((one) => shown(one, 'id')),
      }),
      clears: { condition: null, icon: null, description: null },
      set(ids, { sectionGroup, ...fields }, now) {
        const group = String(sectionGroup ?? now.sectionGroup);
        const inGroup = { action: 'update', sets: { sectionGroup } } as const;
        const grouped =
          sectionGroup === null
            ? { ...inGroup, operation: 'section-groups.remove-section', params: { ...ids, group } }
            : {
                ...inGroup,
                operation: 'section-groups.add-section',
                params: { ...pick(ids, 'org', 'site'), group },
                body: { sectionId: ids.section },
              };
        const update = { action: 'update', operation: 'sections.update', params: ids } as const;
        return [
          ...(Object.keys(fields).length === 0 ? [] : [{ ...update, body: fields, sets: fields }]),
          ...(sectionGroup === undefined ? [] : [grouped]),
        ];
      },
      make: makeSection,
    },
  },
};
