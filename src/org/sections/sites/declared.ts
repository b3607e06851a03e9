import * as z from 'zod/mini';
import { createSectionGroup } from '../../../api/contract/operations/section-groups.ts';
import { updateSection } from '../../../api/contract/operations/sections.ts';
import { updateSiteSpace } from '../../../api/contract/operations/site-spaces.ts';
import { updateSite } from '../../../api/contract/operations/sites.ts';
import { withoutCredentials } from '../../../text/addresses.ts';
import { type Declared, listText } from '../../difference.ts';
import { keyName } from '../../key-names.ts';
import { isSideFile, type LoadedFile, type Path } from '../../organization.ts';
import type { DesiredState } from '../../thing.ts';
import { fromFile } from '../fields.ts';
import { declaredThing } from '../named.ts';
import type { FileNames } from '../names.ts';
import {
  byNames,
  explained,
  fieldOf,
  JsonObject,
  knownValues,
  Name,
  optionalText,
  Previously,
  SideFile,
} from '../schemas.ts';

const site = updateSite.body.def.shape;
const section = updateSection.body.def.shape;

const Icon = explained(
  'name of an icon, such as `gear`; an empty text is none',
  z.string().check(z.maxLength(50)),
);
const Condition = explained(
  'expression that decides who sees it; an empty text is none',
  z.string().check(z.maxLength(1024)),
);

const SiteSpace = z.strictObject({
  space: explained('title of the space, `Collection/Title`, or its id', Name),
  path: z.optional(explained('path of the space in the site', fieldOf(updateSiteSpace.body.def.shape.path))),
  condition: z.optional(Condition),
  default: z.optional(explained('whether it opens first', z.boolean())),
});

export type SiteSpaceEntry = z.output<typeof SiteSpace>;

const SiteSpaces = explained('published spaces, in their order; a complete list', z.array(SiteSpace));

const Section = z.strictObject({
  title: explained('title of the section', fieldOf(section.title)),
  path: explained('path of the section, by which it is known', fieldOf(section.path)),
  previously: z.optional(Previously),
  group: z.optional(explained('title of the group that it stands in', Name)),
  icon: z.optional(Icon),
  description: z.optional(
    explained('description of the section', optionalText(fieldOf(section.description))),
  ),
  condition: z.optional(Condition),
  default: z.optional(explained('whether the site opens with it', z.boolean())),
  spaces: z.optional(SiteSpaces),
});

export type SiteSectionEntry = z.output<typeof Section>;

/** The title of a section group without the id that may be behind it in the file. */
export const GroupTitle = fieldOf(createSectionGroup.body.def.shape.title);

const SectionGroup = z.strictObject({
  title: explained('title of the group', Name),
  previously: z.optional(Previously),
  icon: z.optional(Icon),
});

const Site = z.strictObject({
  previously: z.optional(Previously),
  visibility: z.optional(explained('who may read the site', z.enum(knownValues(fieldOf(site.visibility))))),
  basename: z.optional(explained('first part of its address', fieldOf(site.basename))),
  proxy: z.optional(explained('address that the site is shown at; an empty text is none', z.string())),
  'adaptive-content': z.optional(explained('whether pages adapt to the visitor', z.boolean())),
  'adaptive-schema': z.optional(
    explained('JSON Schema of what visitors carry: inline, or a file', z.union([SideFile, JsonObject])),
  ),
  sections: z.optional(explained('sections, in their order; a complete list', z.array(Section))),
  'section-groups': z.optional(explained('groups of sections, in their order', z.array(SectionGroup))),
  spaces: z.optional(SiteSpaces),
});
export type SiteEntry = z.output<typeof Site>;

export const sitesSchema = byNames('sites, by title', Site);

declare module '../../organization.ts' {
  interface Organization {
    sites?: z.output<typeof sitesSchema> | undefined;
  }
}

export const title = fieldOf(site.title);

/** The fields of the things of sites. The values of those that name other things are names, too. */
export const siteFields = {
  site: {
    title: {},
    visibility: {},
    basename: {},
    proxy: {},
    adaptiveContent: { word: 'adaptive-content', inside: 'enabled' },
    defaultSiteSection: { word: 'default' },
    defaultSiteSpace: { word: 'default' },
  },
  'section-group': { title: {}, icon: {} },
  section: {
    title: {},
    path: {},
    sectionGroup: { word: 'group' },
    icon: {},
    description: {},
    condition: {},
    // The word of a request; a file has it at the site space.
    defaultSiteSpace: { word: 'default' },
    default: {},
  },
  'site-space': {
    spaceId: { word: 'space' },
    sectionId: { word: 'section' },
    path: {},
    condition: {},
    default: {},
  },
} as const;

/** Returns what a file says about sites. The spaces of a site without sections are below the section path `''`. */
export function declaredSites(file: LoadedFile, names: FileNames): Declared {
  const things: DesiredState[] = [];
  const lists = new Set<string>();
  for (const [key, site] of Object.entries(file.organization.sites ?? {})) {
    const path = ['sites', key];
    things.push(siteThing(key, site), ...schemaThings(file, key, site));
    if (site['section-groups']) lists.add(listText('section-group', [key]));
    for (const [at, { title, icon }] of (site['section-groups'] ?? []).entries())
      things.push({
        kind: 'section-group',
        key: [key, title],
        keyed: { title: keyName(title).title },
        fields: fromFile(siteFields['section-group'], { icon }),
        path: [...path, 'section-groups', at],
      });
    if (site.sections || site.spaces) {
      // Spaces are either in sections or at the site itself: one list leaves no room for the other.
      lists.add(listText('section', [key]));
      lists.add(listText('site-space', [key, '']));
    }
    for (const [at, section] of (site.sections ?? []).entries()) {
      const place = [...path, 'sections', at];
      const above = [key, section.path];
      const spaces = spaceThings(above, section.spaces ?? [], [...place, 'spaces'], names);
      // A section is made of a space.
      if (names.skip && section.spaces && spaces.length === 0) {
        names.skip(place, 'has none of the spaces that it lists');
        if (!names.hasSection(key, section.path)) continue;
      } else if (section.spaces) lists.add(listText('site-space', above));
      things.push(sectionThing(key, site, section, place, names), ...spaces);
    }
    things.push(...spaceThings([key, ''], site.spaces ?? [], [...path, 'spaces'], names));
  }
  return { things, lists };
}

function siteThing(key: string, site: SiteEntry): DesiredState {
  const { visibility, basename, proxy } = site;
  const address = proxy === undefined ? undefined : withoutCredentials(proxy);
  const values = { visibility, basename, proxy: address, 'adaptive-content': site['adaptive-content'] };
  return declaredThing('site', 'sites', key, fromFile(siteFields.site, values));
}

function schemaThings(file: LoadedFile, key: string, site: SiteEntry): DesiredState[] {
  const path = ['sites', key, 'adaptive-schema'];
  const schema = site['adaptive-schema'];
  if (schema === undefined) return [];
  const value = isSideFile(schema) ? file.side(path) : schema;
  return [{ kind: 'adaptive-schema', key: [key], fields: { jsonSchema: value }, path }];
}

/** Where a site lists its groups, a section that names none is in none. */
function sectionThing(
  key: string,
  site: SiteEntry,
  section: SiteSectionEntry,
  path: Path,
  names: FileNames,
): DesiredState {
  const { title, icon, description, condition, group } = section;
  const found = group === undefined ? undefined : names.findGroup(key, group, [...path, 'group']);
  const none = group === undefined && site['section-groups'] ? { sectionGroup: null } : {};
  return {
    kind: 'section',
    key: [key, section.path],
    fields: {
      ...fromFile(siteFields.section, {
        title,
        path: section.path,
        group: found,
        icon,
        description,
        condition,
      }),
      ...none,
      ...(section.default && { default: true }),
    },
    path,
  };
}

function spaceThings(
  above: string[],
  spaces: readonly SiteSpaceEntry[],
  path: Path,
  names: FileNames,
): DesiredState[] {
  return spaces.flatMap((one, at): DesiredState[] => {
    const place = [...path, at];
    const found = names.findSpace(one.space, [...place, 'space']);
    if (!found) return [];
    const { key } = found;
    const { path: own, condition } = one;
    const fields = {
      ...fromFile(siteFields['site-space'], { space: key, path: own, condition }),
      ...(one.default && { default: true }),
    };
    return [{ kind: 'site-space', key: [...above, key], fields, path: place }];
  });
}
