import { normalize } from 'node:path';
import type { Client } from '../../api/client/client.ts';
import { Unfinished } from '../../errors.ts';
import type { SnapshotOptions } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { shortened } from '../../text/shortened.ts';
import type { SectionChoice } from '../file/choice.ts';
import { type FilePorts, partFiles } from '../file/parts.ts';
import { type FileProblem, FileProblems, problemLine } from '../file/problems.ts';
import { readOrganizationFile } from '../file/read.ts';
import type { LoadedFile, Path } from '../organization.ts';
import { type Compared, compareSections } from '../plan/compare-sections.ts';
import { type ReadForFile, readForFile } from '../plan/make.ts';
import type { UnknownPart } from '../plan/plan.ts';
import type { PossibleRename } from '../plan/possible-renames.ts';
import { kindNoun } from '../plan/show/words.ts';
import { nameOf } from '../sections/kinds.ts';
import type { DesiredState } from '../thing.ts';
import { adoptOperations, adoptTogether, placesOf, sidePaths } from './carry-out.ts';
import { besideGone, type Gone, renamedOrGone, withEarlierNames, withoutReferred } from './gone.ts';
import type { FileOperation } from './operations.ts';
import { nextRenaming, type PassedNames, type Renaming } from './renames.ts';
import { siteOperations } from './site-operations.ts';
import { readInside, unlistedOperations, unlistedThings } from './unlisted.ts';
import { valueOperations } from './value-operations.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** What an organization file becomes so that it says what the service has. Nothing is written yet. */
export interface Adoption {
  readonly organization: string;
  readonly workspace: Workspace;
  /** What a person has to change: the messages say what to write. The lines are those of the changed files. */
  readonly byHand: readonly FileProblem[];
  /** Things that have a new name in the service, which the file gets. */
  readonly renamed: readonly PossibleRename[];
  /** Things that are taken out of the file. */
  readonly gone: readonly Gone[];
  /** The files that nothing names any more. */
  readonly unnamed: readonly string[];
  /** The parts of the organization that cannot be read, and are left as the file has them. */
  readonly unknown: readonly UnknownPart[];
}

const orphan =
  'delete it: nothing names it any more, and in this folder it would be a part of the organization file';

/** More steps than any file needs: all renames are one or each is one, a move is one, all values are one. */
const mostSteps = 1000;

/**
 * Writes what differs between an organization and its file into the texts of the file, in memory. After each step, the texts are
 * read and compared again: so the result is a right file, and nothing else than `byHand` and `unknown` is left of the plan. Throws
 * `UsageError` for a file that is wrong, or of another organization, and `Unfinished` if what the service has fits in no file;
 * rejects as `readSnapshot` does.
 */
export async function adoptOrganization(
  client: Client,
  organization: string,
  ports: FilePorts,
  { paths, choice }: FileChoice,
  options: SnapshotOptions = {},
): Promise<Adoption> {
  const workspace = createWorkspace(ports);
  let file = await readOrganizationFile(workspace.ports, paths, choice);
  const named = sidePaths(file);
  const parts = new Set(partFiles(ports, paths).map((path) => normalize(path)));
  workspace.hide(named);
  let read = await readForFile(client, organization, file, options);
  const renamed: PossibleRename[] = [];
  const gone = new Map<string, Gone>();
  const passed = { things: new Set<string>(), areApart: false };
  for (let step = 0; ; step++) {
    const found = await comparedWith(client, file, read, options);
    read = found.read;
    const { compared, unknown } = found;
    const { problems } = compared;
    if (problems.length > 0) throw step === 0 ? new FileProblems(problems) : fitsNowhere(problems);
    // What a person has to take out is still there.
    for (const { kind, name } of compared.differences) gone.delete(`${kind} ${name}`);
    const todo = await stepFor(file, found, passed);
    if (todo.renaming && step < mostSteps) {
      const { things, operations } = todo.renaming;
      const next = await renamedFile(workspace, file, operations, { paths, choice });
      if (next) renamed.push(...todo.renamed);
      else if (passed.areApart || things.length === 1) for (const one of things) passed.things.add(one);
      else passed.areApart = true;
      file = next ?? file;
      continue;
    }
    const before = workspace.revision();
    const next =
      step < mostSteps ? await carriedOut(workspace, file, todo.operations, { paths, choice }) : undefined;
    if (workspace.revision() > before) for (const one of todo.gone) gone.set(`${one.kind} ${one.name}`, one);
    if (next?.file) {
      file = next.file;
      continue;
    }
    const byHand = [
      ...(await namesByHand(workspace, file, todo.found)),
      ...(next?.byHand ?? []),
      ...(await placesOf(workspace, file, todo.waiting)),
    ];
    const unnamed = without(named, sidePaths(file));
    return {
      organization,
      workspace,
      byHand: [
        ...byHand,
        ...(byHand.length > 0 || unknown.length > 0 ? [] : leftOver(file, found)),
        ...unnamed.filter((path) => parts.has(path)).map((path) => ({ file: path, message: orphan })),
      ],
      renamed,
      gone: [...gone.values()],
      unnamed: unnamed.filter((path) => !parts.has(path)),
      unknown,
    };
  }
}

/** Where an organization file is, and what of it is meant. */
interface FileChoice {
  readonly paths: readonly string[];
  readonly choice: SectionChoice;
}

/**
 * Gives things the names of the service. Resolves with the changed file; with `undefined`, and changes nothing, if a place has to be
 * changed by hand or the file would be wrong.
 */
async function renamedFile(
  workspace: Workspace,
  file: LoadedFile,
  operations: readonly FileOperation[],
  { paths, choice }: FileChoice,
): Promise<LoadedFile | undefined> {
  const takeBack = workspace.keepTexts();
  if (!(await adoptTogether(workspace, file, operations))) return undefined;
  try {
    return await readOrganizationFile(workspace.ports, paths, choice);
  } catch (error) {
    if (!(error instanceof FileProblems)) throw error;
    takeBack();
    return undefined;
  }
}

/** Returns the places of names that a person has to change: of a name and what refers to it, all. */
async function namesByHand(workspace: Workspace, file: LoadedFile, found: Found): Promise<FileProblem[]> {
  const told = new Set<string>();
  const places: FileProblem[] = [];
  for (;;) {
    const passed = { things: told, areApart: true };
    const renaming = nextRenaming(file, found.compared, found.read.reading.snapshot, passed);
    if (!renaming) return places;
    places.push(...(await placesOf(workspace, file, renaming.operations)));
    for (const one of renaming.things) told.add(one);
  }
}

/**
 * Carries operations out. Resolves with the changed file, or with what a person has to change before anything else can be
 * done. Throws `Unfinished` if the file would be wrong.
 */
async function carriedOut(
  workspace: Workspace,
  file: LoadedFile,
  operations: readonly FileOperation[],
  { paths, choice }: FileChoice,
): Promise<{ readonly file?: LoadedFile; readonly byHand: readonly FileProblem[] }> {
  const before = workspace.revision();
  const byHand = await adoptOperations(workspace, file, operations);
  if (workspace.revision() === before) return { byHand };
  try {
    return { file: await readOrganizationFile(workspace.ports, paths, choice), byHand };
  } catch (error) {
    if (!(error instanceof FileProblems)) throw error;
    const { problems } = error;
    // What a person has still to change may make the file wrong, but never unreadable.
    const isReadable = problems.every(({ message }) => !message.startsWith('not valid'));
    if (byHand.length === 0 || !isReadable) throw fitsNowhere(problems);
    return { byHand: [...byHand, ...problems] };
  }
}

function without<Item>(items: readonly Item[], others: readonly Item[]): Item[] {
  const left = new Set(items);
  for (const other of others) left.delete(other);
  return [...left];
}

interface Found {
  readonly compared: Compared;
  readonly read: ReadForFile;
  /** The places that name people and spaces which the organization does not have. */
  readonly missing: readonly Path[];
  /** What the sections that are managed in full do not list. */
  readonly things: readonly DesiredState[];
  /** The parts of the organization that the file has, or has to list, and that cannot be read. */
  readonly unknown: readonly UnknownPart[];
}

/** Compares a file with the service. What is in things that it has to list, or may have under other names, is read, too. */
async function comparedWith(
  client: Client,
  file: LoadedFile,
  read: ReadForFile,
  options: SnapshotOptions,
): Promise<Found> {
  const found = foundWith(file, read);
  if (found.compared.problems.length > 0) return found;
  const things = [...new Set([...found.things, ...besideGone(found.compared)])];
  const reading = await readInside(client, things, read.reading, options);
  return reading === read.reading ? found : foundWith(file, { ...read, reading });
}

function foundWith(file: LoadedFile, read: ReadForFile): Found {
  const missing: Path[] = [];
  const compared = compareSections(file, read.sections, read.reading, {
    missing: (path) => missing.push(path),
  });
  const things = unlistedThings(file, compared);
  const others = new Set(
    without(compared.undeclared, things).map(({ kind, key }) => `${kind} ${key.join('/')}`),
  );
  const unknown = compared.unknown.filter(({ kind, name }) => !others.has(`${kind} ${name}`));
  return { compared, read, missing, things, unknown };
}

/** What is to be done next, and what that means for things that have another name in the service, or are gone. */
interface Step {
  /** What is to be done instead of `operations`. */
  readonly renaming?: Renaming;
  readonly operations: readonly FileOperation[];
  /** What can be done once nothing refers to it. */
  readonly waiting: readonly FileOperation[];
  /** What the step is made of: things with new names that cannot be written count as renamed. */
  readonly found: Found;
  readonly renamed: readonly PossibleRename[];
  readonly gone: readonly Gone[];
}

/** Returns what is to be done next: renames and moves come alone, because they change the places of everything else. */
async function stepFor(file: LoadedFile, found: Found, passed: PassedNames): Promise<Step> {
  const { compared, read } = found;
  const { snapshot } = read.reading;
  const nothing = { operations: [], waiting: [], renamed: [], gone: [] };
  const renaming = nextRenaming(file, compared, snapshot, passed);
  if (renaming) return { ...nothing, found, renaming };
  const { renamed, gone } = renamedOrGone(compared);
  const known = renamed.length === 0 ? found : foundWith(withEarlierNames(file, renamed), read);
  const newNames = nextRenaming(file, known.compared, snapshot, passed);
  if (newNames) {
    const own = renamed.filter(({ thing }) => newNames.things.includes(`${thing.kind} ${thing.id}`));
    const names = own.map(({ created: { kind, name: from }, thing }) => ({ kind, from, to: nameOf(thing) }));
    return { ...nothing, found: known, renaming: newNames, renamed: names };
  }
  return { ...(await valuesOf(file, known)), found: known, renamed: [], gone };
}

/** Returns the operations that write all values, once names and places are those of the service. */
async function valuesOf(
  file: LoadedFile,
  { compared, read, missing, things }: Found,
): Promise<Pick<Step, 'operations' | 'waiting'>> {
  const { now, waiting } = withoutReferred(file, [
    ...valueOperations(file, compared),
    ...siteOperations(file.organization, compared),
  ]);
  const operations = [
    ...missing.filter(isOfEntry).map((path): FileOperation => ({ kind: 'cut', path })),
    ...now,
    ...(await unlistedOperations(file, things, compared, read.reading)),
  ];
  return { operations, waiting };
}

/** Returns whether a place is an entry for a person or a space. Other references are among the differences. */
function isOfEntry(path: Path): boolean {
  return path.at(-2) === 'members' || (path[0] === 'spaces' && path.length === 2);
}

/** Returns what still differs, though nothing is known that a person could write. */
function leftOver(file: LoadedFile, { compared, things }: Found): FileProblem[] {
  const left = [...compared.differences, ...things.map((present) => ({ ...present, declared: undefined }))];
  return left.map(({ kind, key, declared }) => ({
    ...file.where(declared?.path ?? []),
    message: `${kindNoun(kind as ResourceKind)} ${nameOf({ kind, key })} still differs`,
  }));
}

function fitsNowhere(problems: readonly FileProblem[]): Unfinished {
  const message =
    'what the service has cannot be written in this file; nothing was written: change it by hand';
  return new Unfinished(message, { kind: 'incomplete', details: shortened(problems.map(problemLine)) });
}
