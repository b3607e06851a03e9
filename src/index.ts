import { type Client, createClient } from './api/client/client.ts';
import { serve } from './sandbox/http/server.ts';
import { openSandbox } from './sandbox/open.ts';
import { systemClock } from './system/clock.ts';
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

export interface ConnectOptions {
  /** Address of the service; `/v1/...` is added to it. `http` is taken for this machine only. */
  readonly baseUrl: string;
  readonly token: string;
  /**
   * Seconds until an answer must have begun.
   * @default 30
   */
  readonly timeout?: number;
  /** Ends every request and wait at once. */
  readonly signal?: AbortSignal;
}

/**
 * Returns a typed client: `call(sites.createSite, { params, body })`, `pages(members.listMembers, { params })`.
 * Throws `InvalidBaseUrl` where the address cannot be used. What the calls throw is a `DocsAdminError` with its `kind`
 * and, where something can be done about it, its `hint`; or the reason of `signal`.
 */
export function client({ baseUrl, token, timeout = 30, signal }: ConnectOptions): Client {
  const network = networkOnDemand({
    env: process.env,
    verifyTls: process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    warn: (message) => process.emitWarning(message),
  });
  const transport = network({ timeout: timeout * 1000 });
  return createClient({ baseUrl, token, transport, clock: systemClock, ...(signal && { signal }) });
}

/** The embedded service, listening on this machine. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly token: string;
  /** The organization of the demo data. */
  readonly org: string;
  close(): Promise<void>;
}

/**
 * Starts the embedded service with fresh demo data, for a test suite.
 * `path` is the SQLite file of its state; in memory where absent. Port 0 is a free one.
 * Rejects with `UsageError` where the port is in use, and with `LocalStateError` where the file cannot be used.
 */
export async function sandbox({
  path = ':memory:',
  port = 0,
  token = 'sandbox-token',
} = {}): Promise<RunningSandbox> {
  const service = openSandbox({ path, token, now: systemClock.now });
  const server = await serve(service.fetch, { port });
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
