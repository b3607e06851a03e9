import { createService } from './http/app.ts';
import { asFetch, askedOnWire } from './http/exchange.ts';
import { routesOf } from './routes/index.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { openStore, type Store } from './store/store.ts';

/**
 * Opens a sandbox that has data already; returns `undefined` for a new file. Throws `LocalStateError` if the file cannot be
 * used, see {@link openStore}.
 */
export function openFilledSandbox({ path, ...options }: SandboxOptions): Sandbox | undefined {
  const store = openStore(path);
  if (organizationOf(store) !== undefined) return sandboxOn(store, options);
  store.close();
  return undefined;
}

/** Returns the sandbox of an open store. */
export function sandboxOn(store: Store, { token, now, onDefect }: Omit<SandboxOptions, 'path'>): Sandbox {
  const exchange = createService({ store, token, now, routesOf, onDefect });
  return {
    fetch: asFetch(exchange),
    exchange: (request) => exchange(askedOnWire(request)),
    token,
    org: organizationOf(store) ?? '',
    close: () => store.close(),
  };
}

/** Returns the organization of the data; `undefined` if there is none yet. */
export function organizationOf(store: Store): string | undefined {
  return metaOf(store, 'org');
}

/** Returns a fact about the data as a whole; `undefined` if it is not known. */
export function metaOf(store: Store, name: string): string | undefined {
  return store.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value;
}
