import { isObject } from '../../text/fields.ts';
import { at } from '../fields.ts';
import {
  type Effect,
  ends,
  type Fields,
  type Ids,
  makes,
  present,
  sets,
  some,
  theMade,
  type WayBack,
} from './facts.ts';

const inSite = (params: Ids, ...keys: readonly string[]) => some(params, 'org', 'site', ...keys);

/** Returns the change of an order: `{ move: id, before?, after? }`, `{ remove: id }` or `{ append: id, group? }`. */
function ordered(of: string, params: Ids, after: Fields): Effect {
  return { kind: `${of}-order`, ids: inSite(params), after };
}

function moved(of: string, params: Ids, key: string, { position }: Fields): Effect[] {
  const neighbour = (side: string) => {
    const reference = at(position, side);
    return isObject(reference)
      ? { [side]: reference.id ?? reference.siteSection ?? reference.siteSpace }
      : {};
  };
  return [ordered(of, params, { move: params[key], ...neighbour('before'), ...neighbour('after') })];
}

export const waysBack: Readonly<Record<string, WayBack>> = {
  'sites.create': {
    effects: (params, { title, visibility }) => [
      makes('site', some(params, 'org'), present({ title, visibility })),
    ],
    lost: (_, { spaces }) =>
      typeof spaces === 'string' ? 'the new space: the service cannot delete spaces' : undefined,
  },
  'sites.update': {
    effects: (params, { defaultSiteSection, defaultSiteSpace, ...fields }) => [
      ...sets('site', inSite(params), fields),
      ...sets('site-defaults', inSite(params), { defaultSiteSection, defaultSiteSpace }),
    ],
  },
  'sections.create': {
    effects: (params, { title }) => [
      makes('section', inSite(params), present({ title })),
      ordered('section', params, { append: theMade }),
    ],
  },
  'sections.delete': {
    effects: (params) => [
      ends('section', inSite(params, 'section')),
      ordered('section', params, { remove: params.section }),
    ],
  },
  'sections.move': { effects: (params, body) => moved('section', params, 'section', body) },
  'section-groups.create': {
    effects: (params, { sections = [], ...fields }) => [
      makes('section-group', inSite(params), fields),
      ordered('section-group', params, { append: theMade }),
      ...sets(
        'section-grouping',
        inSite(params),
        Object.fromEntries((sections as readonly string[]).map((id) => [id, theMade])),
      ),
    ],
  },
  'section-groups.delete': {
    effects: (params) => [
      ends('section-group', inSite(params, 'group')),
      ordered('section-group', params, { remove: params.group }),
    ],
  },
  'section-groups.add-section': {
    effects: (params, { sectionId }) =>
      sets('section-grouping', inSite(params), { [String(sectionId)]: params.group }),
  },
  'section-groups.remove-section': {
    effects: (params) => sets('section-grouping', inSite(params), { [params.section ?? '']: null }),
  },
  'section-groups.move': { effects: (params, body) => moved('section-group', params, 'group', body) },
  'site-spaces.create': {
    effects: (params, { sectionId }) => [
      makes('site-space', inSite(params)),
      ordered('site-space', params, {
        append: theMade,
        ...(typeof sectionId === 'string' && { group: sectionId }),
      }),
    ],
  },
  'site-spaces.delete': {
    effects: (params) => [
      ends('site-space', inSite(params, 'siteSpace')),
      ordered('site-space', params, { remove: params.siteSpace }),
    ],
  },
  'site-spaces.move': { effects: (params, body) => moved('site-space', params, 'siteSpace', body) },
};
