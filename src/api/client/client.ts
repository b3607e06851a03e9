import { withoutStack } from '../../errors.ts';
import type { WireRequest } from '../../ports.ts';
import { effectOf } from '../contract/effect.ts';
import type { Input, Item, ListOperation, Operation, Result } from '../contract/operation.ts';
import { createRedactor, type Redactor } from '../redact/redact.ts';
import { assertSuccess, type Blocking, readAnswer } from './answer.ts';
import { parseBaseUrl } from './base-url.ts';
import { type InputProblem, NotSent, type RequestLabel, requestId, UnusableAnswer } from './errors.ts';
import { type AnswerPage, expectedTotal, type FetchPage, type PageRange, readPages } from './pages.ts';
import { createRateGate } from './rate-gate.ts';
import { type AnyInput, type PreparedRequest, prepareRequest } from './request.ts';
import { createRetryBudget, isRepeatable, type RetryLimits } from './retry.ts';
import { type About, type SendOptions, type Sent, send, type WireEvent } from './send.ts';

export type { PageRange };

export interface ClientOptions extends Pick<SendOptions, 'transport' | 'clock' | 'stop' | 'gate'> {
  /** Address of the service; `/v1/...` is added to it. */
  readonly baseUrl: string;
  /** The API token, or a function that returns it. It is sent to the origin of `baseUrl` only. */
  readonly token: string | (() => string | Promise<string>);
  readonly limits?: RetryLimits;
  /** Allows `http://` to another machine. @default false */
  readonly allowHttp?: boolean;
  /** Throws {@link NotSent} instead of sending a request that would change something. @default false */
  readonly dryRun?: boolean;
  /**
   * The places where it is set that only reading is allowed. If there are some, a request that would change something
   * throws `ReadOnly` instead of being sent, before `beforeChange`. @default []
   */
  readonly readOnly?: readonly string[];
  /** Throws for the path of a request that is not for this service; called with each one that is checked. */
  readonly refuse?: ((path: string) => void) | undefined;
  /** Called with the path and the body of a request that would change something, before it; if it throws, it is not sent. */
  readonly beforeChange?: (request: { path: string; body: string | undefined }) => Promise<void>;
  /** Called before a request that would change something, also where it is not sent in the end; throws what prevents it. */
  readonly beforeSending?: ((op: Operation, input: AnyInput) => Promise<void>) | undefined;
  /** Sends a request that would change something with `send`, and records it before and after that. */
  readonly record?: RecordChange | undefined;
  /** Ends every wait and request at once when it aborts. */
  readonly signal?: AbortSignal;
  /** Called with unknown fields and enumeration values of a request, before it is sent. */
  readonly onUnknown?: (problem: InputProblem, op: Operation) => void;
  readonly onEvent?: (event: WireEvent) => void;
  /** Called for each page of a list: the number of items so far, the total if it is known, and the page's `count`. */
  readonly onPage?: (op: Operation, done: number, total: number | undefined, count: unknown) => void;
  /** Called when a list has ended or its reader stops. */
  readonly onListEnd?: (op: Operation) => void;
  /** Reads long answers, while nothing else of the process runs. */
  readonly blocking?: Blocking;
  /** Hides the token and the secrets of every request in errors, events and dry runs. */
  readonly redactor?: Redactor;
}

export type RecordChange = (op: Operation, input: AnyInput, send: () => Promise<unknown>) => Promise<unknown>;

export interface Client {
  /**
   * Calls one operation and resolves with its answer as the service sent it. Throws the classes of `errors.ts`, and the
   * reason of `until` at once when it aborts.
   */
  call<const Op extends Operation>(op: Op, input: Input<Op>, until?: AbortSignal): Promise<Result<Op>>;
  /**
   * Yields the items of a list, a page at a time, until the service has no more or `limit` is reached. `onPage` is
   * called with each whole page before its items, for the fields beside them.
   */
  pages<const Op extends ListOperation>(
    op: Op,
    input: Input<Op>,
    range?: PageRange,
    onPage?: (page: Result<Op>) => void,
  ): AsyncGenerator<Item<Op>[], void>;
  /**
   * Checks an input without sending anything: throws `InvalidInput` as `call` would. It lets a caller check several
   * calls before the first one. Returns the values that the contract does not know; a call would send them.
   */
  assertValid<const Op extends Operation>(op: Op, input: Input<Op>): readonly InputProblem[];
}

const defaultLimits: RetryLimits = { maxRetries: 3, maxWait: 120_000 };

/** A request that has passed all checks. */
type Checked = About & PreparedRequest;

/** Makes a typed client of the service. Throws `InvalidBaseUrl` if the address cannot be used. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = parseBaseUrl(options.baseUrl, { allowHttp: options.allowHttp ?? false });
  const { transport, clock, limits = defaultLimits, onEvent } = options;
  const { redactor = createRedactor() } = options;
  const { signal = new AbortController().signal, gate = createRateGate(), readOnly = [] } = options;
  const budget = createRetryBudget();

  function check(op: Operation, input: AnyInput, { warn = true } = {}): Checked {
    options.refuse?.(op.path);
    const { request, unknowns } = prepareRequest(op, input, baseUrl);
    for (const unknown of warn ? unknowns : []) options.onUnknown?.(unknown, op);
    redactor.learn(op, input);
    const changes = effectOf(op) !== 'read';
    return { request, unknowns, label: labelOf(request), repeatable: isRepeatable(op), changes };
  }

  /**
   * Makes the description of a request for errors. It is made when it is needed, because most requests are never shown,
   * and stays the same object.
   */
  function labelOf({ method, url }: WireRequest): RequestLabel {
    let shown: string | undefined;
    return {
      method,
      get url() {
        shown ??= redactor.redactUrl(url);
        return shown.startsWith(`${baseUrl}/`) ? shown : `${baseUrl}/***`;
      },
    };
  }

  async function assertChangesAllowed({ url, body }: WireRequest): Promise<void> {
    if (readOnly.length > 0) throw new (await import('./read-only.ts')).ReadOnly(readOnly);
    await options.beforeChange?.({ path: url.slice(baseUrl.length), body });
  }

  async function sendOnce({ request, ...about }: Checked, until = signal): Promise<Sent> {
    if (request.method !== 'GET') await assertChangesAllowed(request);
    const token = typeof options.token === 'string' ? options.token : await options.token();
    redactor.addSecret(token);
    const authorized = { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
    const { stop = until } = options;
    return send(authorized, about, { transport, clock, limits, signal: until, stop, budget, gate, onEvent });
  }

  async function callAny(op: Operation, input: AnyInput, until?: AbortSignal): Promise<unknown> {
    const checked = check(op, input);
    const { label } = checked;
    const { record, beforeSending } = options;
    if (checked.changes) await beforeSending?.(op, input);
    if (options.dryRun && op.method !== 'GET') {
      const body = op.body && { body: redactor.redactValue(input.body ?? {}, op.body) };
      const { headers = {} } = input;
      const given = Object.keys(headers).length > 0 && { headers: redactor.redactValue(headers) };
      throw withoutStack(() => new NotSent(op, { ...label, ...given, ...body }));
    }
    const either = until && AbortSignal.any([signal, until]);
    if (!checked.changes || !record) return carryOut(op, checked, either);
    await assertChangesAllowed(checked.request);
    return record(op, input, () => carryOut(op, checked, either));
  }

  async function carryOut(op: Operation, checked: Checked, until?: AbortSignal): Promise<unknown> {
    const sent = await sendOnce(checked, until);
    return readAnswer(op, sent.answer, checked.label, sent, options).catch(async (error: unknown) => {
      if (!(error instanceof UnusableAnswer && checked.changes)) throw error;
      throw (await import('./error-answer.ts')).unusableOutcome(error);
    });
  }

  function pagesOfAny(
    op: Operation,
    input: AnyInput,
    range: PageRange = {},
    onPage: (page: unknown) => void = () => {},
  ): AsyncGenerator<unknown[], void> {
    let done = 0;
    const fetchPage: FetchPage = async (query, until) => {
      // An unknown value deserves one warning, not one for each page.
      const warn = query.page === range.cursor;
      const checked = check(op, { ...input, query: { ...input.query, ...query } }, { warn });
      const { label } = checked;
      const sent = await sendOnce(checked, until);
      await assertSuccess(sent.answer, label, sent);
      return {
        body: sent.answer.body,
        read: async () => {
          const page = (await readAnswer(op, sent.answer, label, sent, options)) as AnswerPage;
          done += page.items.length;
          options.onPage?.(op, done, expectedTotal(page, done, range), page.count);
          onPage(page);
          return page;
        },
        unusable: (message) =>
          new UnusableAnswer(message, { request: label, requestId: requestId(sent.answer) }),
      };
    };
    return endTold(readPages(fetchPage, range, signal, clock), () => options.onListEnd?.(op));
  }

  return typedClient({
    call: callAny,
    pages: pagesOfAny,
    assertValid: (op, input) => check(op, input, { warn: false }).unknowns,
  });
}

/** The functions of a client that handle every operation alike. */
export interface UntypedClient {
  call(op: Operation, input: AnyInput, until?: AbortSignal): Promise<unknown>;
  pages(
    op: ListOperation,
    input: AnyInput,
    range?: PageRange,
    onPage?: (page: unknown) => void,
  ): AsyncGenerator<unknown[], void>;
  assertValid(op: Operation, input: AnyInput): readonly InputProblem[];
}

/** Returns the same client, whose inputs and results have the types of each operation. */
export function typedClient(client: UntypedClient): Client {
  // The schemas of an operation check its input and its answer: no type can show that.
  return client as unknown as Client;
}

async function* endTold<Item>(
  pages: AsyncGenerator<Item, void>,
  tell: () => void,
): AsyncGenerator<Item, void> {
  try {
    yield* pages;
  } finally {
    tell();
  }
}
