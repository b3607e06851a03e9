import type { ErrorKindName } from './cli/error-kinds.ts';

/** The user's command line or input is wrong; nothing was sent. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | undefined;
  /** Further lines, where there is more than one problem. */
  readonly details: readonly string[];
  constructor(message: string, { hint, details }: { hint?: string; details?: readonly string[] } = {}) {
    super(message);
    this.hint = hint;
    this.details = details ?? [];
  }
}

/** Nothing in the service is called by the name that stands in the place of an id. Exit code 5. */
export class NothingCalled extends Error {
  override readonly name = 'NothingCalled';
  readonly hint: string;
  constructor(message: string, { hint }: { hint: string }) {
    super(message);
    this.hint = hint;
  }
}

/** The line names what there are verbs for, and no verb. */
export class VerbMissing extends UsageError {
  /** What there is to choose from. */
  readonly help: string;
  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** Settings, credentials, a lock or the sandbox's file cannot be read or written. Exit code 3. */
export class LocalStateError extends Error {
  override readonly name = 'LocalStateError';
  readonly hint: string | undefined;
  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.hint = hint;
  }
}

/** There is no token for the address. Exit code 4. */
export class NoToken extends Error {
  override readonly name = 'NoToken';
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** stdout could not be written: a full disk, an I/O error. Exit code 1. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** The reader of stdout has closed it, as `head` does. The process ends without an error. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** The program was asked to end by a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP';
  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}

/** Bulk work has ended, but not completely: rows failed, were not attempted, or have an unknown outcome. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
  readonly kind: ErrorKindName;
  readonly exitCode: number;
  readonly hint: string | undefined;
  readonly details: readonly string[];
  constructor(
    message: string,
    facts: { kind: ErrorKindName; exitCode: number; hint?: string | undefined; details?: readonly string[] },
  ) {
    super(message);
    this.kind = facts.kind;
    this.exitCode = facts.exitCode;
    this.hint = facts.hint;
    this.details = facts.details ?? [];
  }
}

/** The state of the service is another one than the user's plan was made for. Exit code 6. */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
  readonly hint: string | undefined;
  readonly details: readonly string[];
  constructor(message: string, { hint, details }: { hint?: string; details?: readonly string[] } = {}) {
    super(message);
    this.hint = hint;
    this.details = details ?? [];
  }
}

/** Something was sent and taken, and the service failed to process it. Exit code 1. */
export class ProcessingFailed extends Error {
  override readonly name = 'ProcessingFailed';
}

/** What was waited for did not end in time. Exit code 7. */
export class WaitTimedOut extends Error {
  override readonly name = 'WaitTimedOut';
}

/** What is known of a request's fate when no complete answer came. */
export type Fate =
  /** it surely never reached the service: the name did not resolve, the connection was refused */
  | 'not-sent'
  /** the service may or may not have acted on it: reset, cut off, no answer in time */
  | 'unclear'
  /** the service may or may not have acted on it, and trying again cannot help: an answer against the protocol, or too large */
  | 'unusable'
  /** it was not sent, and trying again cannot help: TLS, a proxy's refusal */
  | 'final';

export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly fate: Fate;
  readonly hint: string | undefined;
  constructor(message: string, fate: Fate, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.fate = fate;
    this.hint = options.hint;
  }
}
