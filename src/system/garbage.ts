import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Ends what nothing refers to any more. The driver of the database closes a file only when V8 has deleted the last
 * statement of it, which happens at some later time, or never.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // The driver hears of it in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}
