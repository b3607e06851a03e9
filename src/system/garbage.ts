import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Ends what nothing refers to any more. The driver of the database closes a file only when V8 has deleted the last
 * statement of it, which happens at some later time, or never.
 */
export async function collectGarbage(): Promise<void> {
  collector()();
  // The driver hears of it in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Returns a function that frees the young objects that nothing holds, in about a millisecond. V8 does so by itself when
 * they fill their memory, in the middle of a page: it then takes the page for something that stays, gives more memory to
 * young objects, and moves the bytes of answers to its old objects.
 */
export function pageFreer(): () => void {
  const collect = collector();
  return () => collect({ type: 'minor' });
}

function collector(): (options?: { type: 'minor' }) => void {
  // V8 shows its function to contexts that are made after this flag.
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
