import { LocalStateError, Unfinished, UsageError } from '../errors.ts';
import { isStdin } from '../inputs.ts';
import { version } from '../version.ts';
import type { HistoryEntry } from '../work/history/entries.ts';
import type { JournalContent } from '../work/journal/journal.ts';
import type { RunHeader } from '../work/journal/journal-schema.ts';
import type { BulkFlags } from '../work/run/execute.ts';
import { assertSameInput } from '../work/run/input-file.ts';
import { assertOwnRun, isSameMajor } from '../work/run/place.ts';
import { markUndone, type Run, reopenRun } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import type { Lines } from './lines.ts';
import { assertSameGitUrl } from './row-inputs.ts';

/**
 * Executes the rest of a run. `lines` runs the commands of rows, for a run that has some. Throws `UsageError` if the
 * input, the organization or the address is not the same, `OutOfDate` if another user has made what the run was to make,
 * and `LocalStateError` if another process works on it.
 */
export async function resumeRun(
  session: Session,
  lines: () => Promise<Lines>,
  name: string,
  flags: BulkFlags,
): Promise<void> {
  const { findSingle } = await import('../work/history/single.ts');
  const single = await findSingle(session, name);
  if (single) return resumeSingle(session, single);
  const { run, content, leftBy } = await reopenRun(session, name);
  try {
    await assertFits(session, name, content);
    if (content.undone)
      throw new UsageError(`run ${name} has been undone by run ${content.undone.by} and cannot be resumed`, {
        hint: { code: 'start-rest', data: {} },
      });
    if (content.end?.exitCode === 0) return await session.out.done(`run ${name} is finished: nothing to do`);
    const { assertKnown } = await import('../work/known-changes.ts');
    assertKnown(run, content);
    // A dry run changes nothing.
    if (!session.dryRun) await session.beforeChange();
    const { undoes } = content.header;
    const goingOn = () => goOn(session, lines, { run, leftBy }, content.header, flags);
    await (undoes === undefined ? goingOn() : whileUndoing(session, run, undoes, goingOn));
  } finally {
    await run.close();
  }
}

/** Asks the service for the outcomes that the records of a single command lack; its requests are not sent again. */
async function resumeSingle(session: Session, entry: HistoryEntry): Promise<void> {
  const { settleSingle } = await import('../work/history/single.ts');
  const { run, content } = await settleSingle(session, entry);
  await run.close();
  const histories = [...content.tasks.values()];
  const error = histories.find(({ end }) => end?.state === 'unknown')?.end?.error;
  if (error !== undefined)
    throw new Unfinished(`run ${entry.id}: ${error}`, {
      kind: 'outcome-unknown',
      hint: { code: 'look-and-repeat', data: { run: entry.id } },
    });
  const states = histories.flatMap(({ calls }) => [...calls.values()]);
  const isDone = states.every((state) => state === 'done');
  await session.out.done(
    isDone
      ? `run ${entry.id} is finished: nothing to do`
      : `run ${entry.id} did not take effect, or was refused: run its command again`,
  );
}

/** Keeps other processes from the run that `run` undoes, and makes sure that its journal records the undo. */
async function whileUndoing(
  session: Session,
  run: Run,
  journal: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!session.system.journals.exists(journal)) return work();
  const { run: other, content } = await reopenRun(session, journal);
  try {
    if (!content.undone && !session.dryRun) await markUndone(session, other, run);
    await work();
  } finally {
    await other.close();
  }
}

async function goOn(
  session: Session,
  lines: () => Promise<Lines>,
  { run, leftBy }: { readonly run: Run; readonly leftBy: string | undefined },
  { work }: RunHeader,
  flags: BulkFlags,
): Promise<void> {
  if (work.kind === 'changes') {
    // Standard input cannot be read again, but the changes contain all of it.
    if (work.input && !isStdin(work.input.path)) await assertSameInput(session, work.input);
    const { resumeChanges } = await import('../work/resume-changes.ts');
    return resumeChanges(session, { run, work, leftBy }, flags);
  }
  if (work.kind === 'single') throw new Error('a single command has no journal of its own');
  const { template, isRedacted, surroundings, source, shard } = work;
  if (isRedacted) {
    const reason = 'its command contained a secret, which a journal does not store';
    throw new LocalStateError(`cannot resume run ${run.id}: ${reason}`, {
      hint: { code: 'repeat-command', data: {} },
    });
  }
  assertSameGitUrl(session, work);
  session.scope.supply(surroundings);
  const earlier = { run, inputs: work };
  if (source.from === 'ids') {
    const { runForIds } = await import('./several.ts');
    return runForIds(session, await lines(), template, source.ids, { ...flags, undo: !work.noUndo }, earlier);
  }
  if (source.from === 'lines') {
    const { runCommandLines } = await import('./command-lines.ts');
    return runCommandLines(session, await lines(), source.lines, earlier);
  }
  const { runBatch } = await import('./batch.ts');
  const { path, sha256 } = source.input;
  return runBatch(
    session,
    await lines(),
    template,
    { path, sha256 },
    { ...flags, shard, undo: !work.noUndo },
    earlier,
  );
}

async function assertFits(session: Session, name: string, { header }: JournalContent): Promise<void> {
  await assertOwnRun(session, `run ${name}`, header);
  if (isSameMajor(header.tool)) return;
  throw new UsageError(
    `run ${name} was started with version ${header.tool} of docs-admin; this is version ${version}`,
    {
      hint: { code: 'use-version', data: { version: header.tool.split('.')[0] ?? header.tool } },
    },
  );
}
