import { allowDeleteFlag, runFlags, withContentsFlag } from './bulk-flags.ts';
import { guardFlags } from './removal-flags.ts';
import { summaryFlag } from './shared-flags.ts';

export const undoFlags = [
  ...runFlags,
  summaryFlag,
  ...guardFlags,
  allowDeleteFlag,
  withContentsFlag,
] as const;
