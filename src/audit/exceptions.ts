import { UsageError } from '../errors.ts';
import { type PlacedYaml, parsePlaced, YamlFault } from '../formats/yaml.ts';
import type { Files } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import { counted } from '../text/plural.ts';
import { quoted } from '../text/quoted.ts';
import { shortened } from '../text/shortened.ts';
import type { Evaluation, Finding } from './evaluate.ts';
import type { AuditedObject } from './facts.ts';
import { ruleCalled } from './rules/index.ts';

/** An accepted finding. */
export interface Exception {
  readonly rule: string;
  /** The id of the object, or `kind:name`. */
  readonly object: string;
  readonly reason: string;
  /** The last day on which it holds, or `never`. */
  readonly expires: string;
  readonly owner?: string | undefined;
}

interface PlacedException extends Exception {
  /** `exceptions.yaml:3`. */
  readonly at: string;
}

/** A finding with the exception that accepts it, or did until it expired. */
export type JudgedFinding = Finding & { readonly exception?: Exception | undefined };

/** Reads an exceptions file. Throws `UsageError` with every problem of it. */
export async function readExceptions(files: Files, path: string): Promise<PlacedException[]> {
  const { value, placeOf } = parsed(await files.readText(path), path);
  if (!Array.isArray(value)) throw problemsIn(path, ['must be a list of exceptions']);
  const entries = value.map((entry: unknown, at) => ({ entry, at: `${path}:${placeOf([at]).line}` }));
  const problems = entries.flatMap(({ entry, at }) =>
    problemsOf(entry).map((problem) => `${at}: ${problem}`),
  );
  if (problems.length > 0) throw problemsIn(path, problems);
  const exceptions = entries.map(({ entry, at }) => {
    const exception = entry as Exception;
    return { ...exception, rule: ruleCalled(exception.rule)?.id ?? exception.rule, at };
  });
  const seen = new Set<string>();
  const twice = exceptions.filter(({ rule, object }) => {
    const before = seen.size;
    return seen.add(JSON.stringify([rule, object])).size === before;
  });
  if (twice.length === 0) return exceptions;
  throw problemsIn(
    path,
    twice.map(({ at, rule, object }) => `${at}: ${rule} for ${quoted(object)} is listed twice`),
  );
}

function parsed(text: string, path: string): PlacedYaml {
  try {
    return parsePlaced(text);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError(`${path}:${error.line}:${error.column}: ${error.message}`);
  }
}

function problemsIn(path: string, problems: readonly string[]): UsageError {
  const [only, ...others] = problems;
  if (others.length === 0) return new UsageError(only?.startsWith(path) ? only : `${path}: ${only}`);
  return new UsageError(`${counted(problems.length, 'problem')} in ${path}`, {
    details: shortened(problems),
  });
}

const fields = ['rule', 'object', 'reason', 'expires', 'owner'];

function problemsOf(entry: unknown): string[] {
  if (!isObject(entry)) return ['must have rule, object, reason and expires'];
  const strangers = Object.keys(entry).filter((name) => !fields.includes(name));
  const missing = fields.slice(0, 4).filter((name) => entry[name] === undefined || entry[name] === null);
  const wrong = fields.filter(
    (name) => !missing.includes(name) && entry[name] !== undefined && !isText(entry[name]),
  );
  const { rule, expires } = entry;
  return [
    ...strangers.map((name) => `${quoted(name)} is no field of an exception`),
    ...missing.map((name) => `${name} is missing`),
    ...wrong.map((name) => `${name} must be a text`),
    ...(isText(rule) && !ruleCalled(rule) ? [`there is no rule ${quoted(rule)}`] : []),
    ...(isText(expires) && !isDay(expires) && expires !== 'never'
      ? [`expires must be a day such as 2027-01-31, or never, not ${quoted(expires)}`]
      : []),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Yields the findings, and accepts those that an exception in force names. At the end, throws `UsageError` for exceptions
 * that fit no finding, unless their rule was not applied, or could not judge everything.
 */
export function* withExceptions(
  { findings, rules: applied }: Evaluation,
  exceptions: readonly PlacedException[],
  now: number,
): Generator<JudgedFinding> {
  const met = new Set<Exception>();
  const open = new Set<string>();
  const exceptionsFor = exceptionsByObject(exceptions);
  for (const finding of findings) {
    const { id } = finding.rule;
    if (finding.outcome === 'not-evaluated') open.add(id);
    const fitting = finding.outcome === 'fail' ? exceptionsFor(id, finding.object) : [];
    for (const one of fitting) met.add(one);
    const exception = fitting.find((one) => isInForce(one, now)) ?? fitting[0];
    if (!exception) {
      yield finding;
      continue;
    }
    const { at: _, ...told } = exception;
    yield { ...finding, exception: told, ...(isInForce(exception, now) && { outcome: 'accepted' as const }) };
  }
  const isIdle = (one: Exception) =>
    !met.has(one) && !open.has(one.rule) && applied.some(({ id }) => id === one.rule);
  const idle = exceptions.filter(isIdle);
  if (idle.length > 0) throw idleError(idle);
}

function idleError(idle: readonly PlacedException[]): UsageError {
  const lines = idle.map(({ at, rule, object }) => `${at}: ${rule} has no finding for ${quoted(object)}`);
  const [only = '', ...others] = lines;
  if (others.length === 0) return new UsageError(only);
  return new UsageError(`${lines.length} exceptions fit no finding`, { details: shortened(lines) });
}

/** Makes a function that finds the exceptions for a rule and an object: by its id, or as `kind:name`. */
function exceptionsByObject(exceptions: readonly PlacedException[]) {
  const known = new Map(exceptions.map((one) => [`${one.rule} ${one.object}`, one] as const));
  return (rule: string, { kind, id, name }: AuditedObject): readonly PlacedException[] =>
    known.size === 0
      ? []
      : [id, `${kind}:${name}`, `${kind}:${id}`].flatMap((one) => known.get(`${rule} ${one}`) ?? []);
}

/** Returns whether an exception holds at `now`: it does until the end of its last day, in UTC. */
export function isInForce({ expires }: Exception, now: number): boolean {
  return expires === 'never' || expires >= new Date(now).toISOString().slice(0, 10);
}
