import { concurrencyFlag, deadlineFlag, undoFlags } from '../cli/flags/bulk-flags.ts';
import { flag, summaryFlag } from '../cli/flags/flag.ts';
import { guardFlags } from '../cli/flags/removal-flags.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import { hasCells, isFlat, isTable } from '../output/output.ts';
import type { View } from '../output/view.ts';
import { counted } from '../text/words.ts';

export const runView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'what' },
    { field: 'profile', optional: true },
    { field: 'baseUrl', label: 'ADDRESS', optional: true },
    { field: 'started', as: 'time', optional: true },
    { field: 'state', tone: 'state' },
    { field: 'done' },
    { field: 'total' },
    { field: 'failed' },
    { field: 'undoneBy', label: 'UNDONE BY', as: 'id', optional: true },
  ],
  wide: [
    { field: 'command' },
    { field: 'org' },
    { field: 'via' },
    { field: 'client' },
    { field: 'unknown' },
    { field: 'open' },
    { field: 'notAttempted', label: 'NOT ATTEMPTED' },
    { field: 'seconds' },
  ],
  omits: ['opens', 'loses', 'openNow', 'rows', 'changes'],
};

export const runMembershipView: View = {
  id: 'user',
  columns: [
    { field: 'team', as: 'id' },
    { field: 'user' },
    { field: 'change' },
    { field: 'from' },
    { field: 'to' },
    { field: 'state', tone: 'state' },
    { field: 'error', below: true },
  ],
};

export const runRowView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'name' },
    { field: 'state', tone: 'state' },
    { field: 'id', label: 'ID' },
    { field: 'what', below: 'always' },
    { field: 'error', below: true },
  ],
};

export const runChangeView: View = {
  id: 'id',
  columns: [
    { field: 'row' },
    { field: 'action' },
    { field: 'kind' },
    { field: 'name' },
    { field: 'state', tone: 'state' },
    { field: 'id', label: 'ID' },
    { field: 'error', below: true },
  ],
};

type UndoFlags = Parameters<typeof import('../work/undo.ts').undoRun>[2];

/** The fields of `RunSummary`. */
const summaryFields = [
  ...['id', 'what', 'command', 'single', 'changes', 'baseUrl', 'profile', 'org', 'via', 'client', 'started'],
  ...['seconds', 'state', 'undoes', 'undoneBy', 'passed', 'done', 'total', 'failed', 'unknown', 'open'],
  ...['notAttempted', 'journal'],
];

const runFields: string[] = [
  ...summaryFields,
  ...['opens.*', 'loses.*', 'addresses.*', 'openNow.*', 'rows.*', 'changes.*'],
];

export const runs = () => [
  verb(
    'list',
    {
      summary: 'List what was changed, the newest first: single commands, and runs of bulk work',
      effect: 'read',
      fields: summaryFields,
      columns: { address: 'baseUrl' },
    },
    ['docs-admin runs list', 'docs-admin runs list -o id'],
  ).run(async ({ session, out }) => {
    const { listRuns } = await import('../work/history/runs.ts');
    await out.list([await listRuns(session)], runView);
  }),
  verb(
    'show',
    {
      summary: 'Show what a run has done, row by row, and what is left',
      effect: 'read',
      mayBeLong: true,
      fields: runFields,
      columns: { address: 'baseUrl' },
    },
    ['docs-admin runs show 20260601T120000-3f9a1c', 'docs-admin runs show 20260601T120000-3f9a1c -o csv'],
  )
    .argument('<run>', 'id of the run, or the path of its journal')
    .run(async ({ session, context, out, line }, name) => {
      const { describeRun } = await import('../work/history/runs.ts');
      const { effectLines, effectTexts } = await import('../work/show-effects.ts');
      const { summary, rows, changes, effects, openNow, of, damaged } = await describeRun(session, name);
      const format = context.format();
      const isChosen = line.choosesFields;
      const shown = effectLines(effectTexts(effects));
      if (!isChosen && isFlat(format)) for (const { text } of shown) await out.note(text);
      await out.together(async (out) => {
        if (!isChosen && isTable(format) && shown.length > 0) await out.lines(shown);
        if (isChosen || !isFlat(format))
          await out.item({ ...summary, ...effects, openNow, rows, changes }, runView);
        if (!isChosen && hasCells(format)) await out.list([rows], viewOf[of]);
      });
      for (const { text } of openNow) await out.warn(`open now: ${text}`);
      if (damaged) throw damaged;
    }),
  verb('resume', { summary: 'Resume a run: do the work that is left', effect: 'delete' }, [
    'docs-admin runs resume 20260601T120000-3f9a1c',
  ])
    .argument('<run>', 'id of the run, or the path of its journal')
    .addOptions(concurrencyFlag, deadlineFlag, summaryFlag, ...guardFlags)
    .run(async ({ session, rows }, name, flags) => {
      const { resumeRun } = await import('../rows/resume.ts');
      await resumeRun(session, rows, name, flags);
    }),
  verb('undo', { summary: 'Undo the changes of a run', effect: 'delete' }, [
    'docs-admin runs undo 20260601T120000-3f9a1c --dry-run',
    'docs-admin runs undo 20260601T120000-3f9a1c --yes',
    'docs-admin runs undo --last --dry-run',
  ])
    .argument('[run]', 'id of the run, or the path of its journal')
    .option('--last', 'the last run of this profile that is not undone')
    .addOption(
      flag('--skip', 'leave the last run as it is, and undo the one before it').with({ needs: ['--last'] }),
    )
    .addOptions(...undoFlags)
    .run(async (parts, name, { last, ...flags }) => {
      if (name === undefined ? !last : last)
        throw new UsageError('name one run, or give --last', { hint: { code: 'list-runs', data: {} } });
      if (name === undefined) return undoLast(parts, flags);
      const { undoRun } = await import('../work/undo.ts');
      await undoRun(parts.session, name, flags);
    }),
  verb(
    'unlock',
    { summary: 'Free a run from a process on another machine that has ended', effect: 'local' },
    ['docs-admin runs unlock 20260601T120000-3f9a1c --yes'],
  )
    .argument('<run>', 'id of the run, or the path of its journal')
    .run(async ({ session }, name) => {
      const { unlockRun } = await import('../work/history/runs.ts');
      await unlockRun(session, name);
    }),
  verb(
    'prune',
    { summary: 'Delete the records of finished runs, and plans that were printed', effect: 'local' },
    ['docs-admin runs prune --older-than 30d --yes'],
  )
    .option(
      '--older-than <age>',
      'only runs that started at least this long ago: 12h, 30d (default: 30d)',
      age,
    )
    .run(async ({ session, system, out }, { olderThan = 30 * day }) => {
      const { pruneRuns } = await import('../work/history/runs.ts');
      const count = await pruneRuns(session, olderThan);
      await system.printedPlans.prune(olderThan);
      await out.done(`deleted ${counted(count, 'run')}`);
    }),
];

const viewOf = { memberships: runMembershipView, changes: runChangeView, rows: runRowView };

/**
 * Undoes the last run of the profile of a line, or of its place if it has no profile; with `skip` the one before it. The skipped
 * one then is not the last one any more.
 */
export async function undoLast(
  parts: LineParts,
  { skip, ...flags }: UndoFlags & { readonly skip?: true },
): Promise<void> {
  const { session, context, out } = parts;
  if (!context.keepsHistory())
    await out.note('history is off: single commands are not recorded, so only work of several can be undone');
  const { lastRun } = await import('../work/history/runs.ts');
  const hasProfile = Object.keys(context.stored).length > 0 || context.isSandbox;
  const { skipRun, undoRun } = await import('../work/undo.ts');
  const last = (besides?: string) => lastRun(session, hasProfile ? session.profile : undefined, besides);
  const skipped = skip && (await last());
  const run = await last(skipped);
  if (run === undefined) return out.done('nothing to undo');
  try {
    await undoRun(session, run, flags);
  } finally {
    // A run of which nothing was undone is the next one to undo, also where this line is repeated.
    if (skipped !== undefined && (await last(skipped)) !== run) await skipRun(session, skipped);
  }
}

const day = 86_400_000;

function age(value: string): number {
  const [, digits, unit] = /^(\d{1,5})([hd])$/.exec(value) ?? [];
  if (digits !== undefined) return Number(digits) * (unit === 'h' ? 3_600_000 : day);
  throw new UsageError('invalid --older-than: must be hours or days, such as 12h or 30d');
}
