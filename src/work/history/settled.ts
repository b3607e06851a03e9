import { mask } from '../../api/redact/secret-forms.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import { operationsById } from '../../model/operations.ts';
import { type Attempt, isOpen, type JournalContent, type TaskHistory } from '../journal/journal.ts';
import { assertSamePlace } from '../run/place.ts';
import { bulkClient, type Session } from '../run/session.ts';

/**
 * Returns the records of a single command with the outcomes that they lack, as far as the service shows them now. What it
 * cannot show stays unclear, also where the session is for another place. Only reads.
 */
export async function settledRecords(session: Session, content: JournalContent): Promise<JournalContent> {
  if (![...content.tasks.values()].some(({ calls }) => [...calls.values()].some(isOpen))) return content;
  try {
    assertSamePlace(session, `run ${content.header.id}`, content.header);
  } catch {
    return content;
  }
  const tasks = new Map<number, TaskHistory>();
  for (const [task, history] of content.tasks) tasks.set(task, await settledTask(session, history));
  return { ...content, tasks };
}

async function settledTask(session: Session, history: TaskHistory): Promise<TaskHistory> {
  const attempts: Attempt[] = [];
  const calls = new Map(history.calls);
  for (const attempt of history.attempts) {
    const state = isOpen(attempt.state) ? await askedFor(session, attempt) : attempt.state;
    attempts.push({ ...attempt, state });
    calls.set(attempt.call, state);
  }
  const { end, ...rest } = history;
  const isAnswered = end?.state === 'unknown' && ![...calls.values()].some(isOpen);
  return { ...rest, attempts, calls, ...(end && !isAnswered && { end }) };
}

async function askedFor(session: Session, attempt: Attempt): Promise<Attempt['state']> {
  const { operation, params, sent, state } = attempt;
  const op = operationsById.get(operation);
  if (!op || lacksText(sent)) return state;
  const request: ChangingRequest = { op, input: { params, body: sent } };
  const { readBack } = await import('../../model/effects/shows.ts');
  const found = await readBack(bulkClient(session), request, { lists: true });
  if (found.state === 'shows') return 'done';
  return found.state === 'does-not-show' ? 'not-attempted' : state;
}

/** Returns whether a secret or the end of a long text is missing in a record, so that it cannot be compared. */
function lacksText(sent: unknown): boolean {
  const text = JSON.stringify(sent ?? null);
  return text.includes(mask) || text.includes('…');
}
