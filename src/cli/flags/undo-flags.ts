import type { OptionValues } from 'commander';
import type { UnfinishedVerb } from '../verb.ts';
import {
  allowDeleteFlag,
  concurrencyFlag,
  deadlineFlag,
  journalFlag,
  withContentsFlag,
} from './bulk-flags.ts';
import { allowOpeningFlag, allowOwnerlessFlag, maxRemovalsFlag } from './removal-flags.ts';
import { summaryFlag } from './shared-flags.ts';

/** Adds the flags of every verb that undoes a run. */
export const withUndoFlags = <Args extends unknown[], Own extends OptionValues>(
  command: UnfinishedVerb<Args, Own>,
) =>
  command
    .addOption(concurrencyFlag)
    .addOption(deadlineFlag)
    .addOption(journalFlag)
    .addOption(summaryFlag)
    .addOption(maxRemovalsFlag)
    .addOption(allowOwnerlessFlag)
    .addOption(allowOpeningFlag)
    .addOption(allowDeleteFlag)
    .addOption(withContentsFlag);
