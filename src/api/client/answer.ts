import type * as z from 'zod/mini';
import { DocsAdminError, type ErrorParts } from '../../errors.ts';
import type { Clock, WireAnswer } from '../../ports.ts';
import { decodedText } from '../../text/decode.ts';
import { isObject } from '../../text/fields.ts';
import { faultOfParsed, parsedJson, parsingFault } from '../../text/json.ts';
import { check, type Problem } from '../contract/check.ts';
import type { Operation } from '../contract/operation.ts';
import { type Effort, type RequestLabel, requestId, UnusableAnswer } from './errors.ts';

/** Size in bytes of an answer with hundreds of items. */
const longAnswer = 128 * 1024;
/** Size in bytes of an answer that may need more than a moment. */
const slowAnswer = 1024 * 1024;
/** The items that are checked at once: a list with more of them may have more problems than fit into memory. */
const itemsToCheck = 1000;

/** Runs work that takes long, during which nothing else of this process runs. */
export type Blocking = <Value>(work: () => Value) => Value;

interface Reading {
  readonly clock: Pick<Clock, 'turn'>;
  readonly blocking?: Blocking;
}

/**
 * Reads a successful answer, with all unknown fields and values. Rejects with {@link ServiceError} for an error status,
 * {@link UnexpectedRedirect} for a 3xx, and {@link UnusableAnswer} if the body is not what `op` promises, or if anything
 * else goes wrong: the request has been carried out then, so no other error may say that it failed.
 */
export async function readAnswer(
  op: Operation,
  answer: WireAnswer,
  request: RequestLabel,
  effort: Effort,
  { clock, blocking = (work) => work() }: Reading,
): Promise<unknown> {
  await assertSuccess(answer, request, effort);
  const { byteLength } = answer.body;
  try {
    const prepared = byteLength > longAnswer ? (await import('../contract/compiled.ts')).compiled : asItIs;
    const read = () => usable(op, answer, request, prepared);
    if (byteLength < slowAnswer) return read();
    // Signals that have come are heard now.
    await clock.turn();
    return blocking(read);
  } catch (error) {
    if (error instanceof DocsAdminError) throw error;
    throw unusable(`the answer for ${label(request)} cannot be read`, answer, request, { cause: error });
  }
}

type Prepare = (schema: z.ZodMiniType) => z.ZodMiniType;
const asItIs: Prepare = (schema) => schema;

function usable(op: Operation, answer: WireAnswer, request: RequestLabel, prepared: Prepare): unknown {
  if (!op.result) {
    refuseHtml(answer, request);
    return undefined;
  }
  if (answer.body.byteLength === 0 && op.result.safeParse(undefined).success) return undefined;
  const value = parseBody(answer, request);
  const problem = firstProblem(prepared(op.result), value);
  if (problem) {
    const field = fieldPath(problem.path);
    throw unusable(
      `unexpected answer for ${label(request)}: ${field} ${wording(problem.message)}`,
      answer,
      request,
    );
  }
  return value;
}

function firstProblem(schema: z.ZodMiniType, value: unknown): Problem | undefined {
  const items = isObject(value) && Array.isArray(value.items) ? value.items : [];
  if (items.length <= itemsToCheck) return check(schema, value, true).problems[0];
  for (let start = 0; start < items.length; start += itemsToCheck) {
    const part = { ...(value as object), items: items.slice(start, start + itemsToCheck) };
    const [problem] = check(schema, part, true).problems;
    if (!problem) continue;
    const [field, index, ...rest] = problem.path;
    return typeof index === 'number' ? { ...problem, path: [field ?? '', start + index, ...rest] } : problem;
  }
  return undefined;
}

function wording(message: string): string {
  return message === 'is required' ? 'is missing' : message;
}

/** Rejects if the status of `answer` is not 2xx. */
export async function assertSuccess(
  answer: WireAnswer,
  request: RequestLabel,
  effort: Effort,
): Promise<void> {
  if (answer.status >= 200 && answer.status < 300) return;
  throw (await import('./error-answer.ts')).errorOf(answer, request, effort);
}

function label({ method, url }: RequestLabel): string {
  return `${method} ${new URL(url).pathname}`;
}

function fieldPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'the body';
  const joined = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return `field ${joined.replace(/^\./, '')}`;
}

function unusable(
  message: string,
  answer: WireAnswer,
  request: RequestLabel,
  parts: Pick<ErrorParts, 'hint' | 'cause'> = {},
): UnusableAnswer {
  return new UnusableAnswer(message, { request, requestId: requestId(answer), ...parts });
}

const checkAddress: Pick<ErrorParts, 'hint'> = { hint: { code: 'check-address', data: {} } };

const htmlType = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

export function isHtml({ headers }: WireAnswer): boolean {
  return htmlType.test(headers['content-type'] ?? '');
}

/** An HTML page comes from a login form or a proxy, not from the service, which has done nothing then. */
function refuseHtml(answer: WireAnswer, request: RequestLabel): void {
  if (answer.body.byteLength === 0 || !isHtml(answer)) return;
  const message = 'expected JSON, got text/html (login page or proxy?)';
  throw unusable(message, answer, request, checkAddress);
}

/** Parses the JSON of a body. Refuses numbers that JavaScript would round. */
function parseBody(answer: WireAnswer, request: RequestLabel): unknown {
  if (answer.body.byteLength === 0) throw unusable(`empty answer for ${label(request)}`, answer, request);
  refuseHtml(answer, request);
  const tooMuch = parsingFault(answer.body);
  if (tooMuch) throw unusable(`the answer for ${label(request)} holds ${tooMuch}`, answer, request);
  const text = decodedText(answer.body);
  const value = text === undefined ? undefined : parsedJson(text);
  if (text === undefined || value === undefined) {
    const type = answer.headers['content-type']?.split(';')[0] || 'something else';
    const got = /json/i.test(type) ? 'something else' : type;
    throw unusable(`expected JSON, got ${got}`, answer, request, checkAddress);
  }
  const fault = faultOfParsed(text, value);
  if (fault) throw unusable(`the answer for ${label(request)} holds ${fault}`, answer, request);
  return value;
}
