import { normalize } from 'node:path';
import type { Client } from '../../api/client/client.ts';
import { Unfinished } from '../../errors.ts';
import type { SnapshotOptions } from '../../model/snapshot.ts';
import { shortened } from '../../text/shortened.ts';
import type { Choice } from '../file/choice.ts';
import { type FilePorts, type Path, partFiles } from '../file/parts.ts';
import { type FileProblem, FileProblems, problemLine } from '../file/problems.ts';
import { readOrganizationFile } from '../file/read.ts';
import type { LoadedFile } from '../file/side-files.ts';
import { type Compared, compareSections } from '../plan/compare-sections.ts';
import { type FileKind, nameOf } from '../plan/kinds.ts';
import { type ReadForFile, readForFile } from '../plan/make.ts';
import type { UnknownPart } from '../plan/plan.ts';
import { type PossibleRename, possibleRenames } from '../plan/possible-renames.ts';
import { nounOf } from '../plan/show/words.ts';
import type { Thing } from '../thing.ts';
import { carryOut, sidePaths } from './carry-out.ts';
import type { Operation } from './operations.ts';
import { renameOperations } from './renames.ts';
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
  /** Things that are taken out of the file, and may be others of the service under new names. */
  readonly possibleRenames: readonly PossibleRename[];
  /** The files that nothing names any more. */
  readonly unnamed: readonly string[];
  /** The parts of the organization that cannot be read, and are left as the file has them. */
  readonly unknown: readonly UnknownPart[];
}

const orphan =
  'delete it: nothing names it any more, and in this folder it would be a part of the organization file';

/** More steps than any file needs: a rename or a move is one, all values are one. */
const mostSteps = 100;

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
  const renames = new Map<string, PossibleRename>();
  for (let step = 0; ; step++) {
    const found = await comparedWith(client, file, read, options);
    read = found.read;
    const { problems, unknown } = found.compared;
    if (problems.length > 0) throw step === 0 ? new FileProblems(problems) : fitsNowhere(problems);
    for (const one of possibleRenames(found.compared)) renames.set(`${one.kind} ${one.to}`, one);
    const operations = await operationsFor(file, found);
    const next =
      step < mostSteps ? await carriedOut(workspace, file, operations, { paths, choice }) : undefined;
    if (next?.file) {
      file = next.file;
      continue;
    }
    const byHand = next?.byHand ?? [];
    const unnamed = without(named, sidePaths(file));
    return {
      organization,
      workspace,
      byHand: [
        ...byHand,
        ...(byHand.length > 0 || unknown.length > 0 ? [] : leftOver(file, found)),
        ...unnamed.filter((path) => parts.has(path)).map((path) => ({ file: path, message: orphan })),
      ],
      possibleRenames: [...renames.values()],
      unnamed: unnamed.filter((path) => !parts.has(path)),
      unknown,
    };
  }
}

/** Where an organization file is, and what of it is meant. */
interface FileChoice {
  readonly paths: readonly string[];
  readonly choice: Choice;
}

/**
 * Carries operations out. Resolves with the changed file, or with what a person has to change before anything else can be
 * done. Throws `Unfinished` if the file would be wrong.
 */
async function carriedOut(
  workspace: Workspace,
  file: LoadedFile,
  operations: readonly Operation[],
  { paths, choice }: FileChoice,
): Promise<{ readonly file?: LoadedFile; readonly byHand: readonly FileProblem[] }> {
  const before = workspace.revision();
  const byHand = await carryOut(workspace, file, operations);
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

function without(paths: readonly string[], others: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => !others.includes(path));
}

interface Found {
  readonly compared: Compared;
  readonly read: ReadForFile;
  /** The places that name people and spaces which the organization does not have. */
  readonly missing: readonly Path[];
  /** What the sections that are managed in full do not list. */
  readonly things: readonly Thing[];
}

/** Compares a file with the service. What is in things that it has to list is read, too. */
async function comparedWith(
  client: Client,
  file: LoadedFile,
  read: ReadForFile,
  options: SnapshotOptions,
): Promise<Found> {
  const compare = (given: ReadForFile): Found => {
    const missing: Path[] = [];
    const compared = compareSections(file, given.sections, given.reading, {
      missing: (path) => missing.push(path),
    });
    return { compared, read: given, missing, things: unlistedThings(file, compared) };
  };
  const found = compare(read);
  if (found.compared.problems.length > 0) return found;
  const reading = await readInside(client, found.things, read.reading, options);
  return reading === read.reading ? found : compare({ ...read, reading });
}

/** Returns what is to be done next: renames and moves come alone, because they change the places of everything else. */
async function operationsFor(
  file: LoadedFile,
  { compared, read, missing, things }: Found,
): Promise<Operation[]> {
  const renames = renameOperations(file, compared, read.reading.snapshot);
  if (renames.length > 0) return renames;
  return [
    ...missing.filter(isOfEntry).map((path): Operation => ({ kind: 'cut', path })),
    ...valueOperations(file, compared),
    ...siteOperations(file.organization, compared),
    ...(await unlistedOperations(file, things, compared, read.reading)),
  ];
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
    message: `${nounOf(kind as FileKind)} ${nameOf({ kind, key })} still differs`,
  }));
}

function fitsNowhere(problems: readonly FileProblem[]): Unfinished {
  const message =
    'what the service has cannot be written in this file; nothing was written: change it by hand';
  return new Unfinished(message, { kind: 'incomplete', details: shortened(problems.map(problemLine)) });
}
