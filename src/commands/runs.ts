import { concurrencyFlag, deadlineFlag, journalFlag } from '../cli/bulk-flags.ts';
import { verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { allowOwnerlessFlag, maxRemovalsFlag } from '../cli/session/losses.ts';
import { UsageError } from '../errors.ts';
import { counted } from '../text/plural.ts';
import { runMembershipView, runRowView, runView } from '../views/bulk.ts';

export const runs = (app: App) => [list(app), show(app), resume(app), undo(app), unlock(app), prune(app)];

const list = (app: App) =>
  verb('list', 'List the runs of bulk work, the newest first', [
    'docs-admin runs list',
    'docs-admin runs list -o id',
  ]).action(async () => {
    const { listRuns } = await import('../runs/runs.ts');
    await app.out.list([await listRuns(app)], runView);
  });

const show = (app: App) =>
  verb('show', 'Show what a run has done, row by row, and what is left', [
    'docs-admin runs show 20260601T120000-3f9a1c',
    'docs-admin runs show 20260601T120000-3f9a1c -o csv',
  ])
    .argument('<run>', 'id of the run, or the path of its journal')
    .action(async (name) => {
      const { describeRun } = await import('../runs/runs.ts');
      const { summary, rows, work } = await describeRun(app, name);
      const { fields, query } = app.flags;
      const format = app.context.format();
      const isChosen = fields !== undefined || query !== undefined;
      const isLines = format === 'csv' || format === 'tsv';
      if (isChosen || !isLines) await app.out.item({ ...summary, rows }, runView);
      if (isChosen || !(isLines || format === 'table' || format === 'wide')) return;
      await app.out.list([rows], work.kind === 'memberships' ? runMembershipView : runRowView);
    });

const resume = (app: App) =>
  verb('resume', 'Resume a run: do the work that is left', ['docs-admin runs resume 20260601T120000-3f9a1c'])
    .argument('<run>', 'id of the run, or the path of its journal')
    .addOption(concurrencyFlag)
    .addOption(deadlineFlag)
    .action(async (name, flags) => {
      const { resumeRun } = await import('../bulk/resume.ts');
      await resumeRun(app, name, flags);
    });

const undo = (app: App) =>
  verb('undo', 'Undo the membership changes of a run', [
    'docs-admin runs undo 20260601T120000-3f9a1c --dry-run',
    'docs-admin runs undo 20260601T120000-3f9a1c --yes',
  ])
    .argument('<run>', 'id of the run, or the path of its journal')
    .addOption(concurrencyFlag)
    .addOption(deadlineFlag)
    .addOption(journalFlag)
    .addOption(maxRemovalsFlag)
    .addOption(allowOwnerlessFlag)
    .action(async (name, flags) => {
      const { undoRun } = await import('../plans/undo.ts');
      await undoRun(app, name, flags);
    });

const unlock = (app: App) =>
  verb('unlock', 'Free a run from a process on another machine that has ended', [
    'docs-admin runs unlock 20260601T120000-3f9a1c --yes',
  ])
    .argument('<run>', 'id of the run, or the path of its journal')
    .action(async (name) => {
      const { unlockRun } = await import('../runs/unlock.ts');
      await unlockRun(app, name);
    });

const prune = (app: App) =>
  verb('prune', 'Delete the journals of finished runs', ['docs-admin runs prune --older-than 30d --yes'])
    .option(
      '--older-than <age>',
      'only runs that started at least this long ago: 12h, 30d (default: 30d)',
      age,
    )
    .action(async ({ olderThan = 30 * day }) => {
      const { pruneRuns } = await import('../runs/runs.ts');
      const count = await pruneRuns(app, olderThan);
      await app.out.done(`deleted ${counted(count, 'journal')}`);
    });

const day = 86_400_000;

function age(value: string): number {
  const [, digits, unit] = /^(\d{1,5})([hd])$/.exec(value) ?? [];
  if (digits !== undefined) return Number(digits) * (unit === 'h' ? 3_600_000 : day);
  throw new UsageError('invalid --older-than: must be hours or days, such as 12h or 30d');
}
