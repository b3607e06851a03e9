import { createService } from './http/app.ts';
import { asFetch, askedOnWire } from './http/exchange.ts';
import { routesOf } from './routes/index.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { seedSmall } from './seed/small.ts';
import { openStore, type Store } from './store/store.ts';
import { usingFile } from './store/store-file.ts';

/** Opens the sandbox. Throws `LocalStateError` if the file cannot be used, see {@link openStore}. */
export function openSandbox({ path, ...options }: SandboxOptions): Sandbox {
  return sandboxOn(openSeededStore(path), options);
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

/**
 * Opens the file; fills a new one with the demo data. If several processes find a new file, one fills it and the others
 * wait.
 */
export function openSeededStore(path: string): Store {
  const store = openStore(path);
  if (organizationOf(store) !== undefined) return store;
  usingFile(path, () =>
    store.transaction('write', () => {
      if (organizationOf(store) === undefined) seedSmall(store);
    }),
  );
  return store;
}

/** Returns the organization of the data; `undefined` if there is none yet. */
export function organizationOf(store: Store): string | undefined {
  return store.get<{ value: string }>(`SELECT value FROM meta WHERE name = 'org'`)?.value;
}
