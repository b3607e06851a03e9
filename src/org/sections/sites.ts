import { type Snapshot, thingsOf } from '../../model/snapshot.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import type { Names } from '../names.ts';
import { NoPlace, type Thing } from '../thing.ts';
import { byName, childrenOf } from './children.ts';
import { inline, optionalText } from './fields.ts';
import type { OrgSection } from './section.ts';

/** The sites with their structure. The spaces of a site without sections stand below the section path `''`. */
export const sites: OrgSection = {
  name: 'sites',
  wanted: ['site', 'adaptive-schema', 'section-group', 'section', 'site-space', 'space', 'collection'],
  present({ parts }, names) {
    return [
      ...[...thingsOf(parts.site)].map(({ id, item }): Thing => {
        const { visibility, basename, proxy, adaptiveContent } = item;
        const address = proxy?.origin ? withoutCredentials(proxy.origin) : '';
        return {
          kind: 'site',
          key: [names.site(id)],
          keyed: { title: item.title ?? '' },
          id,
          fields: {
            ...(visibility && { visibility }),
            ...(basename && { basename }),
            proxy: address,
            'adaptive-content': adaptiveContent?.enabled ?? false,
          },
        };
      }),
      ...[...thingsOf(parts['adaptive-schema'])].map(
        ({ parent, item }): Thing => ({
          kind: 'adaptive-schema',
          key: [names.site(parent)],
          id: parent,
          fields: { value: inline(item.jsonSchema, `the adaptive schema of site ${parent}`) },
        }),
      ),
      ...[...parts.site.lists.values()].flatMap((list) =>
        [...list.keys()].flatMap((site) => structureOf(parts, names, site, names.site(site))),
      ),
    ];
  },
  assertWritable: assertInSections,
  exported(given) {
    const things = [...given];
    assertInSections(things);
    const schemas = new Map(
      things.flatMap(({ kind, key, fields }) => (kind === 'adaptive-schema' ? [[key[0], fields.value]] : [])),
    );
    const groups = childrenOf(things, 'section-group');
    const sections = childrenOf(things, 'section');
    const spaces = childrenOf(things, 'site-space');
    const fieldsOf = (list: readonly Thing[]) => list.map(({ fields }) => fields);
    return byName(childrenOf(things, 'site')([]), ({ key, fields }) => ({
      ...fields,
      ...(schemas.has(key[0]) && { 'adaptive-schema': schemas.get(key[0]) }),
      'section-groups': fieldsOf(groups(key)),
      ...(sections(key).length > 0
        ? {
            sections: sections(key).map((section) => ({
              ...section.fields,
              spaces: fieldsOf(spaces(section.key)),
            })),
          }
        : { spaces: fieldsOf(spaces([...key, ''])) }),
    }));
  },
};

/** The service may keep the spaces of a deleted section at the site itself, beside the other sections. */
function assertInSections(things: readonly Thing[]): void {
  const parted = new Set(things.flatMap(({ kind, key }) => (kind === 'section' ? [key[0]] : [])));
  const beside = things.find(({ kind, key }) => kind === 'site-space' && key[1] === '' && parted.has(key[0]));
  if (!beside) return;
  const site = things.find(({ kind, key }) => kind === 'site' && key[0] === beside.key[0]);
  throw new NoPlace(`the site ${site?.id} has sections, and a space that is in none of them`);
}

/** The groups, sections and spaces of a site, each in its order. */
function structureOf(parts: Snapshot['parts'], names: Names, site: string, key: string): Thing[] {
  const groups = [...(parts['section-group'].lists.get(site)?.values() ?? [])];
  const sections = [...(parts.section.lists.get(site)?.values() ?? [])];
  const spaces = [...(parts['site-space'].lists.get(site)?.values() ?? [])];
  const paths = new Map<string, string>(sections.map(({ id }) => [id, names.section(site, id)]));
  return [
    ...groups.map(({ id, title, icon }): Thing => {
      const name = names.sectionGroup(site, id);
      const fields = { title: name, icon: optionalText(icon, `the icon of section group ${id}`) };
      return { kind: 'section-group', key: [key, name], fields, keyed: { title: title ?? '' }, id };
    }),
    ...sections.map(
      (section): Thing => ({
        kind: 'section',
        key: [key, paths.get(section.id) ?? ''],
        id: section.id,
        fields: {
          title: section.title ?? '',
          path: section.path ?? '',
          ...(section.sectionGroup && { group: names.sectionGroup(site, section.sectionGroup) }),
          icon: optionalText(section.icon, `the icon of section ${section.id}`),
          description: section.description ?? '',
          condition: optionalText(section.condition, `the condition of section ${section.id}`),
          ...(section.default && { default: true }),
        },
      }),
    ),
    ...spaces.map(({ id, space, path, condition, section, ...others }): Thing => {
      const name = names.space(space?.id ?? id).key;
      return {
        kind: 'site-space',
        key: [key, paths.get(section ?? '') ?? '', name],
        id,
        fields: {
          space: name,
          ...(path && { path }),
          condition: optionalText(condition, `the condition of site space ${id}`),
          ...(others.default && { default: true }),
        },
      };
    }),
  ];
}
