import { type Client, createClient } from './api/client.ts';
import { openSandbox } from './sandbox/open.ts';
import { serve } from './sandbox/server.ts';
import { systemClock } from './system/clock.ts';
import { networkOnDemand } from './system/network.ts';

export type { Client, PageRange } from './api/client.ts';
export * from './api/errors.ts';
export type { Input, Item, ListOperation, Operation, Result } from './api/operation.ts';
export * as changeRequests from './api/operations/change-requests.ts';
export * as collections from './api/operations/collections.ts';
export * as commentReplies from './api/operations/comments/replies.ts';
export * as comments from './api/operations/comments.ts';
export * as content from './api/operations/content.ts';
export * as customFields from './api/operations/custom-fields.ts';
export * as git from './api/operations/git.ts';
export { operations } from './api/operations/index.ts';
export * as integrations from './api/operations/integrations.ts';
export * as members from './api/operations/members.ts';
export * as openapi from './api/operations/openapi.ts';
export * as saml from './api/operations/saml.ts';
export * as sectionGroups from './api/operations/section-groups.ts';
export * as sections from './api/operations/sections.ts';
export * as siteSpaces from './api/operations/site-spaces.ts';
export * as sites from './api/operations/sites.ts';
export * as spaces from './api/operations/spaces.ts';
export * as sso from './api/operations/sso.ts';
export * as teams from './api/operations/teams.ts';
export * as translations from './api/operations/translations.ts';

export interface ConnectOptions {
  /** Address of the service; `/v1/...` is added to it. `http` is taken for this machine only. */
  readonly baseUrl: string;
  readonly token: string;
  /** Seconds until an answer must have begun; 30 where absent. */
  readonly timeout?: number;
  /** Ends every request and wait at once. */
  readonly signal?: AbortSignal;
}

/** A typed client: `call(sites.createSite, { params, body })`, `pages(members.listMembers, { params })`. */
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
