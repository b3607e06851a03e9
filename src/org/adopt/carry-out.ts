import { join } from 'node:path';
import { toTree } from '../../formats/edit/tree.ts';
import { noHints } from '../../formats/edit/work.ts';
import { styleOf } from '../../formats/edit/written.ts';
import { type EditedText, editYaml, type PlacedChange } from '../../formats/edit/yaml.ts';
import { isObject } from '../../text/fields.ts';
import { groupBy } from '../../text/group-by.ts';
import { type FileProblem, pathText } from '../file/problems.ts';
import { isSideFile, type LoadedFile, type Path, valueAtPath } from '../organization.ts';
import { type FileOperation, withOperations } from './operations.ts';
import { editTable } from './tables.ts';
import type { Workspace } from './workspace.ts';

/** An operation in a file that the organization file names. */
interface SideOperation {
  readonly operation: FileOperation;
  /** The place that names the file. */
  readonly prefix: Path;
  readonly side: string;
}

/**
 * Carries operations out on the texts of an organization file and of the files that it names. Returns what a person has to change
 * instead: the messages say what to write.
 */
export async function adoptOperations(
  workspace: Workspace,
  file: LoadedFile,
  operations: readonly FileOperation[],
): Promise<FileProblem[]> {
  const inSides: SideOperation[] = [];
  const inParts: FileOperation[] = [];
  for (const operation of operations) {
    const own = sideOf(file, operation);
    if (own) inSides.push(own);
    else inParts.push(operation);
  }
  const byHand: FileProblem[] = [];
  for (const [part, own] of groupBy(inParts, ({ path }) => file.where(path).file)) {
    const result = editYaml(await workspace.read(part), (tree) => withOperations(tree, own));
    workspace.change(part, result.text);
    byHand.push(...result.byHand.map((one) => problemOf(part, [], one)));
  }
  const uses = groupBy(sidesIn(file), (path) => sidePath(file, path));
  for (const [side, own] of groupBy(inSides, (one) => one.side)) {
    const [{ prefix }] = own;
    const others = (uses.get(side)?.length ?? 0) - 1;
    if (others > 0) {
      const message = `${pathText(prefix)}: write a file of its own: ${side} is named in several places`;
      byHand.push({ ...file.where(prefix), message });
      continue;
    }
    const result = await editSide(await workspace.read(side), own);
    workspace.change(side, result.text);
    byHand.push(...result.byHand.map((one) => problemOf(side, prefix, one)));
  }
  return byHand;
}

/**
 * Carries operations out that belong together, in the texts of an organization file: all of them or none. Returns whether that
 * changes something.
 */
export async function adoptTogether(
  workspace: Workspace,
  file: LoadedFile,
  operations: readonly FileOperation[],
): Promise<boolean> {
  const before = workspace.revision();
  const results = await editedTogether(workspace, file, operations);
  if (results.some(({ byHand }) => byHand.length > 0)) return false;
  for (const { part, text } of results) workspace.change(part, text);
  return workspace.revision() > before;
}

/** Returns all places that operations which belong together change: the messages say what to write. */
export async function placesOf(
  workspace: Workspace,
  file: LoadedFile,
  operations: readonly FileOperation[],
): Promise<FileProblem[]> {
  const results = await editedTogether(workspace, file, operations);
  return results.flatMap(({ part, all }) => all.map((one) => problemOf(part, [], one)));
}

/** Edits the texts of the files that declare something; files that they name hold no names of things. */
async function editedTogether(workspace: Workspace, file: LoadedFile, operations: readonly FileOperation[]) {
  const parts = [...groupBy(operations, ({ path }) => file.where(path).file)];
  return Promise.all(
    parts.map(async ([part, own]) => ({
      part,
      ...editYaml(await workspace.read(part), (tree) => withOperations(tree, own), { areTogether: true }),
    })),
  );
}

/** Returns the file that an operation changes instead of the organization file itself; `undefined` if there is none. */
function sideOf(file: LoadedFile, operation: FileOperation): SideOperation | undefined {
  const { path, kind } = operation;
  const at = path.findIndex((_, depth) => file.side(path.slice(0, depth + 1)) !== undefined);
  if (at < 0) return undefined;
  const prefix = path.slice(0, at + 1);
  // A specification gets an address in the place of its file.
  const isWhole = prefix.length === path.length && (kind !== 'set' || prefix[0] === 'openapi');
  return isWhole ? undefined : { operation, prefix, side: sidePath(file, prefix) };
}

export function sidePaths(file: LoadedFile): string[] {
  return [...sidesIn(file)].map((path) => sidePath(file, path));
}

function sidePath(file: LoadedFile, path: Path): string {
  const value = valueAtPath(file.organization, path);
  return join(file.where(path).file, '..', isSideFile(value) ? value.file : '');
}

/** Yields the places that name a file. */
function* sidesIn(file: LoadedFile, value: unknown = file.organization, path: Path = []): Generator<Path> {
  if (file.side(path) !== undefined) yield path;
  else if (isObject(value))
    for (const key of Object.keys(value)) yield* sidesIn(file, value[key], [...path, key]);
}

async function editSide(
  text: string,
  own: readonly [SideOperation, ...SideOperation[]],
): Promise<EditedText> {
  const [{ operation, prefix, side }] = own;
  if (prefix.at(-1) === 'members') {
    const people = own.map(({ operation }) => [userOf(operation), roleOf(operation)] as const);
    return editTable(side, text, new Map(people));
  }
  const value = operation.kind === 'set' ? operation.value : undefined;
  if (typeof value === 'string') {
    const { eol } = styleOf(text);
    return { text: `${value.trimEnd()}\n`.replaceAll('\n', eol), byHand: [] };
  }
  return editYaml(text, () => ({
    after: toTree(value),
    hints: { ...noHints, isOne: () => true },
  }));
}

/** A table has the id of a person who has no e-mail of their own. */
function userOf({ path, ...operation }: FileOperation): string {
  const value = operation.kind === 'set' ? operation.value : undefined;
  const key = String(path.at(-1));
  return isObject(value) ? String(value.id) : key;
}

function roleOf(operation: FileOperation): string | undefined {
  if (operation.kind !== 'set') return undefined;
  const { value } = operation;
  return String(isObject(value) ? value.role : value);
}

function problemOf(file: string, prefix: Path, { path, action, words, line }: PlacedChange): FileProblem {
  const what = {
    add: `add ${words}`,
    remove: 'remove it',
    write: `write ${words}`,
    rename: `rename it to ${words}`,
  };
  return { file, place: { line }, message: `${pathText([...prefix, ...path])}: ${what[action]}` };
}
