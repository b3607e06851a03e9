import * as z from 'zod/mini';
import { check } from '../../api/contract/check.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { jsonFault } from '../../text/json.ts';
import { once } from '../../text/kept.ts';
import { type Complaint, invalid, ServiceProblem } from '../problem.ts';
import type { ReceivedRequest } from './exchange.ts';

/** The schema of an operation that accepts nothing. */
const nothing = once(() => z.strictObject({}));

/** Throws 400 if path parameters do not fit the operation's schemas. */
export function assertParams(operation: Operation, params: Readonly<Record<string, string>>): void {
  const problems = Object.entries(operation.params ?? {}).flatMap(([name, schema]) => {
    const findings = check(schema, params[name]);
    return [...findings.problems, ...findings.unknowns].map(({ message }) => ({ path: [name], message }));
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Parses a query by the operation's schema. Throws 400 with every problem, unknown parameters included. */
export function readQuery(schema: z.ZodMiniObject | undefined, search: string): Record<string, unknown> {
  const shape: Readonly<Record<string, unknown>> = schema?.shape ?? {};
  const given = [...decodeQuery(search)].map(([name, values]) => {
    const type = Object.hasOwn(shape, name) ? underlying(shape[name]) : undefined;
    return { name, values, type };
  });
  const repeated = given
    .filter(({ values, type }) => values.length > 1 && !(type instanceof z.ZodMiniArray))
    .map(({ name }) => ({ path: [name], message: 'is given more than once' }));
  const query = Object.fromEntries(given.map(({ name, values, type }) => [name, coerce(type, values)]));
  return accept(schema ?? nothing(), query, repeated) as Record<string, unknown>;
}

function decodeQuery(search: string): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const pair of search.replace(/^\?/, '').split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2).map(decodePart);
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  return given;
}

function decodePart(part: string): string {
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '));
    const problem = textProblem(text);
    if (problem) throw new ServiceProblem(400, `the query ${problem}`);
    return text;
  } catch (error) {
    if (error instanceof ServiceProblem) throw error;
    throw new ServiceProblem(400, 'the query is not valid percent-encoded UTF-8');
  }
}

function underlying(schema: unknown): unknown {
  return schema instanceof z.ZodMiniOptional ? underlying(schema.def.innerType) : schema;
}

/**
 * Converts the text of a parameter to its type. A text that does not fit stays a text, which the schema then refuses.
 */
function coerce(type: unknown, values: readonly string[]): unknown {
  if (type instanceof z.ZodMiniArray) return values.map((value) => coerce(type.def.element, [value]));
  const value = values[0] as string;
  if (type instanceof z.ZodMiniBoolean && /^(true|false)$/.test(value)) return value === 'true';
  if (type instanceof z.ZodMiniNumber && /^-?\d{1,15}$/.test(value)) return Number(value);
  return value;
}

/**
 * Parses a body by the operation's schema; an empty body is `{}`. Throws 400 with every problem, 413 and 415. An
 * operation without a body accepts none, or `{}`.
 */
export async function readBody(schema: z.ZodMiniType | undefined, asked: ReceivedRequest): Promise<unknown> {
  const encoding = asked.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new ServiceProblem(415, `content-encoding ${encoding} is not supported`);
  const bytes = await asked.bytes();
  if (bytes.length > 0 && !isJson(asked.header('content-type'))) {
    throw new ServiceProblem(415, 'the body must be sent as application/json');
  }
  const value = bytes.length > 0 ? parseJson(bytes) : {};
  const accepted = accept(schema ?? nothing(), value);
  return schema ? accepted : undefined;
}

function isJson(contentType: string | null): boolean {
  return /^application\/json(\s*;\s*charset=("?)utf-8\2)?\s*$/i.test(contentType ?? '');
}

/**
 * Checks a value. Unknown fields and unknown values of enumerations are problems too: the sandbox must not accept more
 * than a service.
 */
function accept(schema: z.ZodMiniType, value: unknown, others: readonly Complaint[] = []): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success && others.length === 0) return parsed.data;
  const { problems, unknowns } = check(schema, value);
  const all = [...problems, ...unknowns, ...others];
  throw invalid(all.map(({ path, message }) => ({ path: path.length > 0 ? path : ['body'], message })));
}

const maxDepth = 64;

/**
 * Parses a JSON text. Throws 400 for text that is malformed, nested too deeply, contains a field twice or `__proto__`,
 * or a string that a database cannot store.
 */
function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const value = parse(text);
  const problem = structureProblem(text) ?? numberProblem(bytes) ?? textProblem(value);
  if (problem) throw new ServiceProblem(400, `the body ${problem}`);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceProblem(400, 'the body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceProblem(400, 'the body is not valid JSON');
  }
}

/** Returns a problem that `JSON.parse` accepts. `text` is valid JSON; numbers, literals and spaces are skipped. */
function structureProblem(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let name: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      name = open.at(-1) && JSON.parse(text.slice(at, end));
      at = end - 1;
    } else if (char === ':') {
      const names = open.at(-1) as Set<string>;
      if (name === '__proto__') return 'has a field "__proto__"';
      if (names.has(name as string)) return `has the field ${JSON.stringify(name)} twice`;
      names.add(name as string);
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined);
      if (open.length > maxDepth) return `is nested more than ${maxDepth} levels deep`;
    } else if (char === '}' || char === ']') {
      open.pop();
    }
  }
  return undefined;
}

function numberProblem(bytes: Uint8Array): string | undefined {
  const fault = jsonFault(bytes);
  return fault && `holds ${fault}`;
}

/** Returns the index after the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Returns why a string in `value` cannot be stored; `undefined` if all can. */
function textProblem(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return 'holds a NUL character';
    return value.isWellFormed() ? undefined : 'holds text that is not well-formed Unicode';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const problem = textProblem(name) ?? textProblem(inner);
    if (problem) return problem;
  }
  return undefined;
}
