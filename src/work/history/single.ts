import { LocalStateError, UsageError } from '../../errors.ts';
import type { JournalContent } from '../journal/journal.ts';
import { journalExtension } from '../journal/journal-path.ts';
import { keep } from '../journal/keep.ts';
import { assertOwnRun } from '../run/place.ts';
import { openRun, type Run, untilSettled } from '../run/run.ts';
import type { JournalPorts, Session } from '../run/session.ts';
import { type HistoryEntry, readHistory } from './entries.ts';

/**
 * Finds a single command by its id; `undefined` if none has it, or a run of several has. Throws `LocalStateError` if it may be in what
 * cannot be read.
 */
export async function findSingle(session: JournalPorts, id: string): Promise<HistoryEntry | undefined> {
  const { journals } = session.system;
  if (!/^\d{8}T\d{6}-[0-9a-f]{6}$/.test(id)) return undefined;
  if (journals.list().some((path) => path.endsWith(`${id}${journalExtension}`))) return undefined;
  const find = (entries: readonly HistoryEntry[]) => entries.find((entry) => entry.id === id);
  const { entries, broken } = await readHistory(session, id);
  // A file may have got another name.
  const entry = find(entries) ?? find((await readHistory(session)).entries);
  const [damage] = broken;
  if (!entry && damage)
    throw new LocalStateError(`cannot find run ${id}: ${damage.problem}`, {
      hint: { code: 'list-runs', data: {} },
    });
  return entry;
}

/**
 * Opens a single command to undo it, as a run: what is written is added to its records. Throws `LocalStateError` if another
 * process undoes it.
 */
async function openSingle(session: JournalPorts, { id, content }: HistoryEntry): Promise<Run> {
  const { release } = await session.system.journals.lock(id, {
    what: `run ${id}`,
    wait: 0,
    onWait: async () => {},
  });
  return openRun(session, {
    ...content,
    ...{ id, journal: id, close: release },
    async add(record) {
      const problem = await keep(session, { run: id, records: [record] }, { isDurable: true });
      if (problem !== undefined) throw new UsageError(`${problem}; nothing was sent`);
    },
  });
}

/**
 * Opens a single command to undo or resume it, asks the service for the outcomes that its records lack, and adds those. Waits until it
 * carries out none of the others any more; a dry run does not. Throws `UsageError` for another place, and as `openSingle` does.
 */
export async function settleSingle(
  session: Session,
  entry: HistoryEntry,
): Promise<{ readonly run: Run; readonly content: JournalContent }> {
  await assertOwnRun(session, `run ${entry.id}`, entry.content.header);
  const run = await openSingle(session, entry);
  try {
    return { run, content: await settle(session, run, entry) };
  } catch (error) {
    await run.close();
    throw error;
  }
}

async function settle(
  session: Session,
  run: Run,
  { content: earlier }: HistoryEntry,
): Promise<JournalContent> {
  const { settledRecords } = await import('./settled.ts');
  let content = await settledRecords(session, earlier);
  if (!session.dryRun && (await untilSettled(session, content)))
    content = await settledRecords(session, content);
  for (const [task, { attempts }] of session.dryRun ? [] : content.tasks)
    for (const { call, state } of attempts)
      if (state !== 'open' && earlier.tasks.get(task)?.calls.get(call) !== state)
        await run.write({ type: 'outcome', task, call, state });
  return content;
}
