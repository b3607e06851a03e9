import { setTimeout } from 'node:timers/promises';

/** How long a signal to this process may be on its way, in milliseconds. */
const delivery = 50;

/**
 * Stops this process and those that run with it, as Ctrl-Z does where the terminal is not raw. Resolves when the shell
 * has continued it, or at once where no shell can.
 */
export async function suspend(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  await setTimeout(delivery);
}
