import type { Store } from './store.ts';

/** Returns a fact about the data as a whole; `undefined` if it is not known. */
export function metaOf(store: Store, name: string): string | undefined {
  return store.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value;
}
