import type { Fields } from '../../model/effects/facts.ts';
import type { ItemOf, Snapshot, Wanted } from '../../model/read/snapshot.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import { type DesiredState, NoPlace } from '../thing.ts';
import { byName, childrenOf, mapThings } from './children.ts';
import { inline, textOrEmpty, toFile } from './fields.ts';
import { isNamed, titledThing } from './named.ts';
import type { FileNaming } from './names.ts';
import { json, textColumn, unknownTime } from './rows.ts';
import type { Section } from './section.ts';
import { declaredSites, type SiteEntry, siteFields, sitesSchema, title } from './sites/declared.ts';
import { checkSites, requestSites, withoutRoom } from './sites/requests.ts';
import { checkSite } from './sites/rules.ts';

/** All lists that tell the structure of a site: where one is not known, nothing in it is changed. */
const structure = ['site', 'section-group', 'section', 'site-space', 'space', 'collection'] as const;

/** The sites with their structure. The spaces of a site without sections are below the section path `''`. */
export const sites = {
  name: 'sites',
  schema: sitesSchema,
  title,
  kinds: {
    site: {
      words: ['site', 'sites'],
      fields: siteFields.site,
      parts: ['site'],
      made: 'create',
      ended: 'delete',
      rename: 'title',
      namesFields: true,
      titled: (item) => item,
      keyOf: (names, { site = '' }) => [names.titled('site', site)],
    },
    'adaptive-schema': {
      words: ['adaptive schema', 'adaptive schemas'],
      noun: 'adaptive schema of',
      listed: 'adaptive schema',
      fields: { jsonSchema: { word: 'value' } },
      parts: ['site', 'adaptive-schema'],
      above: ['site'],
      made: 'update',
      ended: null,
      isInner: true,
      value: ({ value }) => value,
      keyOf: (names, { site = '' }) => [names.titled('site', site)],
    },
    'section-group': {
      words: ['section group', 'section groups'],
      noun: 'group',
      fields: siteFields['section-group'],
      parts: structure,
      above: ['site'],
      made: 'create',
      ended: 'delete',
      isInner: true,
      rename: 'title',
      isOrdered: true,
      keyOf: (names, { site = '', group = '' }) => [
        names.titled('site', site),
        names.sectionGroup(site, group),
      ],
      keep: ({ id, title, icon }) => ({ id, title, icon }),
      keepInCopy: ({ id, title, icon }) => ({ id, title, icon }),
    },
    section: {
      words: ['section', 'sections'],
      fields: siteFields.section,
      parts: structure,
      above: ['site'],
      made: 'create',
      ended: 'delete',
      isInner: true,
      rename: 'path',
      isOrdered: true,
      namesFields: true,
      keyOf: (names, { site = '', section = '' }) => [
        names.titled('site', site),
        names.section(site, section),
      ],
      keep: ({ siteSpaces: _, ...section }) => section,
      keepInCopy: ({ siteSpaces: _, ...section }) => section,
    },
    'site-space': {
      words: ['site space', 'site spaces'],
      noun: 'space',
      fields: siteFields['site-space'],
      parts: structure,
      above: ['site', 'section'],
      made: 'create',
      ended: 'delete',
      isInner: true,
      move: 'sectionId',
      isOrdered: true,
      isContent: true,
      keyOf: (names, { site = '', siteSpace = '' }, { sectionId, spaceId }) => [
        names.titled('site', site),
        typeof sectionId === 'string' ? names.section(site, sectionId) : '',
        typeof spaceId === 'string' ? names.space(spaceId).key : siteSpace,
      ],
      namedBy: ['space', 'collection'],
      keep: keptSiteSpace,
      keepInCopy: keptSiteSpace,
    },
  },
  wanted: ['site', 'adaptive-schema', 'section-group', 'section', 'site-space', 'space', 'collection'],
  present({ parts }, names) {
    return [
      ...mapThings(parts.site, (item, { id }): DesiredState => {
        const { visibility, basename, proxy, adaptiveContent } = item;
        const address = proxy?.origin ? withoutCredentials(proxy.origin) : '';
        return titledThing('site', names, id, item.title, {
          ...(visibility && { visibility }),
          ...(basename && { basename }),
          proxy: address,
          adaptiveContent: { enabled: adaptiveContent?.enabled ?? false },
        });
      }),
      ...mapThings(
        parts['adaptive-schema'],
        (item, { parent }): DesiredState => ({
          kind: 'adaptive-schema',
          key: [names.titled('site', parent)],
          id: parent,
          fields: { jsonSchema: inline(item.jsonSchema, `the adaptive schema of site ${parent}`) },
        }),
      ),
      ...[...parts.site.lists.values()].flatMap((list) =>
        [...list.keys()].flatMap((site) => structureOf(parts, names, site, names.titled('site', site))),
      ),
    ];
  },
  assertWritable: assertInSections,
  exported(given) {
    const things = [...given];
    assertInSections(things);
    const schemas = new Map(
      things.flatMap(({ kind, key, fields }) =>
        kind === 'adaptive-schema' ? [[key[0], fields.jsonSchema]] : [],
      ),
    );
    const groups = childrenOf(things, 'section-group');
    const sections = childrenOf(things, 'section');
    const spaces = childrenOf(things, 'site-space');
    const valuesIn = (list: readonly DesiredState[]) => list.map(siteValue);
    return byName(childrenOf(things, 'site')([]), ({ key, fields }) => ({
      ...toFile(siteFields.site, fields),
      ...(schemas.has(key[0]) && { 'adaptive-schema': schemas.get(key[0]) }),
      'section-groups': valuesIn(groups(key)),
      ...(sections(key).length > 0
        ? {
            sections: sections(key).map((section) => ({
              ...siteValue(section),
              spaces: valuesIn(spaces(section.key)),
            })),
          }
        : { spaces: valuesIn(spaces([...key, ''])) }),
    }));
  },

  sides: ({ sites = {} }) =>
    Object.keys(sites).map((site) => ({ path: ['sites', site, 'adaptive-schema'], holds: 'document' })),
  rules({ organization }, complain) {
    for (const [title, site] of Object.entries(organization.sites ?? {}))
      checkSite(site, ['sites', title], complain);
  },
  reads({ organization }) {
    const all = Object.entries(organization.sites ?? {});
    const whereDeclared = (isDeclared: (site: SiteEntry) => unknown) => {
      const found = all.filter(([, site]) => isDeclared(site));
      return found.length > 0 ? { of: isNamed(found) } : undefined;
    };
    const schemas = whereDeclared((site) => site['adaptive-schema']);
    const groups = whereDeclared((site) => site['section-groups'] ?? site.sections);
    const listed = whereDeclared((site) => site.sections ?? site.spaces);
    return {
      site: {},
      ...(schemas && { 'adaptive-schema': schemas }),
      ...(groups && { 'section-group': groups }),
      ...(listed && { section: listed, 'site-space': listed, space: {}, collection: {} }),
    } as Wanted;
  },
  declared: declaredSites,
  check: checkSites,
  needsDelete: withoutRoom,
  requests: requestSites,

  tables: ({ organization, parts }) => ({
    sites: mapThings(parts.site, ({ id, title, ads, features, ...site }) => ({
      id,
      org: organization,
      type: site.type ?? 'basic',
      title: title ?? '',
      search: (title ?? '').toLowerCase(),
      hostname: site.hostname,
      basename: site.basename ?? id,
      visibility: site.visibility ?? 'public',
      // The service does not tell it.
      share_key: `share-key-of-${id}`,
      proxy: site.proxy?.origin,
      adaptive_content: site.adaptiveContent?.enabled ? 1 : 0,
      created_at: site.createdAt ?? unknownTime,
      doc: json({
        ...(ads && { ads }),
        ...(features && { features }),
        ...publishedAsSaid(site, parts['site-space'].lists.get(id)?.size),
      }),
    })),
    site_adaptive_schemas: mapThings(parts['adaptive-schema'], (item, { parent }) => ({
      site: parent,
      json_schema: json(item.jsonSchema),
      updated_at: item.updatedAt ?? unknownTime,
    })),
    site_section_groups: mapThings(parts['section-group'], ({ id, title, icon }, { parent, position }) => ({
      id,
      site: parent,
      position,
      title: title ?? '',
      icon: textColumn(icon),
    })),
    site_sections: mapThings(parts.section, (section, { parent, position }) => ({
      id: section.id,
      site: parent,
      section_group: section.sectionGroup,
      position,
      title: section.title ?? '',
      description: section.description,
      path: section.path ?? section.id,
      is_default: section.default ? 1 : 0,
      condition: textColumn(section.condition),
      icon: textColumn(section.icon),
    })),
    site_spaces: mapThings(parts['site-space'], (siteSpace, { parent, position }) => ({
      id: siteSpace.id,
      site: parent,
      section: siteSpace.section,
      space: siteSpace.space?.id ?? '',
      position,
      path: siteSpace.path ?? siteSpace.id,
      is_default: siteSpace.default ? 1 : 0,
      condition: textColumn(siteSpace.condition),
    })),
  }),
} as const satisfies Section;

/** Returns a thing in a list of a site as a file has it. */
export function siteValue({ kind, fields }: Pick<DesiredState, 'kind' | 'fields'>): Fields {
  return toFile(siteFields[kind as keyof typeof siteFields], fields);
}

function keptSiteSpace({ space, ...siteSpace }: ItemOf<'site-space'>): ItemOf<'site-space'> {
  return { ...siteSpace, space: space && { id: space.id } };
}

/** The service may keep the spaces of a deleted section at the site itself, beside the other sections. */
function assertInSections(things: readonly DesiredState[]): void {
  const parted = new Set(things.flatMap(({ kind, key }) => (kind === 'section' ? [key[0]] : [])));
  const beside = things.find(({ kind, key }) => kind === 'site-space' && key[1] === '' && parted.has(key[0]));
  if (!beside) return;
  const site = things.find(({ kind, key }) => kind === 'site' && key[0] === beside.key[0]);
  throw new NoPlace(`the site ${site?.id} has sections, and a space that is in none of them`);
}

/** The groups, sections and spaces of a site, each in its order. */
function structureOf(parts: Snapshot['parts'], names: FileNaming, site: string, key: string): DesiredState[] {
  const groups = [...(parts['section-group'].lists.get(site)?.values() ?? [])];
  const sections = [...(parts.section.lists.get(site)?.values() ?? [])];
  const spaces = [...(parts['site-space'].lists.get(site)?.values() ?? [])];
  const paths = new Map<string, string>(sections.map(({ id }) => [id, names.section(site, id)]));
  return [
    ...groups.map(({ id, title, icon }): DesiredState => {
      const name = names.sectionGroup(site, id);
      const fields = { title: name, icon: textOrEmpty(icon, `the icon of section group ${id}`) };
      return { kind: 'section-group', key: [key, name], fields, keyed: { title: title ?? '' }, id };
    }),
    ...sections.map(
      (section): DesiredState => ({
        kind: 'section',
        key: [key, paths.get(section.id) ?? ''],
        id: section.id,
        fields: {
          title: section.title ?? '',
          path: section.path ?? '',
          ...(section.sectionGroup && { sectionGroup: names.sectionGroup(site, section.sectionGroup) }),
          icon: textOrEmpty(section.icon, `the icon of section ${section.id}`),
          description: section.description ?? '',
          condition: textOrEmpty(section.condition, `the condition of section ${section.id}`),
          ...(section.default && { default: true }),
        },
      }),
    ),
    ...spaces.map(({ id, space, path, condition, section, ...others }): DesiredState => {
      const name = names.space(space?.id ?? id).key;
      return {
        kind: 'site-space',
        key: [key, paths.get(section ?? '') ?? '', name],
        id,
        fields: {
          spaceId: name,
          ...(path && { path }),
          condition: textOrEmpty(condition, `the condition of site space ${id}`),
          ...(others.default && { default: true }),
        },
      };
    }),
  ];
}

/** A sandbox takes a site with spaces for a published one: only what differs is kept. Null is what no one knows. */
function publishedAsSaid(
  { published = null }: Pick<ItemOf<'site'>, 'published'>,
  spaces: number | undefined,
) {
  return spaces !== undefined && published === spaces > 0 ? {} : { published };
}
