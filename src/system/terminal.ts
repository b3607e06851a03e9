import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** The terminal that questions use. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number };
  /** Ends a question at once, which throws the signal's reason. */
  readonly interrupt: AbortSignal;
}

/** Milliseconds that a signal to this process may take. */
const delivery = 50;

/**
 * Stops this process and its group, as Ctrl-Z does outside of the raw mode. Resolves when the shell has continued it,
 * or at once if no shell can.
 */
export async function suspend(platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform === 'win32') return;
  process.kill(0, 'SIGTSTP');
  await setTimeout(delivery);
}
