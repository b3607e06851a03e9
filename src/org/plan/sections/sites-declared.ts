import { withoutCredentials } from '../../../text/addresses.ts';
import { keyName } from '../../file/names.ts';
import type { Path } from '../../file/parts.ts';
import type { Organization } from '../../file/schema.ts';
import { isSideFile, type LoadedFile } from '../../file/side-files.ts';
import type { FileNames } from '../../sections/names.ts';
import type { Thing } from '../../thing.ts';
import { type Declared, listText } from '../compare.ts';

type Site = NonNullable<Organization['sites']>[string];
type Section = NonNullable<Site['sections']>[number];
type SiteSpaces = NonNullable<Site['spaces']>;

/** Returns what a file says about sites. The spaces of a site without sections stand below the section path `''`. */
export function declaredSites(file: LoadedFile, names: FileNames): Declared {
  const things: Thing[] = [];
  const lists = new Set<string>();
  for (const [key, site] of Object.entries(file.organization.sites ?? {})) {
    const path = ['sites', key];
    things.push(siteThing(key, site, path), ...schemaThings(file, key, site));
    if (site['section-groups']) lists.add(listText('section-group', [key]));
    for (const [at, { title, icon }] of (site['section-groups'] ?? []).entries())
      things.push({
        kind: 'section-group',
        key: [key, title],
        keyed: { title: keyName(title).title },
        fields: given({ icon }),
        path: [...path, 'section-groups', at],
      });
    if (site.sections || site.spaces) {
      // Spaces stand either in sections or at the site itself: one list leaves no room for the other.
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

function siteThing(key: string, site: Site, path: Path): Thing {
  const { visibility, basename, proxy } = site;
  const address = proxy === undefined ? undefined : withoutCredentials(proxy);
  return {
    kind: 'site',
    key: [key],
    keyed: { title: keyName(key).title },
    fields: given({
      visibility,
      basename,
      proxy: address,
      'adaptive-content': site['adaptive-content'],
    }),
    path,
  };
}

function schemaThings(file: LoadedFile, key: string, site: Site): Thing[] {
  const path = ['sites', key, 'adaptive-schema'];
  const schema = site['adaptive-schema'];
  if (schema === undefined) return [];
  const value = isSideFile(schema) ? file.side(path) : schema;
  return [{ kind: 'adaptive-schema', key: [key], fields: { value }, path }];
}

/** Where a site lists its groups, a section that names none stands in none. */
function sectionThing(key: string, site: Site, section: Section, path: Path, names: FileNames): Thing {
  const { title, icon, description, condition, group } = section;
  const found = group === undefined ? undefined : names.findGroup(key, group, [...path, 'group']);
  const none = group === undefined && site['section-groups'] ? { group: null } : {};
  return {
    kind: 'section',
    key: [key, section.path],
    fields: {
      title,
      path: section.path,
      ...given({ group: found, icon, description, condition }),
      ...none,
      ...(section.default && { default: true }),
    },
    path,
  };
}

function spaceThings(above: string[], spaces: SiteSpaces, path: Path, names: FileNames): Thing[] {
  return spaces.flatMap((one, at): Thing[] => {
    const place = [...path, at];
    const found = names.findSpace(one.space, [...place, 'space']);
    if (!found) return [];
    const { key } = found;
    const fields = {
      space: key,
      ...given({ path: one.path, condition: one.condition }),
      ...(one.default && { default: true }),
    };
    return [{ kind: 'site-space', key: [...above, key], fields, path: place }];
  });
}

function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
