import type { Thing } from '../effects/thing-source.ts';
import type { Structure, StructureKind, StructureThing } from './structure.ts';

/** What was read of a site, each list in its order. */
export interface ReadSite {
  readonly site: Thing;
  readonly groups: Iterable<Thing>;
  readonly sections: Iterable<Thing>;
  readonly siteSpaces: Iterable<Thing>;
}

/** Returns the structure of a site from what was read of it. */
export function structureOf({ site, groups, sections, siteSpaces }: ReadSite): Structure {
  const { site: key = '' } = site.ids;
  const spaces = [...siteSpaces];
  const parts = [...sections];
  const inSection = (id: string | null) => spaces.filter(({ fields }) => (fields.sectionId ?? null) === id);
  const thing = (kind: StructureKind, own: string | undefined, fields: StructureThing['fields']) => {
    const { default: _, sections: __, siteSpaces: ___, ...others } = fields;
    return { kind, key: own ?? '', site: key, fields: others };
  };
  return [
    thing('site', key, {
      ...site.fields,
      defaultSiteSection: defaultIn(parts, 'section'),
      defaultSiteSpace: defaultIn(inSection(null), 'siteSpace'),
    }),
    ...[...groups].map(({ ids, fields }) => thing('section-group', ids.group, fields)),
    ...parts.map(({ ids, fields }) => thing('section', ids.section, fields)),
    ...spaces.map(({ ids, fields }) => thing('site-space', ids.siteSpace, fields)),
  ];
}

function defaultIn(things: readonly Thing[], key: string): string | null {
  return things.find(({ fields }) => fields.default === true)?.ids[key] ?? null;
}
