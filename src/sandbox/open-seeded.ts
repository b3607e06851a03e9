import { chosenRules, organizationOf, sandboxOn } from './open.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { seedSmall } from './seed/small.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';
import { usingFile } from './store/store-file.ts';

/** Opens the sandbox. Throws `LocalStateError` if the file cannot be used, see {@link openStore}. */
export function openSandbox({ path, accessRules, ...options }: SandboxOptions): Sandbox {
  return sandboxOn(openSeededStore(path, { accessRules: chosenRules(accessRules) }), options);
}

/**
 * Opens the file; fills a new one with the demo data. If several processes find a new file, one fills it and the others
 * wait.
 */
export function openSeededStore(path: string, options?: Pick<StoreOptions, 'accessRules' | 'steps'>): Store {
  const store = openStore(path, options);
  if (organizationOf(store) !== undefined) return store;
  usingFile(path, () =>
    store.transaction('write', () => {
      if (organizationOf(store) === undefined) seedSmall(store);
    }),
  );
  return store;
}
