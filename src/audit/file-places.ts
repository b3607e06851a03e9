import { kindOfSection } from '../org/file/names.ts';
import type { LoadedFile } from '../org/file/side-files.ts';
import { isObject } from '../text/fields.ts';
import type { AuditedObject } from './facts.ts';
import type { FilePlace } from './formats/sarif.ts';

type Path = readonly (string | number)[];

/** Returns where an object stands in an organization file; line 1 of its first part for an object that it does not hold. */
export function placeIn({ organization, where }: LoadedFile): (object: AuditedObject) => FilePlace {
  const index = indexOf(organization as Readonly<Record<string, unknown>>);
  const top = where([]).file;
  return (object) => {
    const path = index.get(`${object.kind} ${object.id}`) ?? index.get(`${object.kind} ${object.name}`);
    if (!path) return { file: top, line: 1 };
    const { file, place } = where(path);
    return { file, line: place?.line ?? 1 };
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
  return index;
}

/** Returns the names of a thing: its key; the title and the id of `Docs (team_docs)`; the end of a path; its `id`. */
function namesOf(kind: string, key: string, value: unknown): string[] {
  const [, title, id] = /^(.*) \(([^()]+)\)$/.exec(key) ?? [];
  const own = isObject(value) && typeof value.id === 'string' ? value.id : undefined;
  const end = kind === 'space' ? key.split('/').at(-1) : undefined;
  return [own, id, key, title, end].filter((name) => name !== undefined);
}
