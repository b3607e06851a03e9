import { at } from '../fields.ts';
import { assumed, chosen, make, type NounEffects, shown, theMade, within } from './facts.ts';

export const sites: NounEffects = {
  touches: {
    'sites.create': ({ org = '' }, { spaces = [], ...fields }) => [
      make('site', { org }, fields),
      // A text asks for a new space.
      ...(Array.isArray(spaces) ? spaces : [chosen]).map((spaceId) =>
        make('site-space', { org, site: theMade }, { spaceId, sectionId: null }),
      ),
      ...(Array.isArray(spaces) ? [] : [make('space', {})]),
    ],
  },
  references: [
    within('adaptive-schema', 'site', 'site'),
    assumed('site', 'section', 'defaultSiteSection', 'chooses'),
    assumed('site', 'site-space', 'defaultSiteSpace', 'chooses'),
  ],
  restoring: {
    site: {
      fields: (item) => ({
        ...shown(item, 'hostname'),
        adaptiveContent: { enabled: at(item, 'adaptiveContent', 'enabled') === true },
      }),
      clears: { proxy: null },
      always: ['title', 'visibility', 'adaptiveContent'],
      losing: ({ before: { hostname } }) => [
        ...(hostname == null ? [] : [`its hostname ${hostname}`]),
        'its customizations, and its share links',
      ],
    },
    'adaptive-schema': { word: 'adaptive schema of site' },
  },
};
