import { join } from 'node:path';
import type { Problem } from '../../api/contract/check.ts';
import { type Hint, UsageError } from '../../errors.ts';
import { isNewerFormat } from '../../formats/newer.ts';
import { type PlacedYaml, parsePlaced, YamlFault } from '../../formats/yaml.ts';
import { type InputPorts, isStdin, readInput } from '../../inputs.ts';
import type { System } from '../../ports.ts';
import { isObject } from '../../text/fields.ts';
import { kept } from '../../text/kept.ts';
import { fileFormat, type Organization, type Path } from '../organization.ts';
import { checkShape } from './check.ts';
import { chosenOf, type SectionChoice } from './choice.ts';
import { type FileProblem, pathText } from './problems.ts';
import { schemaFileName } from './schema.ts';
import { maxPartBytes } from './size.ts';

/** What reads an organization file. Signals end the process while a long one is parsed. */
export type FilePorts = InputPorts & Pick<System, 'blocking' | 'interrupt'>;

export interface FilePart {
  /** The path that the user gave; `-` for standard input. */
  readonly file: string;
  /** What has no problems: things of its sections, and whole sections. */
  readonly value: Organization;
  /** Returns the place of a key or an item in it. */
  readonly placeOf: PlacedYaml['placeOf'];
  /** The normalized paths of the files that it seems to name, where not all of it can be used. */
  readonly mentioned: readonly string[];
  /** The keys at its top whose values are not all in `value`; `undefined` if that is not known. */
  readonly wrong: readonly string[] | undefined;
}

/**
 * Returns the files for `paths`, each once: a folder stands for the `.yaml`, `.yml` and `.json` files in it and in folders
 * below but for the schema, `-` for standard input. Throws `UsageError` if a folder contains none.
 */
export function partFiles({ files: disk, stdin }: InputPorts, paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    const found = isStdin(path) ? undefined : filesIn(disk, path);
    if (!found) return [path];
    if (found.length > 0) return found;
    throw new UsageError(`${path} holds no organization file`, {
      hint: { code: 'choose-endings', data: { endings: ['.yaml', '.yml', '.json'] } },
    });
  });
  if (files.length === 1) return files;
  const known = new Set<string>();
  return files.filter((file) => {
    const own = (isStdin(file) ? stdin.identity() : disk.identity(file)) ?? file;
    if (known.has(own)) return false;
    known.add(own);
    return true;
  });
}

/** So deep are folders read: a link to a folder above would never end. */
const deepest = 20;

/** Returns the files in a folder and below; names that begin with a dot are left out. `undefined` if it is no folder. */
function filesIn(disk: InputPorts['files'], path: string, depth = 0): string[] | undefined {
  return disk.folder(path)?.flatMap((name) => {
    if (name.startsWith('.') || name === schemaFileName) return [];
    const file = path.endsWith('/') ? `${path}${name}` : `${path}/${name}`;
    const below = depth < deepest ? filesIn(disk, file, depth + 1) : undefined;
    return below ?? (/\.(ya?ml|json)$/i.test(name) ? [file] : []);
  });
}

/**
 * Reads what is chosen of one part. Reports its own problems; resolves with what is right of it, or `undefined` if nothing of it can be
 * used.
 */
export async function readPart(
  ports: FilePorts,
  file: string,
  choice: SectionChoice,
  report: (problem: FileProblem) => void,
): Promise<FilePart | undefined> {
  const text = await readInput(ports, file, maxPartBytes).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    // A file that has a size is there, and the message says what is wrong with it.
    const missing: Hint | undefined =
      isStdin(file) || ports.files.size(file) > 0
        ? undefined
        : { code: 'choose-organization-file', data: {} };
    report({ file, message: error.message, isUnread: true, hint: error.hint ?? missing });
    return undefined;
  });
  ports.interrupt.throwIfAborted();
  return text === undefined ? undefined : ports.blocking(() => partOf(file, text, choice, report));
}

function partOf(
  file: string,
  text: string,
  choice: SectionChoice,
  report: (problem: FileProblem) => void,
): FilePart | undefined {
  const placed = parsed(file, text, report);
  if (!placed) return undefined;
  const { placeOf, lost } = placed;
  const value = isObject(placed.value) ? chosenOf(placed.value, choice) : placed.value;
  const unread = lost ?? new Set();
  const wrong = unread.has('format') ? undefined : formatProblem(value);
  if (wrong) {
    const hint: Hint | undefined = isPlan(value) ? { code: 'apply-plan', data: { path: file } } : undefined;
    report({ file, place: placeOf(['format']), message: wrong, hint });
    return undefined;
  }
  const wrongPaths: Path[] = [...unread].map((key) => [key]);
  for (const found of checkShape(
    (mayHaveProto.test(text) ? checkable(value) : value) as Record<string, unknown>,
  )) {
    const path = found.path.map((step) => (step === standIn ? '__proto__' : step));
    if (unread.has(String(path[0]))) continue;
    const isStranger = found.message === unknownKey && path.length === 1;
    const hint: Hint | undefined = isStranger
      ? { code: 'choose-key', data: { key: String(path[0]) } }
      : undefined;
    report({ file, place: placeOf(path), message: messageOf({ ...found, path }), hint });
    wrongPaths.push(path);
  }
  if (!lost && wrongPaths.length === 0)
    return { file, value: value as Organization, placeOf, mentioned: [], wrong: [] };
  const right = withoutWrong(value as Record<string, unknown>, wrongPaths) as Organization;
  const keys = wrongPaths.length === 0 ? undefined : wrongPaths.map(([key]) => String(key));
  return { file, value: right, placeOf, mentioned: mentionedIn(text, file), wrong: keys };
}

/** Finds the files that a text with problems names. */
function mentionedIn(text: string, file: string): string[] {
  const names = text.matchAll(/\bfile["']?:\s*(?:"([^"]+)"|'([^']+)'|([^\s,}]+))/g);
  return [...names].map(([, ...name]) => join(file, '..', name.find(Boolean) as string));
}

/** Leaves out what is wrong, so that the rest can be checked further: one thing of a section, or a whole section. */
function withoutWrong(value: Readonly<Record<string, unknown>>, paths: readonly Path[]): object {
  const wrong = new Map<string, Set<unknown>>();
  for (const [section, name] of paths) kept(wrong, String(section), () => new Set()).add(name);
  const right = Object.entries(value).flatMap(([key, section]) => {
    const names = wrong.get(key);
    if (!names) return [[key, section]];
    if (!isObject(section) || names.has(undefined)) return [];
    return [[key, Object.fromEntries(Object.entries(section).filter(([name]) => !names.has(name)))]];
  });
  return Object.fromEntries(right);
}

/** Finds `__proto__` in a text, and what may stand for its letters in quotes. */
const mayHaveProto = /__proto__|\\/;

/** The name that stands for `__proto__` while a file is checked: the schemas skip this one. */
const standIn = '(__proto__)';

/** Returns the value with another name for `__proto__`. Objects without this name in them are not copied. */
function checkable(value: unknown): unknown {
  if (!hasProto(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key === '__proto__' ? standIn : key, checkable(one)]),
  );
}

function hasProto(value: unknown): value is object {
  if (!isObject(value)) return false;
  return Object.keys(value).some((key) => key === '__proto__' || hasProto(value[key]));
}

/** Parses a file. Where it has faults, reports them, and returns the sections that have none. */
function parsed(
  file: string,
  text: string,
  report: (problem: FileProblem) => void,
): (PlacedYaml & Partial<Pick<Recovered, 'lost'>>) | undefined {
  const say = ({ line, column, message }: YamlFault) =>
    report({ file, place: { line, column }, message: `not valid YAML (${message})` });
  const doubled: YamlFault[] = [];
  try {
    const placed = parsePlaced(text, (fault) => doubled.push(fault));
    doubled.forEach(say);
    return doubled.length > 0 ? { ...placed, lost: new Set() } : placed;
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const found = recover(text);
    (found?.faults ?? [...doubled, error]).forEach(say);
    return found;
  }
}

/**
 * Returns the problem of a file in another format. Without this check, each line would be wrong, and none would say
 * why.
 */
function formatProblem(value: unknown): string | undefined {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format === fileFormat) return undefined;
  if (isPlan(value)) return 'this is a stored plan, and no organization file';
  if (format === undefined) return `format: is required: begin the file with "format: ${fileFormat}"`;
  return isNewerFormat(format, fileFormat)
    ? `format: ${JSON.stringify(format)} is newer than this version of docs-admin reads (${fileFormat}): update it`
    : `format: must be ${fileFormat}`;
}

/** Returns whether a value is a stored plan, of whatever kind. */
function isPlan(value: unknown): boolean {
  return isObject(value) && ('docsAdminPlan' in value || String(value.format).startsWith('docs-admin-plan/'));
}

/** What to write in the place of nothing, by the problem with it. */
const emptyValues: Readonly<Record<string, string>> = { 'must be an object': '{}', 'must be an array': '[]' };

/** What the check says of a key that the schema does not have. */
const unknownKey = 'is not a documented field';

function messageOf({ path, message, value }: Problem): string {
  const empty = value === null ? emptyValues[message] : undefined;
  const words =
    message === unknownKey
      ? 'is no key of an organization file'
      : message + (empty ? `: write ${empty} for an empty one` : '');
  return path.length === 0 ? `the file ${words}` : `${pathText(path)}: ${words}`;
}

/** What can be read of a text with faults. */
interface Recovered extends PlacedYaml {
  readonly value: Readonly<Record<string, unknown>>;
  /** The keys at the top whose values cannot be read. */
  readonly lost: ReadonlySet<string>;
  /** One fault for each of them, and for each key that is there again. */
  readonly faults: readonly YamlFault[];
}

/** A key at the top of a text, with everything up to the next one. */
interface Block {
  readonly key: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Reads each key at the top of a text on its own, so that a fault in one hides nothing in the others. Returns `undefined`
 * if nothing can be told apart: the text has no keys at its top, or the fault is in none of them.
 */
function recover(text: string): Recovered | undefined {
  const parts = new Map<string, PlacedYaml>();
  const lost = new Set<string>();
  const faults: YamlFault[] = [];
  for (const { key, line, text: own } of blocksOf(text)) {
    if (parts.has(key)) {
      faults.push(new YamlFault('duplicate key', { line, col: 1 }));
      continue;
    }
    try {
      // Lines keep their numbers.
      parts.set(
        key,
        parsePlaced('\n'.repeat(line - 1) + own, (fault) => faults.push(fault)),
      );
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error;
      lost.add(key);
      faults.push(error);
    }
  }
  if (faults.length === 0 || parts.size === 0) return undefined;
  return {
    value: Object.fromEntries(
      [...parts].map(([key, { value }]) => [key, (value as Record<string, unknown> | undefined)?.[key]]),
    ),
    placeOf: (path) => parts.get(String(path[0]))?.placeOf(path) ?? { line: 1, column: 1 },
    lost,
    faults,
  };
}

/** Cuts a text before each key at its top. */
function blocksOf(text: string): Block[] {
  const found = [...text.matchAll(/^([\w-]+):(?=\s|$)/gm)];
  let line = 1;
  let last = 0;
  return found.map((match, at): Block => {
    line += text.slice(last, match.index).split('\n').length - 1;
    last = match.index;
    return { key: match[1] as string, line, text: text.slice(match.index, found[at + 1]?.index) };
  });
}
