import type { Hint } from './hints.ts';

export type { FileUse, Hint, HintCode, HintData, LimitLift, ListPlace } from './hints.ts';

/** One kind of errors, as scripts and programs see it. */
interface KindFacts {
  readonly exitCode: number;
  /** What has happened. */
  readonly meaning: string;
}

/** Every kind of errors, by exit code. */
export const errorKinds = {
  validation: { exitCode: 1, meaning: 'the service refuses the input (400, 413, 414, 415, 422)' },
  refused: { exitCode: 1, meaning: 'the service refuses the request for another reason, or a download' },
  redirect: {
    exitCode: 1,
    meaning: 'the server redirects to another address; the token is not sent there',
  },
  output: {
    exitCode: 1,
    meaning: 'the output cannot be written: a full disk, a format that does not fit',
  },
  'processing-failed': { exitCode: 1, meaning: 'the service accepted the input, but failed to process it' },
  query: { exitCode: 1, meaning: 'the query does not fit the answer, takes too long, or returns too much' },
  internal: { exitCode: 1, meaning: 'a bug in docs-admin' },
  usage: { exitCode: 2, meaning: 'the command line or its input is wrong; nothing was sent' },
  'local-state': {
    exitCode: 3,
    meaning: 'settings, credentials, a lock or a journal cannot be read or written',
  },
  'no-token': { exitCode: 4, meaning: 'there is no token for the address' },
  'token-refused': { exitCode: 4, meaning: 'the service does not accept the token (401)' },
  forbidden: { exitCode: 4, meaning: 'the token may not do this (403)' },
  'not-found': { exitCode: 5, meaning: 'it does not exist, or the token may not see it (404)' },
  conflict: { exitCode: 6, meaning: 'the present state does not allow it (409, 412)' },
  'out-of-date': {
    exitCode: 6,
    meaning: 'the service has changed since the plan was made, or it is not the plan that was reviewed',
  },
  unreachable: {
    exitCode: 7,
    meaning: 'no answer after all retries: DNS, connection, TLS, proxy, time limit, 5xx',
  },
  'unusable-answer': {
    exitCode: 7,
    meaning: 'the answer cannot be used: a login page, broken JSON, an endless list',
  },
  deadline: { exitCode: 7, meaning: 'bulk work reached its deadline' },
  'wait-timeout': { exitCode: 7, meaning: 'the service has not finished in the time that was allowed' },
  'rate-limited': { exitCode: 8, meaning: 'the service asks for a longer pause than is allowed' },
  'rows-failed': { exitCode: 9, meaning: 'bulk work has finished, and some of it failed' },
  failed: { exitCode: 9, meaning: 'bulk work stopped at its first failure, because it was asked to' },
  'outcome-unknown': {
    exitCode: 10,
    meaning: 'a request that is not safe to repeat got no answer, or a change got one that cannot be used',
  },
  no: {
    exitCode: 11,
    meaning:
      'the answer is no: there are differences, there are findings, or the access is another one than asserted',
  },
  incomplete: { exitCode: 12, meaning: 'a part of the result cannot be read' },
  interrupted: { exitCode: 130, meaning: 'Ctrl-C; 129 for SIGHUP, 143 for SIGTERM' },
} as const satisfies Record<string, KindFacts>;

export type ErrorKind = keyof typeof errorKinds;

/** The optional parts of an error, beside its message. */
export interface ErrorParts {
  /** Only the command line gives a text; layers below give a code with data. */
  readonly hint?: Hint | string | undefined;
  /** Further lines, for an error with more than one problem. */
  readonly details?: readonly string[] | undefined;
  readonly cause?: unknown;
  /** The path of the file that cannot be read. */
  readonly path?: string | undefined;
}

/** The base class of every error that users can do something about. Any other error is a bug. */
export class DocsAdminError extends Error {
  override readonly name: string;
  readonly kind: ErrorKind;
  /** The exit code of a command that ends with this error. */
  readonly exitCode: number;
  readonly hint: Hint | undefined;
  readonly details: readonly string[];
  /** The path of the file that cannot be read. */
  readonly path: string | undefined;
  constructor(kind: ErrorKind, message: string, { hint, details = [], cause, path }: ErrorParts = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.kind = kind;
    this.exitCode = errorKinds[kind].exitCode;
    this.hint = typeof hint === 'string' ? { code: 'words', data: { text: hint } } : hint;
    this.details = details;
    this.path = path;
  }
}

/** The user's command line or input is wrong; nothing was sent. */
export class UsageError extends DocsAdminError {
  constructor(message: string, parts: ErrorParts = {}) {
    super('usage', message, parts);
  }
}

/** No thing in the service has the name that was given instead of an id. */
export class NothingCalled extends DocsAdminError {
  constructor(message: string, parts: Pick<ErrorParts, 'hint'>) {
    super('not-found', message, parts);
  }
}

/** An option of the work has a wrong value. `option` is the name that programs give it; the command line names a flag. */
export class InvalidOption extends UsageError {
  readonly option: string;
  /** What is wrong with the value. */
  readonly problem: string;
  constructor(option: string, problem: string, parts: Pick<ErrorParts, 'hint'> = {}) {
    super(`invalid ${option}: ${problem}`, parts);
    this.option = option;
    this.problem = problem;
  }
}

/** No address of the service is known, or the profile that may have one does not exist. */
export class NoAddress extends UsageError {}

/** The command line names a noun, but no verb. */
export class VerbMissing extends UsageError {
  /** The help of the noun: the verbs to choose from. */
  readonly help: string;
  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** Settings, credentials, a lock or the sandbox's file cannot be read or written. */
export class LocalStateError extends DocsAdminError {
  constructor(message: string, parts: Pick<ErrorParts, 'hint' | 'cause' | 'path'> = {}) {
    super('local-state', message, parts);
  }
}

/** There is no token for the address. */
export class NoToken extends DocsAdminError {
  constructor(message: string, parts: Pick<ErrorParts, 'hint'> = {}) {
    super('no-token', message, parts);
  }
}

/** stdout, or a file for the result, cannot be written: a full disk, an I/O error. */
export class OutputError extends DocsAdminError {
  constructor(message: string, parts: Pick<ErrorParts, 'hint' | 'cause' | 'path'> = {}) {
    super('output', message, parts);
  }
}

/**
 * The reader of stdout has closed it, as `head` does. The process then ends without an error, so this class has no
 * kind.
 */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** A signal asked the program to end. */
export class Interrupted extends DocsAdminError {
  override readonly exitCode: number;
  readonly signal: keyof typeof signalCodes;
  constructor(signal: keyof typeof signalCodes) {
    super('interrupted', `interrupted by ${signal}`);
    this.signal = signal;
    this.exitCode = signalCodes[signal];
  }
}

/** Bulk work has ended but is incomplete: rows failed, were not attempted, or have an unknown outcome. */
export class Unfinished extends DocsAdminError {
  override readonly exitCode: number;
  /** Without `exitCode`, the error has the exit code of its kind. */
  constructor(
    message: string,
    {
      kind,
      exitCode = errorKinds[kind].exitCode,
      ...parts
    }: ErrorParts & { readonly kind: ErrorKind; readonly exitCode?: number | undefined },
  ) {
    super(kind, message, parts);
    this.exitCode = exitCode;
  }
}

/** The state of the service is not the one that the plan was made for. */
export class OutOfDate extends DocsAdminError {
  constructor(message: string, parts: ErrorParts = {}) {
    super('out-of-date', message, parts);
  }
}

/**
 * Returns the error that `make` makes, without a stack. A stack takes time, and a dry run of bulk work ends the line of
 * each row with an error.
 */
export function withoutStack<Made extends Error>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What is known of a request that got no complete answer. */
export interface FailureFacts {
  /**
   * Whether the service may have acted on the request: the connection was reset or cut off, or no answer came in time.
   * `false` if the request cannot have reached it: the name did not resolve, the connection was refused.
   */
  readonly mayHaveActed: boolean;
  /**
   * Whether another attempt may succeed. `false` for failures that would come again: TLS, a proxy's refusal, an answer
   * that breaks the protocol or is too large.
   */
  readonly mayBeRepeated: boolean;
}

/** One attempt of a request got no complete answer. The client retries it or reports {@link FailureFacts}. */
export class TransportFailure extends DocsAdminError implements FailureFacts {
  readonly mayHaveActed: boolean;
  readonly mayBeRepeated: boolean;
  constructor(
    message: string,
    { mayHaveActed, mayBeRepeated }: FailureFacts,
    parts: Pick<ErrorParts, 'hint' | 'cause'> = {},
  ) {
    super('unreachable', message, parts);
    this.mayHaveActed = mayHaveActed;
    this.mayBeRepeated = mayBeRepeated;
  }
}
