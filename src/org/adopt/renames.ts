import type { ItemOf, Snapshot } from '../../model/read/snapshot.ts';
import type { Difference } from '../difference.ts';
import { keyName } from '../key-names.ts';
import { type LoadedFile, type Path, valueAtPath } from '../organization.ts';
import type { Compared } from '../plan/compare-sections.ts';
import type { CollectionEntry } from '../sections/collections.ts';
import { keyText } from '../thing.ts';
import type { FileOperation } from './operations.ts';
import { referencesIn } from './references.ts';

type Renamed = Difference & Required<Pick<Difference, 'declared' | 'present'>>;

/** Things that get the names or the places of the service. */
export interface Renaming {
  /** The texts by which `PassedNames` knows the things. */
  readonly things: readonly string[];
  /** What does it, also where the file refers to the things: all of it, or none. */
  readonly operations: readonly FileOperation[];
}

/** What is known of names that cannot be written. */
export interface PassedNames {
  /** Things that keep the names of the file. */
  readonly things: ReadonlySet<string>;
  /** Whether each of the others comes alone, because not all of them can be renamed. */
  readonly areApart: boolean;
}

/**
 * Returns what gives things of a file the names and the places that they have in the service; `undefined` if nothing is
 * renamed. A collection that is elsewhere comes first, one at a time: its new place is named as the file names it.
 */
export function nextRenaming(
  file: LoadedFile,
  compared: Compared,
  snapshot: Snapshot,
  passed: PassedNames,
): Renaming | undefined {
  const isOpen = (one: Difference): one is Renamed =>
    one.declared !== undefined && one.present !== undefined && !passed.things.has(textOf(one));
  const found = compared.differences.filter(isOpen);
  const moved = found.find(({ kind, action }) => kind === 'collection' && action === 'move');
  if (moved) return { things: [textOf(moved)], operations: moveOperations(moved, file, compared, snapshot) };
  const all = found.filter(({ action }) => action === 'rename');
  const [first] = all;
  if (!first) return undefined;
  const renamed = passed.areApart ? all.filter((one) => one === first || mayExchange(one, first)) : all;
  return {
    things: renamed.map(textOf),
    operations: [
      ...renamed.flatMap((one) => [nameOperation(one), ...previouslyOperations(one, file)]),
      ...referenceOperations(renamed, file, compared),
      ...patternOperations(renamed, file),
    ],
  };
}

function textOf({ kind, id, key }: Difference): string {
  return `${kind} ${id ?? keyText(key)}`;
}

/** Returns whether two things are sections of one site, whose paths may be exchanged. */
function mayExchange(one: Difference, other: Difference): boolean {
  return one.kind === 'section' && other.kind === 'section' && one.key[0] === other.key[0];
}

/** Returns the name of today of a thing, as the last part of its key. */
function todayName({ present }: Renamed): string {
  return (present.today ?? present).key.at(-1) ?? '';
}

function pathOf({ declared }: Renamed): Path {
  return declared.path ?? [];
}

function nameOperation(renamed: Renamed): FileOperation {
  const path = pathOf(renamed);
  const name = todayName(renamed);
  if (renamed.kind === 'section') return { kind: 'set', path: [...path, 'path'], value: name };
  if (renamed.kind === 'section-group') return { kind: 'set', path: [...path, 'title'], value: name };
  return { kind: 'rename', path, key: name };
}

/** An earlier name that is the name of today again means nothing. */
function previouslyOperations(renamed: Renamed, file: LoadedFile): FileOperation[] {
  const path = [...pathOf(renamed), 'previously'];
  const earlier = valueAtPath(file.organization, path) as readonly string[] | undefined;
  if (!earlier) return [];
  const left = withoutToday(renamed, earlier);
  if (left.length === earlier.length) return [];
  return [left.length === 0 ? { kind: 'cut', path } : { kind: 'set', path, value: left }];
}

function withoutToday(renamed: Renamed, earlier: readonly string[]): string[] {
  const { present } = renamed;
  const today = (present.today ?? present).key.join('/');
  return earlier.filter((name) => name !== todayName(renamed) && name !== today);
}

/** Puts a collection where it is in the service. */
function moveOperations(
  moved: Renamed,
  file: LoadedFile,
  compared: Compared,
  { organization, parts }: Snapshot,
): FileOperation[] {
  const path = pathOf(moved);
  const { previously = [], ...value } = valueAtPath(file.organization, path) as CollectionEntry;
  const left = withoutToday(moved, previously);
  const collections: ReadonlyMap<string, ItemOf<'collection'>> | undefined =
    parts.collection.lists.get(organization);
  const parent = collections?.get(moved.id ?? '')?.parent;
  const above = parent ? compared.names.collection(parent) : [];
  const place = [...above, todayName(moved)].flatMap((title) => ['collections', title]);
  return [
    { kind: 'cut', path },
    { kind: 'set', path: place, value: { ...(left.length > 0 && { previously: left }), ...value } },
    ...referenceOperations([moved], file, compared),
  ];
}

/** Writes the names of today where a file refers to things that it renames. */
function referenceOperations(
  renamed: readonly Renamed[],
  { organization }: LoadedFile,
  { names }: Compared,
): FileOperation[] {
  const today = new Map(
    renamed.map((one) => [`${one.kind} ${siteOf(one)} ${one.declared.key.at(-1)}`, todayName(one)]),
  );
  const collections = renamed.flatMap(({ kind, declared }) => {
    const key = declared.key.at(-1) ?? '';
    return kind === 'collection' ? [`${key}/`, `${keyName(key).title}/`] : [];
  });
  return [...referencesIn(organization)].flatMap(
    ({ kind, text, path, isKey, site = '' }): FileOperation[] => {
      const isInRenamed = kind === 'space' && collections.some((start) => text.startsWith(start));
      const name = isInRenamed ? names.findSpace(text, path)?.key : today.get(`${kind} ${site} ${text}`);
      if (name === undefined || name === text) return [];
      return [isKey ? { kind: 'rename', path, key: name } : { kind: 'set', path, value: name }];
    },
  );
}

function siteOf({ kind, key }: Renamed): string {
  return kind === 'section-group' ? (key[0] ?? '') : '';
}

/** Writes the names of today in patterns that mean exactly one renamed thing. */
function patternOperations(renamed: readonly Renamed[], { organization }: LoadedFile): FileOperation[] {
  const today = new Map(
    renamed.map((one) => {
      const [from, to] = [one.declared.key.at(-1) ?? '', todayName(one)].map((key) => keyName(key).title);
      return [`${one.kind}:${from}`, `${one.kind}:${to}`];
    }),
  );
  return (['keep', 'ignore'] as const).flatMap((list): FileOperation[] => {
    const patterns = organization[list] ?? [];
    const left = [...new Set(patterns.map((pattern) => today.get(pattern) ?? pattern))];
    const isSame = left.length === patterns.length && left.every((pattern, at) => pattern === patterns[at]);
    return isSame ? [] : [{ kind: 'set', path: [list], value: left }];
  });
}
