import {
  addSectionToGroup,
  createSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  removeSectionFromGroup,
} from '../../api/contract/operations/section-groups.ts';
import { listSections, moveSection, updateSection } from '../../api/contract/operations/sections.ts';
import { listSiteSpaces, moveSiteSpace } from '../../api/contract/operations/site-spaces.ts';
import {
  createSite,
  getSiteAdaptiveSchema,
  setSiteAdaptiveSchema,
  updateSite,
} from '../../api/contract/operations/sites.ts';
import { at } from '../fields.ts';
import * as groups from '../section-groups.ts';
import * as sections from '../sections.ts';
import * as siteSpaces from '../site-spaces.ts';
import * as model from '../sites.ts';
import { type Fields, type Part, type PieceKind, pick, present, some, thing } from './facts.ts';
import { order } from './site-orders.ts';
import {
  groupWhole,
  remakeSection,
  remakeSiteSpace,
  remakeStructure,
  type SectionWhole,
  type SiteSpaceWhole,
  type SiteWhole,
  sectionWhole,
  siteSpaceWhole,
  spacesIn,
  withoutSpaces,
} from './site-structure.ts';

const siteFields = (item: unknown): Fields => ({
  ...pick(item, 'type', 'title', 'visibility', 'basename', 'siteSpaces', 'hostname'),
  proxy: at(item, 'proxy', 'origin') ?? null,
  adaptiveContent: { enabled: at(item, 'adaptiveContent', 'enabled') === true },
});

const site = thing(model.site, {
  fields: siteFields,
  clears: { proxy: null },
  async whole(reader, ids, item) {
    const params = some(ids, 'org', 'site');
    const [adaptive, ofSite, grouped, published] = await Promise.all([
      reader.get(getSiteAdaptiveSchema, params),
      reader.list(listSections, params),
      reader.list(listSectionGroups, params),
      reader.list(listSiteSpaces, params),
    ]);
    return {
      ...siteFields(item),
      jsonSchema: at(adaptive, 'jsonSchema') ?? null,
      sections: (ofSite ?? []).map((one) => ({ ...sectionWhole(one), id: String(at(one, 'id')) })),
      groups: (grouped ?? []).map(groupWhole),
      siteSpaces: (published ?? []).filter((one) => at(one, 'section') == null).map(siteSpaceWhole),
    };
  },
  spaces: spacesIn,
  withoutSpaces,
  remake({ org = '' }, whole, plan) {
    const { type, title, visibility, basename, proxy, hostname, jsonSchema } = whole;
    const isAdaptive = at(whole, 'adaptiveContent', 'enabled') === true;
    const made = plan({
      action: 'create',
      operation: createSite,
      params: { org },
      body: present({ type, title, visibility }),
    });
    const params = { org, site: made };
    plan({
      action: 'update',
      operation: updateSite,
      params,
      body: present({ basename, proxy, adaptiveContent: isAdaptive ? { enabled: true } : null }),
    });
    if (jsonSchema != null)
      plan({ action: 'create', operation: setSiteAdaptiveSchema, params, body: { jsonSchema } });
    const lost = remakeStructure(params, whole, plan);
    return [
      ...lost,
      ...(hostname == null ? [] : [`its hostname ${hostname}`]),
      'its customizations, and its share links',
    ];
  },
} satisfies Partial<PieceKind<SiteWhole & Fields>>);

const schema = thing(model.adaptiveSchema, {
  word: 'adaptive schema of site',
});

/** The defaults of a site. */
const defaults: PieceKind = {
  kind: 'site-defaults',
  word: 'defaults of site',
  of: site,
  async read(reader, ids) {
    const params = some(ids, 'org', 'site');
    const sections = await reader.list(listSections, params);
    const siteSpaces = await reader.list(listSiteSpaces, params);
    if (sections === null || siteSpaces === null) return null;
    const section = sections.find((one) => at(one, 'default') === true);
    const inside = siteSpaces.filter((one) => (at(one, 'section') ?? null) === (at(section, 'id') ?? null));
    return {
      defaultSiteSection: at(section, 'id') ?? null,
      defaultSiteSpace:
        at(
          inside.find((one) => at(one, 'default') === true),
          'id',
        ) ?? null,
    };
  },
  update: updateSite,
};

const section = thing(sections.section, {
  fields(item) {
    const { siteSpaces, sectionGroup, default: _, ...fields } = sectionWhole(item);
    return {
      ...fields,
      defaultSiteSpace: siteSpaces.find((one) => one.default === true)?.id ?? null,
      siteSpaces: siteSpaces.map(({ id }) => ({ id })),
    };
  },
  clears: { condition: null, icon: null, description: null },
  whole: async (_, __, item) => sectionWhole(item),
  spaces: spacesIn,
  withoutSpaces,
  // The service moves no site space into a section: one that is still there goes, and is made again.
  parts: ({ org = '', site: of = '' }, { siteSpaces: inside = [] }) =>
    inside.map(({ id, title }): Part => {
      const ids = { org, site: of, siteSpace: id };
      return { kind: 'site-space', ids, name: title ?? id, before: null, after: {} };
    }),
  remake({ org = '', site: of = '' }, whole, plan, apart) {
    const made = remakeSection({ org, site: of }, whole, plan, apart);
    return typeof made === 'string' ? [made] : [];
  },
} satisfies Partial<PieceKind<SectionWhole & Fields>>);

const group = thing(groups.sectionGroup, {
  fields: (item) => groupWhole(item),
  clears: { icon: null },
  whole: async (_, __, item) => groupWhole(item),
  remake({ org = '', site: of = '' }, whole, plan) {
    const { title, icon, sections } = whole;
    const body = present({ title, icon, sections });
    plan({ action: 'create', operation: createSectionGroup, params: { org, site: of }, body });
    return [];
  },
});

/** The group of each section. */
const grouping: PieceKind = {
  kind: 'section-grouping',
  collects: { kind: 'section', key: 'section', field: 'sectionGroup' },
  word: 'groups of the sections of site',
  async read(reader, ids, wanted) {
    const sections = await reader.list(listSections, some(ids, 'org', 'site'));
    if (sections === null) return null;
    const groups = new Map(sections.map((one) => [at(one, 'id'), at(one, 'sectionGroup') ?? null]));
    return Object.fromEntries(wanted.map((id) => [id, groups.get(id) ?? null]));
  },
  set: (ids, wanted, now) =>
    Object.entries(wanted).map(([id, to]) => {
      const params = some(ids, 'org', 'site');
      const done = { [id]: to };
      return to === null
        ? {
            action: 'update',
            operation: removeSectionFromGroup,
            params: { ...params, group: String(now[id]), section: id },
            sets: done,
          }
        : {
            action: 'update',
            operation: addSectionToGroup,
            params: { ...params, group: String(to) },
            body: { sectionId: id },
            sets: done,
          };
    }),
};

const siteSpace = thing(siteSpaces.siteSpace, {
  fields: (item) => pick(item, 'path', 'condition', 'title'),
  clears: { condition: null },
  whole: async (_, __, item) => siteSpaceWhole(item),
  spaces: (whole) => spacesIn({ siteSpaces: [whole] }),
  // It is nothing without its space.
  withoutSpaces: () => ({}),
  remake({ org = '', site: of = '' }, one, plan) {
    const params = { org, site: of };
    if (one.space === undefined) return [];
    const made = remakeSiteSpace(params, one, plan);
    const body = { defaultSiteSpace: made };
    if (one.default === true)
      plan(
        one.section == null
          ? { action: 'update', operation: updateSite, params, body }
          : { action: 'update', operation: updateSection, params: { ...params, section: one.section }, body },
      );
    return [];
  },
} satisfies Partial<PieceKind<SiteSpaceWhole & Fields>>);

export const kinds: readonly PieceKind[] = [
  site,
  schema,
  defaults,
  section,
  group,
  grouping,
  siteSpace,
  order('section', listSections, moveSection, 'section', (id) => ({ type: 'site-section', siteSection: id })),
  order('section-group', listSectionGroups, moveSectionGroup, 'group', (id) => ({
    type: 'site-section',
    id,
  })),
  order(
    'site-space',
    listSiteSpaces,
    moveSiteSpace,
    'siteSpace',
    (id) => ({ type: 'site-space', siteSpace: id }),
    (item) => String(at(item, 'section') ?? ''),
  ),
];
