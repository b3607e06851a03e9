import { readFixture, writeFixture } from './fixtures/fixture.ts';
import { openSeededStore, organizationOf } from './open.ts';
import { type LargeSize, seedLarge } from './seed/large.ts';
import { seedSmall } from './seed/small.ts';
import { openStore, type Store } from './store/store.ts';
import { usingFile } from './store/store-file.ts';

/**
 * Puts the demo data into the file in place of whatever is there, in one transaction; `size` makes the
 * organization larger. Returns the organization that it is about. Throws `LocalStateError` where the file cannot be used.
 */
export function resetSandbox(path: string, size: LargeSize = {}): string {
  return refill(path, (store) => {
    seedSmall(store);
    seedLarge(store, size);
  });
}

/**
 * The same with a fixture; `source` names it in messages. Throws `UsageError` with every problem of the fixture, and
 * then nothing has changed.
 */
export function restoreSandbox(path: string, fixture: string, source: string): string {
  return refill(path, (store) => readFixture(store, fixture, source));
}

function refill(path: string, fill: (store: Store) => void): string {
  const store = openStore(path);
  try {
    usingFile(path, () => store.refill(() => fill(store)));
    return organizationOf(store) ?? '';
  } finally {
    store.close();
  }
}

/** The state of the sandbox as a fixture, as it was at one moment. */
export function exportSandbox(path: string): string {
  const store = openSeededStore(path);
  try {
    return store.transaction('read', () => writeFixture(store));
  } finally {
    store.close();
  }
}
