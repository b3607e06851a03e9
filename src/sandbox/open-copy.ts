import { readFixture } from './fixtures/fixture.ts';
import { sandboxOn } from './open.ts';
import type { CopiedSandbox, CopyOptions } from './sandbox.ts';
import { metaOf } from './store/meta.ts';
import { openStore } from './store/store.ts';
import { usingFile } from './store/store-file.ts';

/**
 * Opens a new file with the data of a fixture, or the file of another copy, for this process alone. Throws `UsageError`
 * with every problem of the fixture.
 */
export function openCopy({ path, fixture, ...options }: CopyOptions): CopiedSandbox {
  const store = openStore(path, { isTemporary: true });
  try {
    if (fixture)
      usingFile(path, () => store.refill(() => readFixture(store, fixture.text, fixture.name), true));
  } catch (error) {
    store.close();
    throw error;
  }
  return {
    ...sandboxOn(store, options),
    unread: metaOf(store, 'unread'),
    copyTo: store.copyTo,
  };
}
