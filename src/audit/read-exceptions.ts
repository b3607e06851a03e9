import { UsageError } from '../errors.ts';
import { isNewerFormat, madeByNewer } from '../formats/newer.ts';
import { type PlacedYaml, parsePlaced, YamlFault } from '../formats/yaml.ts';
import { type InputPorts, inputName, readInput } from '../inputs.ts';
import { isDay } from '../text/day.ts';
import { isObject } from '../text/fields.ts';
import { shortened } from '../text/shortened.ts';
import { counted, quoted } from '../text/words.ts';
import { longestInput } from '../work/journal/kept-input.ts';
import { exceptionsFormat, type PlacedException, type StoredException } from './exceptions.ts';
import { ruleCalled } from './rules/index.ts';

/** Reads an exceptions file. Throws `UsageError` with every problem of it. */
export async function readExceptions(ports: InputPorts, path: string): Promise<PlacedException[]> {
  const name = inputName(path);
  const { value, placeOf } = parsed(await readInput(ports, path, longestInput), name);
  const file = isObject(value) ? value : {};
  if (isNewerFormat(file.format, exceptionsFormat)) throw madeByNewer(name);
  if (file.format !== exceptionsFormat || !Array.isArray(file.exceptions))
    throw problemsIn(name, [`must have the format ${exceptionsFormat} and a list of exceptions`]);
  const strangers = Object.keys(file).filter((key) => !['format', 'exceptions'].includes(key));
  if (strangers.length > 0)
    throw problemsIn(
      name,
      strangers.map((key) => `${quoted(key)} is no key of such a file`),
    );
  const entries = file.exceptions.map((entry: unknown, at) => ({
    entry,
    at: `${name}:${placeOf(['exceptions', at]).line}`,
  }));
  const problems = entries.flatMap(({ entry, at }) =>
    problemsOf(entry).map((problem) => `${at}: ${problem}`),
  );
  if (problems.length > 0) throw problemsIn(name, problems);
  const exceptions = entries.map(({ entry, at }) => {
    const exception = entry as StoredException;
    return { ...exception, rule: ruleCalled(exception.rule)?.id ?? exception.rule, at };
  });
  const seen = new Set<string>();
  const twice = exceptions.filter(({ rule, object }) => {
    const before = seen.size;
    return seen.add(JSON.stringify([rule, object])).size === before;
  });
  if (twice.length === 0) return exceptions;
  throw problemsIn(
    name,
    twice.map(({ at, rule, object }) => `${at}: ${rule} for ${quoted(object)} is listed twice`),
  );
}

function parsed(text: string, name: string): PlacedYaml {
  try {
    return parsePlaced(text);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw problemsIn(name, [`${name}:${error.line}:${error.column}: ${error.message}`]);
  }
}

function problemsIn(name: string, problems: readonly string[]): UsageError {
  const [only, ...others] = problems;
  const hint = { code: 'write-exception', data: {} } as const;
  if (others.length === 0)
    return new UsageError(only?.startsWith(name) ? only : `${name}: ${only}`, { hint });
  return new UsageError(`${counted(problems.length, 'problem')} in ${name}`, {
    details: shortened(problems),
    hint,
  });
}

const fields = ['rule', 'object', 'reason', 'expires', 'owner', 'accepted'];

function problemsOf(entry: unknown): string[] {
  if (!isObject(entry)) return ['must have rule, object, evidence, reason and expires'];
  const strangers = Object.keys(entry).filter((name) => ![...fields, 'evidence'].includes(name));
  const missing = fields.slice(0, 4).filter((name) => entry[name] === undefined || entry[name] === null);
  const wrong = fields.filter(
    (name) => !missing.includes(name) && entry[name] !== undefined && !isText(entry[name]),
  );
  const { rule, expires, evidence } = entry;
  return [
    ...strangers.map((name) => `${quoted(name)} is no field of an exception`),
    ...missing.map((name) => `${name} is missing`),
    ...(evidence === undefined ? ['evidence is missing: write that of the finding, or any'] : []),
    ...(evidence === undefined || evidence === 'any' || isObject(evidence)
      ? []
      : ['evidence must be an object, or any']),
    ...wrong.map((name) => `${name} must be a text, and not empty`),
    ...(isText(rule) && !ruleCalled(rule) ? [`there is no rule ${quoted(rule)}`] : []),
    ...(isText(expires) && !isDay(expires) && expires !== 'never'
      ? [`expires must be a day such as 2027-01-31, or never, not ${quoted(expires)}`]
      : []),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
