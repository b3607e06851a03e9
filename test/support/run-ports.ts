import { onTestFinished } from 'vitest';
import { createClient } from '../../src/api/client/client.ts';
import { createRedactor } from '../../src/api/redact/redact.ts';
import { UsageError } from '../../src/errors.ts';
import type { Journals, WireRequest } from '../../src/ports.ts';
import { sandboxOn } from '../../src/sandbox/open.ts';
import type { RunPorts } from '../../src/work/run/session.ts';
import { demoStore } from './demo-store.ts';
import { virtualClock } from './virtual-clock.ts';

const token = 'token-of-the-test';
const baseUrl = 'http://sandbox.localhost';

/** Ports of a run without a command line: journals in memory, and a client of a sandbox with the demo data. */
export interface TestRunPorts extends RunPorts {
  /** The lines of each journal, by its path. */
  readonly journals: ReadonlyMap<string, readonly string[]>;
  /** Each request that reached the service: `PATCH /v1/...`. */
  readonly requests: readonly string[];
  /** The notes that were printed. */
  readonly notes: readonly string[];
  /** The progress that was reported, in order. */
  readonly counts: readonly { readonly done: number }[];
  interrupt(reason: Error): void;
}

export function testRunPorts(): TestRunPorts {
  const clock = virtualClock();
  const sandbox = sandboxOn(demoStore(), { token, now: clock.now });
  onTestFinished(() => sandbox.close());
  const interrupting = new AbortController();
  const redactor = createRedactor();
  const journals = new Map<string, string[]>();
  const requests: string[] = [];
  const notes: string[] = [];
  const counts: { done: number }[] = [];
  const transport = async (request: WireRequest) => {
    requests.push(`${request.method} ${request.url.slice(baseUrl.length)}`);
    return sandbox.exchange(request);
  };
  return {
    journals,
    requests,
    notes,
    counts,
    interrupt: (reason) => interrupting.abort(reason),
    system: { clock, interrupt: interrupting.signal, journals: journalsInMemory(journals) },
    connectForBulk: (pace) =>
      createClient({ baseUrl, allowHttp: true, token, transport, clock, redactor, ...pace }),
    redactor,
    describe: (error) => ({ kind: 'refused', exitCode: 1, message: (error as Error).message }),
    inWords: async ({ code }) => code,
    out: { note: async (message) => void notes.push(message) },
    progress: { start: () => {}, update: (count) => void counts.push(count), stop: () => {} },
    place: () => ({ baseUrl, org: 'org_acme' }),
    profile: 'test',
    limits: { maxRemovals: undefined, allowOwnerless: false },
    beforeChange: async () => {},
  };
}

function journalsInMemory(journals: Map<string, string[]>): Journals {
  function open(path: string) {
    const lines = journals.get(path) ?? [];
    journals.set(path, lines);
    return { path, add: async (line: string) => void lines.push(line), close: async () => {} };
  }
  return {
    folder: '/journals',
    absolute: (path) => path,
    list: () => [...journals.keys()],
    exists: (path) => journals.has(path),
    read: (path) => journals.get(path) ?? [],
    async create(path) {
      if (journals.has(path)) throw new UsageError(`${path} exists`);
      return open(path);
    },
    open: async (path) => open(path),
    history: async () => ({
      folder: '/history',
      list: () => [],
      size: () => 0,
      read: () => [],
      add: async () => undefined,
      remove: async () => {},
    }),
    keeper: async () => undefined,
    lock: async () => ({ release() {} }),
    remove: async (path) => void journals.delete(path),
  };
}
