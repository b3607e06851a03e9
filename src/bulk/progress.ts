import type { App } from '../cli/app.ts';
import type { TaskState } from './journal.ts';

/** Tells how far bulk work has come. */
export interface Progress {
  ended(state: TaskState): void;
  finish(): void;
}

const interval = 5000;

/** A line on stderr every few seconds. */
export function watchProgress(app: App, total: number): Progress {
  const { clock } = app.system;
  let last = clock.now();
  let ended = 0;
  let failed = 0;
  return {
    ended(state) {
      ended++;
      if (state !== 'done') failed++;
      if (clock.now() - last < interval || ended === total) return;
      last = clock.now();
      void app.out.note(`${ended} of ${total} done${failed > 0 ? `, ${failed} of them failed` : ''}`);
    },
    finish() {},
  };
}
