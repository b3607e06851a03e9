import { flag } from './command.ts';
import { number } from './number.ts';

/** How bulk work is done; the same flags on every command that does some. */
export const concurrencyFlag = number('--concurrency <n>', 'requests at once (default: 4)', 1, 16);
export const deadlineFlag = number(
  '--deadline <seconds>',
  'start no new request after this time; the run can be resumed',
  1,
  604_800,
);
export const shardFlag = flag(
  '--shard <i/n>',
  'only the i-th of n parts: no two parts change the same resource',
);
export const journalFlag = flag(
  '--journal <file>',
  'file for the journal of the run (default: where `docs-admin runs list` finds it)',
);
