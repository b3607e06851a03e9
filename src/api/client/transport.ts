/** One HTTP request, ready for the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute; path and query are already percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One complete HTTP answer: every byte has arrived. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case; several values of one name are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Carries one request to the service and its answer back: over the network, or into the sandbox.
 * It throws {@link TransportFailure} where no complete answer came; a status is never an error here.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

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
