import type { Store } from '../../src/sandbox/store/store.ts';

/**
 * Returns what opens a store like that of `open`, and takes back what is done to it when it is closed, so that the next one
 * can be the same: to open a store and to prepare its statements takes longer than most lines.
 */
export function reusing(open: () => Store): () => Store {
  const unused: Store[] = [];
  return () => {
    const store = unused.pop() ?? open();
    return lent(store, () => void unused.push(store));
  };
}

/** All that is done to a lent store is one transaction, whose parts are the transactions of the sandbox. */
function lent(store: Store, giveBack: () => void): Store {
  let isOpen = true;
  let isCommitted = false;
  begin(store);
  return {
    ...store,
    transaction(_, work) {
      store.run('SAVEPOINT part');
      try {
        const result = work();
        store.run('RELEASE part');
        return result;
      } catch (error) {
        store.run('ROLLBACK TO part');
        store.run('RELEASE part');
        forgetRemembered(store);
        throw error;
      }
    },
    copyTo(path) {
      store.run('COMMIT');
      isCommitted = true;
      store.copyTo(path);
      begin(store);
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      store.run('ROLLBACK');
      if (isCommitted) store.close();
      else giveBack();
    },
  };
}

function begin(store: Store): void {
  store.run('BEGIN');
  forgetRemembered(store);
}

/** A rollback does not reset the count of changes, by which a store knows whether its data is still the same. */
function forgetRemembered(store: Store): void {
  store.run('UPDATE meta SET value = value');
}
