import { check } from '../api/contract/check.ts';
import { mask } from '../api/redact/secret-forms.ts';
import { type Change, mapMade } from '../domain/change.ts';
import { LocalStateError } from '../errors.ts';
import { isKnownKind } from '../model/effects/restoring.ts';
import { operationsById } from '../model/operations.ts';
import { mapFileTexts } from './file-texts.ts';
import type { Attempt, JournalContent } from './journal/journal.ts';
import type { Run } from './run/run.ts';

/** Throws `LocalStateError` if the journal of a run names what this tool cannot have recorded. */
export function assertKnown({ journal }: Run, { header: { work }, tasks, before }: JournalContent): void {
  const attempts = [...tasks.values()].flatMap((history) => history.attempts);
  const states = [
    ...[...before.values()].flat(),
    ...attempts.flatMap((attempt) => [...(attempt.before ?? []), ...(attempt.after ?? [])]),
  ];
  const changes = work.kind === 'changes' ? work.changes : [];
  const named = work.kind === 'changes' && !work.isRecorded ? [...states, ...changes] : states;
  if (
    changes.every(fitsOperation) &&
    attempts.every(fitsSent) &&
    named.every(({ kind }) => isKnownKind(kind))
  )
    return;
  throw damagedJournal(journal);
}

/** Returns the error for a journal with lines that no run can have written. */
function damagedJournal(journal: string): LocalStateError {
  return new LocalStateError(`${journal} is damaged; nothing was sent`, {
    hint: { code: 'start-rest', data: {} },
  });
}

/** Stands for a text that is known when the request is sent. */
const later = 'known later';

function fitsOperation({ operation, input: { body } }: Change): boolean {
  const op = operationsById.get(operation);
  if (!op?.body) return op !== undefined;
  const withIds = mapMade(body ?? {}, () => later);
  const sent = mapFileTexts(withIds, () => later);
  return check(op.body, sent).problems.every(({ value }) => value === later);
}

/** Secrets and long texts are not in a journal as they were sent. */
function fitsSent({ operation, sent }: Attempt): boolean {
  const body = operationsById.get(operation)?.body;
  if (!body || sent === undefined) return true;
  return check(body, sent).problems.every(({ value }) => isReplaced(value));
}

const isReplaced = (value: unknown) =>
  typeof value === 'string' && (value.includes(mask) || value.endsWith('…'));
