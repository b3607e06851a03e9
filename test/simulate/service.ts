import type { WireAnswer, WireRequest } from '../../src/ports.ts';
import { readFixture } from '../../src/sandbox/fixtures/fixture.ts';
import { type FixtureTable, tables } from '../../src/sandbox/fixtures/fixture-tables.ts';
import { sandboxOn } from '../../src/sandbox/open.ts';
import { openStore, type Store } from '../../src/sandbox/store/store.ts';
import { type Exposure, exposingTables, exposureOf } from '../support/exposure.ts';
import type { Announced } from './announced.ts';
import { org } from './organization.ts';

export const token = 'secret-token-of-the-simulation';
export const baseUrl = 'https://docs.example';

/** A request that the service has carried out. */
export interface Served {
  readonly at: number;
  /** The process that has sent it; 0 for the colleague. */
  readonly pid: number;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly status: number;
  /** Who reaches what after it, for a request of a process that may change that. */
  readonly exposure?: Exposure | undefined;
  /** The record that announced it, for a request of bulk work. */
  readonly intent?: Announced | undefined;
}

/** The rows of each table. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The service of a history: the sandbox, on a store that every history uses again. */
export interface Service {
  readonly served: readonly Served[];
  /** Carries out a request, at once. */
  answer(request: WireRequest, pid: number, intent?: Announced): Promise<WireAnswer>;
  /** Returns all rows, by table. */
  rows(): Rows;
  /** Returns the ids that a query selects. */
  ids(select: string): string[];
  /** Runs `work` and takes the state back to what it was. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Making the tables takes longer than all the rest. */
let made: Store | undefined;
let known: readonly FixtureTable[] = [];

/** Calls `use` with a service that has only this organization. `now` returns milliseconds since the epoch. */
export async function withService<Result>(
  fixture: string,
  now: () => number,
  use: (service: Service) => Promise<Result>,
): Promise<Result> {
  made ??= openStore(':memory:');
  if (known.length === 0) known = tables(made);
  const store = withSavepoints(made);
  store.run('BEGIN');
  try {
    readFixture(store, fixture, 'the organization of the history');
    store.run("INSERT OR REPLACE INTO meta VALUES ('cursor-key', ?)", '00'.repeat(32));
    return await use(serviceOn(store, now));
  } finally {
    made.run('ROLLBACK');
  }
}

interface PlayedStore extends Store {
  /** What ids end with that are made now. */
  mark: string;
}

/** Lets the sandbox's transactions be parts of the one that a history is. */
function withSavepoints(store: Store): PlayedStore {
  return {
    ...store,
    mark: '',
    nextId(prefix) {
      return `${store.nextId(prefix)}${this.mark}`;
    },
    transaction(_, work) {
      store.run('SAVEPOINT request');
      try {
        const result = work();
        store.run('RELEASE request');
        return result;
      } catch (error) {
        store.run('ROLLBACK TO request');
        store.run('RELEASE request');
        throw error;
      }
    },
  };
}

function serviceOn(store: PlayedStore, now: () => number): Service {
  let served: Served[] = [];
  let defect: unknown;
  const onDefect = (error: unknown) => {
    defect ??= error;
  };
  const rowsOf = (names: readonly string[]): Rows =>
    Object.fromEntries(names.map((name) => [name, store.all(`SELECT * FROM ${name}`)]));
  const sandbox = sandboxOn(store, { token, now, onDefect });
  return {
    get served() {
      return served;
    },
    async answer(request, pid, intent) {
      const answer = await sandbox.exchange(request);
      if (defect) throw defect;
      const { pathname, search } = new URL(request.url);
      const { method, body } = request;
      const { status } = answer;
      const exposure = pid > 0 && method !== 'GET' ? exposureOf(rowsOf(exposingTables)) : undefined;
      served.push({ at: now(), pid, method, path: pathname + search, body, status, exposure, intent });
      return answer;
    },
    rows: () => rowsOf(known.map(({ name }) => name)),
    ids: (select) => store.all<{ id: string }>(`SELECT ${select}`).map(({ id }) => id),
    async aside(work) {
      const before = served;
      served = [];
      store.run('SAVEPOINT aside');
      // What it makes has other ids than what is made later.
      store.mark = 'aside';
      try {
        return await work();
      } finally {
        store.run('ROLLBACK TO aside');
        store.run('RELEASE aside');
        store.mark = '';
        served = before;
      }
    },
  };
}

/** Returns a request of the colleague, who uses another client. */
export function colleagueRequest(method: string, path: string, body?: unknown): WireRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  return { method, url: `${baseUrl}/v1/orgs/${org}${path}`, headers, ...text };
}
