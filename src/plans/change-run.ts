import { type Change, changedFields } from '../domain/change.ts';
import { type BulkFlags, doneBefore, executeRun } from '../runs/execute.ts';
import { inOrder, type Results } from '../runs/results.ts';
import { type Run, startRun } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import type { WorkResult } from '../runs/supervise.ts';
import { longest } from '../text/longest.ts';
import { counted } from '../text/plural.ts';
import { changeResultView, withSamples } from '../views/bulk.ts';
import { changeWork } from './change-work.ts';

/** Changes that a run makes. */
export interface ChangeJob {
  /** The command, in words: `runs undo monday.jsonl`. */
  readonly command: string;
  /** Each change comes after those that it requires. */
  readonly changes: readonly Change[];
  /** The path of the journal; in the folder of journals if absent. */
  readonly journal: string | undefined;
  /** The run that this work undoes. */
  readonly undoes?: Run | undefined;
}

/**
 * Makes changes in a new run, and prints a row for each; a dry run only prints. Throws `Unfinished` if something is
 * left.
 */
export async function applyChanges(session: Session, job: ChangeJob, flags: BulkFlags): Promise<void> {
  const { command, changes, journal, undoes } = job;
  if (session.dryRun) return showRows(session, changes, () => 'planned');
  if (changes.length === 0) {
    await showRows(session, changes, () => 'unchanged');
    return session.out.done('nothing to do');
  }
  const run = await startRun(session, { command, work: { kind: 'changes', changes }, path: journal, undoes });
  await runChanges(session, run, changes, flags);
}

/** Makes the remaining changes of a run. */
export async function runChanges(
  session: Session,
  run: Run,
  changes: readonly Change[],
  flags: BulkFlags,
): Promise<void> {
  if (session.dryRun)
    return showRows(session, changes, (place) => (doneBefore(run, place) ? 'done' : 'planned'));
  const print = (results: Results) => {
    const pages = inOrder(
      changes.keys(),
      (place) => place,
      results,
      (place, result) => resultRow(changes[place] as Change, result?.state ?? 'planned', result),
    );
    return session.out.list(pages, viewOf(changes));
  };
  await executeRun(
    session,
    {
      run,
      work: changeWork(session, changes, run),
      what: ' changes',
      listsErrors: true,
      print,
      async atEnd({ count }, left) {
        if (left) return;
        const undo = await session.inWords({ code: 'undo-run', data: { run: run.id, leaving: 0 } });
        await session.out.done(`done: ${counted(count('done'), 'request')}; ${undo}`);
      },
    },
    flags,
  );
}

async function showRows(
  session: Session,
  changes: readonly Change[],
  statusOf: (place: number) => string,
): Promise<void> {
  const rows = changes.map((change, place) => resultRow(change, statusOf(place), undefined));
  await session.out.list([rows], viewOf(changes));
}

function resultRow(change: Change, status: string, result: WorkResult | undefined) {
  const { action, kind, name, ref } = change;
  const id = result?.id ?? Object.values(ref).at(-1);
  return {
    action,
    kind,
    id: typeof id === 'string' ? id : null,
    name,
    fields: changedFields(change),
    status,
    error: result?.error ?? null,
  };
}

function viewOf(changes: readonly Change[]) {
  return withSamples(changeResultView, [
    { name: longest(changes.map(({ name }) => name)), kind: 'section-grouping' },
  ]);
}
