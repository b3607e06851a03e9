import { undoFlags } from '../cli/flags/bulk-flags.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';

export const undo = (command: Verb) => {
  defineVerb(
    command,
    { summary: 'Undo the last run of this profile: short for `runs undo --last`', effect: 'delete' },
    ['docs-admin undo --dry-run', 'docs-admin undo --yes'],
  )
    .option('--skip', 'leave the last run as it is, and undo the one before it')
    .addOptions(...undoFlags)
    .run(async (parts, flags) => {
      const { undoLast } = await import('./runs.ts');
      await undoLast(parts, flags);
    });
  return [];
};
