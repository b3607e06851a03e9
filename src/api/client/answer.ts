import type { Hint } from '../../errors.ts';
import type { WireAnswer } from '../../ports.ts';
import { faultOfParsed, parsedJson } from '../../text/json.ts';
import { check } from '../contract/check.ts';
import type { Operation } from '../contract/operation.ts';
import type { Effort } from './effort.ts';
import { type RequestLabel, UnusableAnswer } from './errors.ts';
import { requestId } from './request-id.ts';

/** Size in bytes of an answer with hundreds of items. */
const longAnswer = 128 * 1024;

/**
 * Reads a successful answer, with all unknown fields and values. Rejects with {@link ServiceError} for an error status,
 * {@link UnexpectedRedirect} for a 3xx, and {@link UnusableAnswer} if the body is not what `op` promises.
 */
export async function readAnswer(
  op: Operation,
  answer: WireAnswer,
  request: RequestLabel,
  effort: Effort,
): Promise<unknown> {
  await assertSuccess(answer, request, effort);
  if (!op.result) {
    refuseHtml(answer, request);
    return undefined;
  }
  if (answer.body.byteLength === 0 && op.result.safeParse(undefined).success) return undefined;
  const value = parseBody(answer, request);
  const isLong = answer.body.byteLength > longAnswer;
  const schema = isLong ? (await import('../contract/compiled.ts')).compiled(op.result) : op.result;
  const [problem] = check(schema, value).problems;
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

function unusable(message: string, answer: WireAnswer, request: RequestLabel, hint?: Hint): UnusableAnswer {
  return new UnusableAnswer(message, { request, requestId: requestId(answer), hint });
}

const checkAddress: Hint = { code: 'check-address', data: {} };

const htmlType = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

/** An HTML page comes from a login form or a proxy, not from the service, which has done nothing then. */
function refuseHtml(answer: WireAnswer, request: RequestLabel): void {
  const contentType = answer.headers['content-type'] ?? '';
  if (answer.body.byteLength === 0 || !htmlType.test(contentType)) return;
  const message = 'expected JSON, got text/html (login page or proxy?)';
  throw unusable(message, answer, request, checkAddress);
}

/** Parses the JSON of a body. Refuses numbers that JavaScript would round. */
function parseBody(answer: WireAnswer, request: RequestLabel): unknown {
  if (answer.body.byteLength === 0) throw unusable(`empty answer for ${label(request)}`, answer, request);
  refuseHtml(answer, request);
  const text = decode(answer.body);
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

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
