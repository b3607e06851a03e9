import { mask } from '../../api/redact/secret-forms.ts';
import { type Found, findBack } from '../../model/effects/making.ts';
import { operationsById } from '../../model/operations.ts';
import { type Attempt, isOpen, type JournalContent, type TaskHistory } from '../journal/journal.ts';
import { perhapsDone } from '../journal/journaled-client.ts';
import { assertOwnRun } from '../run/place.ts';
import { stillUnderWay } from '../run/run.ts';
import { bulkClient, type Session } from '../run/session.ts';

/**
 * Returns the records of a single command with the outcomes that they lack, as far as the service shows them now. What it
 * cannot show, or may still carry out, stays unclear, also where the session is for another place. Only reads.
 */
export async function settledRecords(session: Session, content: JournalContent): Promise<JournalContent> {
  if (![...content.tasks.values()].some(({ calls }) => [...calls.values()].some(isOpen))) return content;
  try {
    await assertOwnRun(session, `run ${content.header.id}`, content.header);
  } catch {
    return content;
  }
  const tasks = new Map<number, TaskHistory>();
  for (const [task, history] of content.tasks) tasks.set(task, await settledTask(session, task, history));
  return { ...content, tasks };
}

async function settledTask(session: Session, task: number, history: TaskHistory): Promise<TaskHistory> {
  const attempts: Attempt[] = [];
  const calls = new Map(history.calls);
  let error: string | undefined;
  for (const attempt of history.attempts) {
    const found = isOpen(attempt.state) ? await askedFor(session, attempt, history) : attempt;
    if ('error' in found) error = found.error;
    attempts.push({ ...attempt, state: found.state });
    calls.set(attempt.call, found.state);
  }
  const { end, ...rest } = history;
  if (error !== undefined)
    return {
      ...rest,
      attempts,
      calls,
      end: { type: 'task', task, name: '', state: 'unknown', exitCode: 10, error },
    };
  return { ...rest, attempts, calls, ...(end && end.state !== 'unknown' && { end }) };
}

/** Returns the state of a request without an outcome, and why it is not known. */
async function askedFor(
  session: Session,
  attempt: Attempt,
  history: TaskHistory,
): Promise<{ state: Attempt['state']; error?: string }> {
  const { operation, params, sent, state } = attempt;
  const op = operationsById.get(operation);
  const known = new Set(history.attempts.flatMap(({ id }) => id ?? []));
  const found: Found =
    !op || lacksText(sent)
      ? { state: 'cannot-tell' }
      : await findBack(bulkClient(session), { op, input: { params, body: sent } }, { lists: true, known });
  if (found.state === 'shows') return { state: 'done' };
  if (found.state === 'cannot-tell')
    return { state, error: `it is not known whether it ${perhapsDone(found)}` };
  const isUnderWay = stillUnderWay(attempt, session.system.clock.now()) > 0;
  return isUnderWay ? { state, error: 'it may still be carried out' } : { state: 'not-attempted' };
}

/** Returns whether a secret or the end of a long text is missing in a record, so that it cannot be compared. */
function lacksText(sent: unknown): boolean {
  const text = JSON.stringify(sent ?? null);
  return text.includes(mask) || text.includes('…');
}
