import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { check } from '../../api/contract/check.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { LocalStateError } from '../../errors.ts';
import type { WireAnswer } from '../../ports.ts';
import { decodedText } from '../../text/decode.ts';
import { jsonFault, parsedJson } from '../../text/json.ts';
import { kept, once } from '../../text/kept.ts';
import { type Complaint, invalid, ServiceProblem } from '../problem.ts';
import { callerId } from '../resources/caller.ts';
import type { Store } from '../store/store.ts';
import { answerDownload, downloadsPath } from './downloads.ts';
import type { Exchange, ReceivedRequest } from './exchange.ts';
import { Created, type OperationRoute } from './route.ts';
import { createRouter, decodedPart, type Router } from './router.ts';

interface AppOptions {
  readonly store: Store;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns the routes that may match a path; the same array each time for the same routes. */
  readonly routesOf: (path: string) => Promise<readonly OperationRoute[]>;
  /** Called with an unexpected exception; the client gets a 500 without its text. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** Returns the service as a function from a request to its answer. It throws only `LocalStateError`, for a damaged file. */
export function createService({ store, token, now, routesOf, onDefect }: AppOptions): Exchange {
  const routers = new Map<readonly OperationRoute[], Router>();
  const expected = digest(token);

  function routerOf(routes: readonly OperationRoute[]): Router {
    return kept(routers, routes, () => createRouter(routes));
  }

  async function answer(asked: ReceivedRequest): Promise<WireAnswer> {
    const { origin, pathname, search } = new URL(asked.url);
    if (pathname.startsWith(downloadsPath)) return answerDownload(store, pathname, now());
    assertToken(asked.header('authorization'), expected);
    const find = routerOf(await routesOf(pathname));
    const { route, params } = find(asked.method, pathname);
    const { operation } = route;
    assertParams(operation, params);
    const query = readQuery(operation.query, search);
    const body = await readBody(operation.body, asked);
    const { page: _page, limit: _limit, ...filters } = query;
    const scope = `${pathname}?${JSON.stringify(filters, Object.keys(filters).sort())}`;
    const result = store.transaction(operation.method === 'GET' ? 'read' : 'write', () =>
      route.answer({
        params,
        query,
        body,
        store,
        get caller() {
          return callerId(store);
        },
        now: new Date(now()).toISOString(),
        origin,
        scope,
      }),
    );
    if (result instanceof Created) return json(201, result.value);
    return result === undefined ? { status: 204, headers: {}, body: new Uint8Array() } : json(200, result);
  }

  return async (asked) => {
    try {
      return await answer(asked);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 500) {
        store.assertSound(error);
        onDefect?.(error);
      }
      return errorAnswer(problem);
    }
  };
}

function assertToken(header: string | null, expected: Buffer): void {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1];
  if (given !== undefined && timingSafeEqual(digest(given), expected)) return;
  throw new ServiceProblem(401, given === undefined ? 'a bearer token is needed' : 'the token is not valid', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Hashes a text: all digests have one length, which `timingSafeEqual` needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  };
}

function errorAnswer({ status, message, details, headers }: ServiceProblem): WireAnswer {
  const error = { code: status, message, ...(details.length > 0 && { details }) };
  return json(status, { error }, headers);
}

const driverProblems: Readonly<Record<string, ServiceProblem>> = {
  SQLITE_BUSY: new ServiceProblem(503, 'another process holds the sandbox; try again', {
    headers: { 'retry-after': '1' },
  }),
  SQLITE_FULL: new ServiceProblem(507, 'the disk is full'),
};

function asProblem(error: unknown): ServiceProblem {
  if (error instanceof LocalStateError) throw error;
  if (error instanceof ServiceProblem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    driverProblems[code] ?? new ServiceProblem(500, 'the sandbox failed; this is a defect of the sandbox')
  );
}

/** The schema of an operation that accepts nothing. */
const nothing = once(() => z.strictObject({}));

/** Throws 400 if path parameters do not fit the operation's schemas. */
function assertParams(operation: Operation, params: Readonly<Record<string, string>>): void {
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
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2).map(decodeQueryPart);
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  return given;
}

function decodeQueryPart(part: string): string {
  const text = decodedPart(part.replaceAll('+', ' '), 'query');
  const problem = textProblem(text);
  if (problem) throw new ServiceProblem(400, `the query ${problem}`);
  return text;
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
async function readBody(schema: z.ZodMiniType | undefined, asked: ReceivedRequest): Promise<unknown> {
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
  const text = decodedText(bytes);
  if (text === undefined) throw new ServiceProblem(400, 'the body is not valid UTF-8');
  const value = parsedJson(text);
  if (value === undefined) throw new ServiceProblem(400, 'the body is not valid JSON');
  const problem = structureProblem(text) ?? numberProblem(bytes) ?? textProblem(value);
  if (problem) throw new ServiceProblem(400, `the body ${problem}`);
  return value;
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
