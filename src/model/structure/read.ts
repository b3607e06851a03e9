import { groupBy } from '../../text/group-by.ts';
import { indexed, type Thing } from '../effects/thing-source.ts';
import { resourceNamed } from '../effects/things.ts';
import { at } from '../fields.ts';
import type { Snapshot } from '../read/snapshot.ts';
import type { Structure, StructureKind, StructureThing } from './structure.ts';

export interface ReadSite {
  readonly site: Thing;
  /** Absent where they were not read: then the sections say which there are. */
  readonly groups: Iterable<Thing> | undefined;
  readonly sections: Iterable<Thing>;
  readonly siteSpaces: Iterable<Thing>;
}

/** Returns the structure of a site from what was read of it. A group that does not exist is none. */
export function structureOf({ site, groups, sections, siteSpaces }: ReadSite): Structure {
  const { site: key = '' } = site.ids;
  const [all, parts, spaces] = [[...(groups ?? [])], [...sections], [...siteSpaces]];
  const groupIds = new Set<unknown>(all.map(({ ids }) => ids.group));
  const bySection = groupBy(spaces, ({ fields }) => String(fields.sectionId ?? ''));
  return [
    thing('site', key, site, {
      ...site.fields,
      defaultSiteSection: defaultIn(parts, 'section'),
      defaultSiteSpace: defaultIn(bySection.get(''), 'siteSpace'),
    }),
    ...all.map((one) => thing('section-group', one.ids.group, one, one.fields)),
    ...parts.map((one) => {
      const { sectionGroup } = one.fields;
      const group = !groups || groupIds.has(sectionGroup) ? (sectionGroup ?? null) : null;
      const defaultSiteSpace = defaultIn(bySection.get(one.ids.section ?? ''), 'siteSpace');
      return thing('section', one.ids.section, one, { ...one.fields, sectionGroup: group, defaultSiteSpace });
    }),
    ...spaces.map((one) => thing('site-space', one.ids.siteSpace, one, one.fields)),
  ];
}

function thing(
  kind: StructureKind,
  key = '',
  { ids, item }: Thing,
  fields: StructureThing['fields'],
): StructureThing {
  // What only the service gives is no part of the structure.
  const { default: _, sections: __, siteSpaces: ___, hostname: ____, ...others } = fields;
  const title = at(item, 'title');
  return {
    kind,
    key,
    site: ids.site ?? '',
    fields: others,
    ...(typeof title === 'string' && title !== fields.title && { title }),
  };
}

function defaultIn(things: readonly Thing[] = [], key: string): string | null {
  return things.find(({ fields }) => fields.default === true)?.ids[key] ?? null;
}

/** The kinds of things that {@link structureIn} needs. */
export type StructureParts = Snapshot<StructureKind>;

/** Returns the structure of sites in a snapshot; of the sites themselves, only what they open with. Sites that it has not are left out. */
export function structureIn({ organization, parts }: StructureParts, sites: Iterable<string>): Structure {
  const there = new Map<string, unknown>(parts.site.lists.get(organization));
  const listed = (kind: Exclude<StructureKind, 'site'>, ids: Thing['ids']) => {
    const items = parts[kind].lists.get(ids.site ?? '')?.values() ?? [];
    return indexed(resourceNamed(kind), ids, [...items]).values();
  };
  return [...sites].flatMap((site) => {
    const item = there.get(site);
    if (!item) return [];
    const ids = { org: organization, site };
    return structureOf({
      site: { ids, fields: {}, item },
      groups: parts['section-group'].lists.has(site) ? listed('section-group', ids) : undefined,
      sections: listed('section', ids),
      siteSpaces: listed('site-space', ids),
    });
  });
}
