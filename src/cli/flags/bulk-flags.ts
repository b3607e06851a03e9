import { flag, knows, list, writesFile } from '../command.ts';
import { number } from './number.ts';

/** The flags of bulk work; every command that does some has the same. */
export const concurrencyFlag = number('--concurrency <n>', 1, 16);
export const deadlineFlag = number('--deadline <seconds>', 1, 604_800);
export const shardFlag = flag('--shard <i/n>');
export const journalFlag = writesFile(flag('--journal <file>'));

/** The sections of an organization file whose deletions need a flag of their own. */
export const deletable = ['collections', 'sites'] as const;
export const allowDeleteFlag = knows(deletable, list('--allow-delete <section>'));
