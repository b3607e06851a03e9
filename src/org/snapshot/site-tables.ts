import { type ItemOf, type Snapshot, thingsOf } from '../../model/snapshot.ts';
import { json, type Row, type Tables, text, unknownTime } from './rows.ts';
import type { CopiedKind } from './wanted.ts';

/** Sites with their structure. */
export function siteTables({ organization, parts }: Snapshot<CopiedKind>): Tables {
  return {
    sites: [...thingsOf(parts.site)].map(({ item: site }): Row => {
      const { id, title, ads, features } = site;
      return {
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
      };
    }),
    site_adaptive_schemas: [...thingsOf(parts['adaptive-schema'])].map(
      ({ parent, item }): Row => ({
        site: parent,
        json_schema: json(item.jsonSchema),
        updated_at: item.updatedAt ?? unknownTime,
      }),
    ),
    site_section_groups: inOrder(parts['section-group'].lists, ({ id, title, icon }, site, position) => ({
      id,
      site,
      position,
      title: title ?? '',
      icon: text(icon),
    })),
    site_sections: inOrder(parts.section.lists, (section, site, position) => ({
      id: section.id,
      site,
      section_group: section.sectionGroup,
      position,
      title: section.title ?? '',
      description: section.description,
      path: section.path ?? section.id,
      is_default: section.default ? 1 : 0,
      condition: text(section.condition),
      icon: text(section.icon),
    })),
    site_spaces: inOrder(parts['site-space'].lists, (siteSpace, site, position) => ({
      id: siteSpace.id,
      site,
      section: siteSpace.section,
      space: siteSpace.space?.id ?? '',
      position,
      path: siteSpace.path ?? siteSpace.id,
      is_default: siteSpace.default ? 1 : 0,
      condition: text(siteSpace.condition),
    })),
  };
}

/** A sandbox takes a site with spaces for a published one: only what differs is kept. Null is what nobody knows. */
function publishedAsSaid({ published = null }: ItemOf<'site'>, spaces: number | undefined) {
  return spaces !== undefined && published === spaces > 0 ? {} : { published };
}

/** The rows of lists whose order counts. */
function inOrder<Item>(
  lists: ReadonlyMap<string, ReadonlyMap<string, Item>>,
  toRow: (item: Item, parent: string, position: number) => Row,
): Row[] {
  return [...lists].flatMap(([parent, list]) =>
    [...list.values()].map((item, at) => toRow(item, parent, at)),
  );
}
