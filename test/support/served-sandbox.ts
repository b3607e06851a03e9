import { onTestFinished } from 'vitest';
import type { Faults } from '../../src/ports.ts';
import { type LoggedRequest, withFaults } from '../../src/sandbox/http/fault-injection.ts';
import { serve } from '../../src/sandbox/http/server.ts';
import { sandboxToken } from '../../src/sandbox/identity.ts';
import { sandboxOn } from '../../src/sandbox/open.ts';
import type { LargeSize } from '../../src/sandbox/seed/large.ts';
import type { Store } from '../../src/sandbox/store/store.ts';
import type { AtEnd } from './at-end.ts';
import { demoStore } from './demo-store.ts';

/** The service of `sandbox serve`, in the process of the tests: nothing has to start for it. */
export interface ServedSandbox {
  readonly org: string;
  /** The environment that a command line needs to talk to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns all items of a list; no request is sent for them. */
  list<Item>(path: string): Promise<Item[]>;
  /** Returns every request that it has answered since the last call. */
  requests(): LoggedRequest[];
}

type Fetch = (request: Request) => Promise<Response>;

/** Serves a large organization, or the one of a store, until the test ends, or as long as `atEnd` says. `through` wraps its answers. */
export async function servedSandbox(
  size: LargeSize | Store,
  { through = (fetch) => fetch, ...faults }: Faults & { through?: (fetch: Fetch) => Fetch } = {},
  atEnd: AtEnd = onTestFinished,
): Promise<ServedSandbox> {
  const sandbox = sandboxOn('insert' in size ? size : demoStore(size), {
    token: sandboxToken,
    now: Date.now,
  });
  let seen: LoggedRequest[] = [];
  const fetch = withFaults(through(sandbox.fetch), faults, {
    ...{ now: Date.now, token: sandboxToken },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: (request) => seen.push(request),
  });
  const { baseUrl, close } = await serve(fetch, { port: 0 });
  atEnd(async () => {
    await close();
    sandbox.close();
  });

  async function list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = ''; ; ) {
      const url = `${baseUrl}/v1/orgs/${sandbox.org}${path}?limit=1000${page}`;
      const headers = { authorization: `Bearer ${sandboxToken}` };
      const response = await sandbox.fetch(new Request(url, { headers }));
      const answer = (await response.json()) as { items: Item[]; next?: { page: string } };
      items.push(...answer.items);
      if (!answer.next) return items;
      page = `&page=${encodeURIComponent(answer.next.page)}`;
    }
  }

  return {
    org: sandbox.org,
    env: { DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_TOKEN: sandboxToken, DOCS_ADMIN_ORG: sandbox.org },
    list,
    requests() {
      const last = seen;
      seen = [];
      return last;
    },
  };
}
