import type { Snapshot, UnknownList } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { isEqual } from '../../text/equal.ts';
import { once } from '../../text/kept.ts';
import { listText } from '../difference.ts';
import { type FileProblem, pathText } from '../file/problems.ts';
import { type Complain, isManagedInFull, type LoadedFile, type Path } from '../organization.ts';
import type { SectionName } from '../section-names.ts';
import { factsOf } from '../sections/kinds.ts';
import type { FileNames, FileNaming, Swap } from '../sections/names.ts';
import type { Section } from '../sections/section.ts';
import { type DesiredState, keyText, NoPlace } from '../thing.ts';
import { type Comparison, compare, keyAcrossLists } from './compare.ts';
import { differentPeople, type Staying } from './compare-people.ts';
import { fileNames } from './file-names.ts';
import { complainOfOldPaths, ignoredBy } from './patterns.ts';
import type { UnknownPart } from './plan.ts';
import type { PlanReading } from './read.ts';
import { ThingMap, thingsByPlace } from './thing-map.ts';

export interface Compared extends Comparison {
  readonly names: FileNames;
  /** References that mean nothing, or several things. */
  readonly problems: readonly FileProblem[];
  /** References to what the organization does not have, which are left out. */
  readonly skipped: readonly FileProblem[];
  readonly present: readonly DesiredState[];
  /** The things of the service that someone else looks after. */
  readonly ignored: readonly DesiredState[];
  /** The people who are the same on both sides, and therefore not among `present`. */
  readonly agreed: readonly Staying[];
  /** The things of the file that were compared, without these people. */
  readonly declared: readonly DesiredState[];
  /** The lists that the file names completely. */
  readonly lists: ReadonlySet<string>;
  readonly unknown: readonly UnknownPart[];
}

interface CompareOptions {
  readonly refresh?: readonly SectionName[];
  /** Whether references to what the organization does not have are left out. */
  readonly skipMissing?: boolean;
  /**
   * Called for each reference to what the organization does not have, which then counts as a thing to be made. With it, nothing
   * is checked that matters only to those who make the differences good.
   */
  readonly missing?: ((path: Path) => void) | undefined;
}

/**
 * Compares a file with the service. Where sections swap their paths, the file alone does not tell whether they are swapped
 * already: the reading that leaves less to change is taken.
 */
export function compareSections(
  file: LoadedFile,
  sections: readonly Section[],
  reading: PlanReading,
  options: CompareOptions = {},
): Compared {
  const compareWith = (pending: readonly Swap[]) =>
    compareAll(file, sections, reading, { ...options, pending });
  let pending: readonly Swap[] = [];
  let best = compareWith(pending);
  for (const swap of best.names.swaps) {
    const swapped = compareWith([...pending, swap]);
    if (contentChanges(swapped) >= contentChanges(best)) continue;
    best = swapped;
    pending = [...pending, swap];
  }
  return best;
}

function contentChanges({ differences }: Compared): number {
  return differences.filter(({ action }) => action !== 'rename').length;
}

function compareAll(
  file: LoadedFile,
  sections: readonly Section[],
  { snapshot, people }: PlanReading,
  {
    pending,
    refresh = [],
    skipMissing = false,
    missing,
  }: CompareOptions & { readonly pending: readonly Swap[] },
): Compared {
  const problems: FileProblem[] = [];
  const skipped: FileProblem[] = [];
  const names = fileNames(file, snapshot, {
    people,
    pending,
    complain: into(problems, file),
    skip: skipMissing ? into(skipped, file) : undefined,
    missing,
  });
  const found = sections.map((section) =>
    compareSection(section, { file, snapshot, names, refresh, isChecked: !missing }),
  );
  return {
    names,
    problems,
    skipped: [...skipped],
    differences: found.flatMap(({ differences }) => differences),
    undeclared: found.flatMap(({ undeclared }) => undeclared),
    notCompared: found.flatMap(({ notCompared }) => notCompared),
    present: found.flatMap(({ present }) => present),
    ignored: found.flatMap(({ ignored }) => ignored),
    agreed: found.flatMap(({ agreed }) => agreed),
    declared: found.flatMap(({ declared }) => declared),
    lists: new Set(found.flatMap(({ lists }) => [...lists])),
    unknown: uniqueParts(found.flatMap(({ unknown }) => unknown)),
  };
}

function into(list: FileProblem[], { where }: LoadedFile): Complain {
  return (path, message) => void list.push({ ...where(path), message: `${pathText(path)}: ${message}` });
}

/**
 * Returns the references of a file that mean nothing in the organization. `unsure` are sections of which the file may say
 * more: what they may have is not missing.
 */
export function missingReferences(
  file: LoadedFile,
  sections: readonly Section[],
  { snapshot, people }: PlanReading,
  unsure: readonly SectionName[],
): readonly FileProblem[] {
  const missing: FileProblem[] = [];
  const skip = into(missing, file);
  const names = fileNames(file, snapshot, { people, pending: [], complain: () => {}, skip, unsure });
  for (const section of sections) {
    section.declared(file, names);
    for (const list of section.people?.(file, snapshot, names) ?? []) differentPeople(list, names, undefined);
  }
  return missing;
}

interface Comparing {
  readonly file: LoadedFile;
  readonly snapshot: Snapshot;
  readonly names: FileNames;
  readonly refresh: readonly SectionName[];
  readonly isChecked: boolean;
}

function compareSection(
  section: Section,
  { file, snapshot, names, refresh, isChecked }: Comparing,
): Omit<Compared, 'names' | 'problems' | 'skipped'> {
  const { noted, differ } = notingDifferences(names);
  const found = presentIn(section, snapshot, noted, isChecked);
  if (found instanceof NoPlace) return unknownSection(section, snapshot.organization, found);
  const others = differ() ? withToday(found, presentIn(section, snapshot, names.today, isChecked)) : found;
  const { ignore = [] } = file.organization;
  const isIgnored = ignoredBy(ignore);
  const people = [...(section.people?.(file, snapshot, names) ?? [])].map((list) =>
    differentPeople(list, names, ignore.length > 0 ? isIgnored : undefined),
  );
  const all = [...others, ...people.flatMap((list) => list.present)];
  const ignored = all.filter((thing) => isIgnored(thing) || (thing.today && isIgnored(thing.today)));
  const isElsewhere = thingsByPlace(ignored);
  complainOfOldPaths(file.organization, others, names.complain);
  const there = all.filter((thing) => !isElsewhere.get(thing));
  const gaps = gapsOf(section, snapshot, there);
  const { things: own, lists = [] } = section.declared(file, names);
  const things = [...own, ...people.flatMap((list) => list.declared)];
  complainOfTwins(things, names.complain);
  for (const { path = [] } of things.filter((thing) => isIgnored(thing) || isElsewhere.get(thing)))
    names.complain(path, 'is managed elsewhere: "ignore" lists it, or what it belongs to');
  const present = there.filter((thing) => !gaps.hides(thing));
  const declared = things.filter((thing) => !gaps.hides(thing));
  const completeLists = new Set([...lists].filter((list) => !gaps.hidesList(list)));
  const comparison = compare({ things: declared, lists: completeLists }, present, refresh);
  const { differences, undeclared } = comparison;
  const staying = isManagedInFull(file.organization, section.name) ? ignored : [...undeclared, ...ignored];
  if (isChecked) section.check?.(differences, names.complain, { ...names, staying });
  return {
    ...comparison,
    present,
    ignored,
    agreed: people.flatMap(({ agreed }) => (agreed.count > 0 ? agreed : [])),
    declared,
    lists: completeLists,
    unknown: gaps.parts,
  };
}

/** Returns the things of the service; the error if they cannot be planned, or else written in a file. */
function presentIn(
  section: Section,
  snapshot: Snapshot,
  names: FileNaming,
  isPlanned: boolean,
): readonly DesiredState[] | NoPlace {
  try {
    const { present, compared = present } = section;
    const things = [...compared(snapshot, names)];
    if (!isPlanned) section.assertWritable?.(things);
    return things;
  } catch (error) {
    if (error instanceof NoPlace) return error;
    throw error;
  }
}

/** Returns the names of the file, and whether one of those that were asked for is another one in an export of today. */
function notingDifferences({ today, ...names }: FileNames): { noted: FileNaming; differ: () => boolean } {
  let differ = false;
  function note<Name>(name: Name, before: Name): Name {
    differ ||= name !== before && !isEqual(name, before);
    return name;
  }
  const noted: FileNaming = {
    ...names,
    titled: (kind, id) => note(names.titled(kind, id), today.titled(kind, id)),
    collection: (id) => note(names.collection(id), today.collection(id)),
    section: (site, id) => note(names.section(site, id), today.section(site, id)),
    sectionGroup: (site, id) => note(names.sectionGroup(site, id), today.sectionGroup(site, id)),
  };
  return { noted, differ: () => differ };
}

/** Adds to things what an export calls them, where that is something else. `today` are the same things in the same order. */
function withToday(
  things: readonly DesiredState[],
  today: readonly DesiredState[] | NoPlace,
): readonly DesiredState[] {
  if (today instanceof NoPlace) return things;
  return things.map((thing, at) => {
    const own = today[at];
    return own && !isEqual(wordsOf(thing), wordsOf(own)) ? { ...thing, today: own } : thing;
  });
}

function wordsOf({ key, fields, keyed }: DesiredState): readonly unknown[] {
  return [key, fields, keyed];
}

function unknownSection({ kinds }: Section, organization: string, { message }: NoPlace) {
  const [part] = Object.keys(kinds) as [ResourceKind];
  const unknown: UnknownPart = { kind: 'organization', name: organization, part, reason: { message } };
  return {
    differences: [],
    undeclared: [],
    lists: new Set<string>(),
    notCompared: [],
    present: [],
    ignored: [],
    agreed: [],
    declared: [],
    unknown: [unknown],
  };
}

/** Complains about things that the file declares twice, in different words, or in two lists of which only one can have it. */
function complainOfTwins(things: readonly DesiredState[], complain: Complain): void {
  const known = new ThingMap<DesiredState>();
  for (const thing of things) {
    const place = { kind: thing.kind, key: keyAcrossLists(thing) ?? thing.key };
    const first = known.get(place);
    if (first) complain(thing.path ?? [], `means the same as ${pathText(first.path ?? [])}`);
    else known.set(place, thing);
  }
}

export function uniqueParts(parts: readonly UnknownPart[]): UnknownPart[] {
  return [
    ...new Map(parts.map((part) => [JSON.stringify([part.kind, part.name, part.part]), part])).values(),
  ];
}

/** What of a section is not known, because it cannot be read. */
export interface Gaps {
  readonly parts: readonly UnknownPart[];
  /** Returns whether nothing is known of a thing, be it in the file or in the service. */
  hides(thing: Pick<DesiredState, 'kind' | 'key'>): boolean;
  /** Returns whether the things of a list are not known; `list` is a text of `listText`. */
  hidesList(list: string): boolean;
}

/** Finds what of a section cannot be read. `present` are its things that could be read. */
function gapsOf(
  { kinds }: Pick<Section, 'kinds'>,
  { organization, parts }: Snapshot,
  present: readonly DesiredState[],
): Gaps {
  const keys = once(() => new Map(present.map(({ kind, id, key }) => [`${kind} ${id}`, key])));
  const found = new Map<string, UnknownPart>();
  const add = (unknown: UnknownList, name: string) =>
    found.set(JSON.stringify([unknown.in, unknown.kind]), {
      kind: unknown.in.kind,
      name,
      part: unknown.kind,
      reason: unknown.reason,
    });
  const whole = new Set<string>();
  const lists = new Set<string>();
  const inside = new Set<string>();
  for (const [kind, facts] of Object.entries(kinds)) {
    for (const unknown of facts.parts.flatMap((part) => parts[part].unknown)) {
      const { kind: holder, id } = unknown.in;
      const key = keys().get(`${holder} ${id}`);
      if (holder === 'organization') whole.add(kind);
      else if (key) (unknown.kind === kind ? lists : inside).add(listText(kind as ResourceKind, key));
      add(unknown, holder === 'organization' ? organization : (key?.join('/') ?? id));
    }
  }
  const isIn = (kind: string, key: readonly string[]) =>
    inside.size + lists.size > 0 &&
    key.some((_, depth) => {
      // The list of a nested thing is not inside that of the thing above it.
      if (factsOf(kind as ResourceKind).isNested && depth < key.length - 1) return false;
      const list = `${kind} ${keyText(key.slice(0, depth))}`;
      return inside.has(list) || lists.has(list);
    });
  return {
    parts: [...found.values()],
    hides: ({ kind, key }) => whole.has(kind) || isIn(kind, key),
    hidesList(list) {
      const [kind = ''] = list.split(' ', 1);
      return whole.has(kind) || isIn(kind, [...(JSON.parse(list.slice(kind.length + 1)) as string[]), '']);
    },
  };
}
