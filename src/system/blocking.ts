import { runInNewContext } from 'node:vm';
import { DocsAdminError, Interrupted } from '../errors.ts';

/**
 * Runs `work`, during which nothing else of this process runs. Throws `Interrupted` at Ctrl-C, which other ways of
 * waiting for it would miss, an error after `time` milliseconds, and what the work throws.
 */
export function runBlocking<Value>(work: () => Value, time?: number): Value {
  try {
    return runInNewContext('work()', { work }, { breakOnSigint: true, ...(time && { timeout: time }) });
  } catch (error) {
    // An error of the other context is no `Error` of this one.
    const { code } = Object(error) as { code?: unknown };
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') {
      // The signal has ended the work, and no one else has heard it.
      process.emit('SIGINT');
      throw new Interrupted('SIGINT');
    }
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new DocsAdminError('query', `the query takes longer than ${time} ms: write a simpler one`);
    throw error;
  }
}
