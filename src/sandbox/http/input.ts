import * as z from 'zod/mini';
import { check } from '../../api/contract/check.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { once } from '../../text/kept.ts';
import { parseJson, textProblem } from '../json.ts';
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
