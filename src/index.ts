import { type Client, createClient } from './api/client/client.ts';
import { UsageError } from './errors.ts';
import { serve } from './sandbox/http/server.ts';
import { openSandbox } from './sandbox/open-seeded.ts';
import { systemClock } from './system/clock.ts';
import { heardByMany } from './system/interrupt.ts';
import { networkOnDemand } from './system/network.ts';

export { InvalidBaseUrl } from './api/client/base-url.ts';
export type { Client, PageRange } from './api/client/client.ts';
export * from './api/client/errors.ts';
export type { Input, Item, ListOperation, Operation, Result } from './api/contract/operation.ts';
export * from './api/contract/operations/index.ts';

export {
  DocsAdminError,
  type ErrorKind,
  errorKinds,
  type Hint,
  type HintCode,
  type HintData,
  LocalStateError,
  UsageError,
} from './errors.ts';

/** The options of {@link client}. */
export interface ConnectOptions {
  /** Address of the service; `/v1/...` is added to it. `http` is accepted for this machine only. */
  readonly baseUrl: string;
  /** The API token. It is sent to the origin of `baseUrl` only. */
  readonly token: string;
  /**
   * Seconds in which an answer must begin, at most 3600; a whole attempt may take twice as long.
   * @default 30
   */
  readonly timeout?: number;
  /** Ends every request and wait at once when it aborts; calls reject with its reason. */
  readonly signal?: AbortSignal;
}

/** Seconds. */
const maxTimeout = 3600;
const maxPort = 65_535;

/**
 * Makes a typed client of the service. `call` makes one request, `pages` reads a list page by page. Requests that are
 * safe to repeat are tried four times. The pauses that the service asks for are kept, up to 120 seconds a request.
 *
 * Throws `InvalidBaseUrl` if the address cannot be used, and `UsageError` for a token or a time that no request can
 * have. Calls reject with a `DocsAdminError`, which has a `kind` and
 * often a `hint`, or with the reason of `signal`.
 *
 * @example
 * const { call, pages } = client({ baseUrl, token });
 * for await (const page of pages(members.listMembers, { params: { org } }, { limit: 3 })) {
 *   console.log(page.map(({ id }) => id));
 * }
 * const ada = await call(members.getMember, { params: { org, user: 'user_ada' } });
 */
export function client({ baseUrl, token, timeout = 30, signal }: ConnectOptions): Client {
  assertToken(token);
  if (!(timeout > 0 && timeout <= maxTimeout))
    throw new UsageError(`timeout must be a number of seconds above 0, and at most ${maxTimeout}`);
  const network = networkOnDemand({
    env: process.env,
    verifyTls: process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    warn: (message) => process.emitWarning(message),
  });
  const transport = network({ timeout: timeout * 1000 });
  return createClient({ baseUrl, token, transport, clock: systemClock, signal: heardByMany(signal) });
}

/** Throws for a token that no request can have: scripts read them from the environment and from files. */
function assertToken(token: unknown): void {
  if (typeof token !== 'string' || !/^[\u0021-\u007e]+$/.test(token))
    throw new UsageError('the token must be a text without blanks and control characters');
}

/** The embedded service, listening on this machine. */
export interface RunningSandbox {
  /** Its address, on 127.0.0.1. */
  readonly baseUrl: string;
  /** The token that requests must carry. */
  readonly token: string;
  /** The organization of the demo data. */
  readonly org: string;
  /** Accepts no more requests, and resolves when the running ones have ended, within two seconds. */
  close(): Promise<void>;
}

/**
 * Starts the embedded service, for a test suite. A new state is filled with the demo data.
 * Rejects with `UsageError` if the port is in use or no port, or the token is none that a request can have, and with
 * `LocalStateError` if the file cannot be used.
 *
 * @param options.path the SQLite file of its state. @default `:memory:`
 * @param options.port the port on 127.0.0.1; 0 chooses a free one. @default 0
 * @param options.token the token that requests must carry. @default `sandbox-token`
 *
 * @example
 * const service = await sandbox();
 * const { call, pages } = client(service);
 * await service.close();
 */
export async function sandbox({
  path = ':memory:',
  port = 0,
  token = 'sandbox-token',
} = {}): Promise<RunningSandbox> {
  assertToken(token);
  if (!(Number.isInteger(port) && port >= 0 && port <= maxPort))
    throw new UsageError(`port must be a whole number from 0 to ${maxPort}`);
  if (typeof path !== 'string') throw new UsageError('path must be the path of a file');
  const service = openSandbox({ path, token, now: systemClock.now });
  const server = await serve(service.fetch, { port }).catch((error: unknown) => {
    service.close();
    throw error;
  });
  return {
    baseUrl: server.baseUrl,
    token,
    org: service.org,
    close: async () => {
      await server.close();
      service.close();
    },
  };
}
