import { isStdin } from '../inputs.ts';
import { keyName } from '../org/key-names.ts';
import type { LoadedFile } from '../org/organization.ts';
import { kindOfSection } from '../org/section-names.ts';
import { isObject } from '../text/fields.ts';
import type { AuditedObject } from './facts.ts';
import type { FilePlace } from './formats/sarif.ts';

type Path = readonly (string | number)[];

/** The name of an organization file where nothing tells it, such as for standard input. */
export const usualName = 'organization.yaml';

/** Returns where an object is in an organization file; line 1 of its first part for an object that it does not hold. */
export function placeIn({ organization, where }: LoadedFile): (object: AuditedObject) => FilePlace {
  const index = indexOf({ ...organization });
  const nameOf = (file: string) => (isStdin(file) ? usualName : file);
  const top = nameOf(where([]).file);
  return (object) => {
    const path = index.get(`${object.kind} ${object.id}`) ?? index.get(`${object.kind} ${object.name}`);
    if (!path) return { file: top, line: 1 };
    const { file, place } = where(path);
    return { file: nameOf(file), line: place?.line ?? 1 };
  };
}

/** Finds the things of a file: by kind and name, by kind and id where the key or the value has one. */
function indexOf(organization: Readonly<Record<string, unknown>>): Map<string, Path> {
  const index = new Map<string, Path>();
  const add = (kind: string, name: string, path: Path) => {
    if (!index.has(`${kind} ${name}`)) index.set(`${kind} ${name}`, path);
  };
  const addAll = (kind: string, things: unknown, path: Path) => {
    if (!isObject(things)) return;
    for (const [key, value] of Object.entries(things)) {
      const place = [...path, key];
      for (const name of namesOf(kind, key, value)) add(kind, name, place);
      if (kind === 'collection' && isObject(value))
        addAll(kind, value.collections, [...place, 'collections']);
    }
  };
  for (const [section, kind] of Object.entries(kindOfSection)) addAll(kind, organization[section], [section]);
  for (const [name, path] of siteSpacesIn(organization.sites)) add('site-space', name, path);
  return index;
}

/** Yields the spaces of sites and of their sections, by the titles of the site and of the space: `Docs: Guides`. */
function* siteSpacesIn(sites: unknown): Generator<[string, Path]> {
  for (const [key, site] of entriesOf(sites)) {
    const sections = entriesOf(isObject(site) ? site.sections : undefined);
    const holders: [Path, unknown][] = [
      [[], site],
      ...sections.map(([at, section]): [Path, unknown] => [['sections', at], section]),
    ];
    for (const [within, holder] of holders) {
      for (const [at, one] of entriesOf(isObject(holder) ? holder.spaces : undefined)) {
        if (!isObject(one) || typeof one.space !== 'string') continue;
        const place = ['sites', key, ...within, 'spaces', at];
        for (const title of namesOf('site', String(key), site))
          for (const space of namesOf('space', one.space, undefined)) yield [`${title}: ${space}`, place];
      }
    }
  }
}

function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

/** Returns the names of a thing: its key; the title and the id of `Docs (team_docs)`; the end of a path; its `id`. */
function namesOf(kind: string, key: string, value: unknown): string[] {
  const { title, id } = keyName(key);
  const own = isObject(value) && typeof value.id === 'string' ? value.id : undefined;
  const end = kind === 'space' ? key.split('/').at(-1) : undefined;
  return [own, id, key, title, end].filter((name) => name !== undefined);
}
