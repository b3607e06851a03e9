import { readFixture, writeFixture } from './fixtures/fixture.ts';
import { organizationOf } from './open.ts';
import { openSeededStore } from './open-seeded.ts';
import { keepRuleSet } from './resources/access.ts';
import { type LargeSize, seedLarge } from './seed/large.ts';
import { seedSmall } from './seed/small.ts';
import { openStore, type Store } from './store/store.ts';
import { usingFile } from './store/store-file.ts';

/**
 * Replaces everything in the file by the demo data, in one transaction; `size` makes the organization larger. Returns
 * its id. Throws `LocalStateError` if the file cannot be used.
 */
export function resetSandbox(path: string, size: LargeSize = {}, accessRules?: string): string {
  return refill(path, accessRules, (store) => {
    seedSmall(store);
    seedLarge(store, size);
  });
}

/**
 * Replaces everything by a fixture; `source` is its name in messages. Returns the id of its organization. Throws
 * `UsageError` with every problem of the fixture, and changes nothing then.
 */
export function restoreSandbox(
  path: string,
  fixture: string | Uint8Array,
  source: string,
  accessRules?: string,
): string {
  return refill(path, accessRules, (store) => readFixture(store, fixture, source));
}

/** Fills the file again. With `accessRules`, the data has these instead of its own. */
function refill(path: string, accessRules: string | undefined, fill: (store: Store) => void): string {
  const store = openStore(path);
  try {
    usingFile(path, () =>
      store.refill(() => {
        fill(store);
        if (accessRules) keepRuleSet(store, accessRules);
      }),
    );
    return organizationOf(store) ?? '';
  } finally {
    store.close();
  }
}

/** Returns the state of the sandbox at one moment as a fixture. */
export function exportSandbox(path: string): string {
  const store = openSeededStore(path);
  try {
    return store.transaction('read', () => writeFixture(store));
  } catch (error) {
    store.assertSound(error);
    throw error;
  } finally {
    store.close();
  }
}
