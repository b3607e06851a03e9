import { paramNames } from '../../api/client/request.ts';
import { effectOf } from '../../api/contract/effect.ts';
import { type Change, differences, type FieldDifference } from '../../domain/change.ts';
import { innermostId } from '../../model/effects/facts.ts';
import { touches } from '../../model/effects/things.ts';
import { operationsById } from '../../model/operations.ts';
import type { Attempt, JournalContent, TaskHistory } from '../journal/journal.ts';
import { tieAction } from '../plan-document.ts';
import { requestSteps, tieOf } from '../undo/changed-things.ts';

/** What a request has done to one thing. */
export interface RecordedChange extends Pick<Change, 'action' | 'kind' | 'name'> {
  readonly id: string | null;
  readonly fields: readonly FieldDifference[];
  readonly state: Attempt['state'];
}

/** Returns what the requests of a run have changed, from its records: each thing by name, with its fields. */
export function recordedChanges({ tasks }: Pick<JournalContent, 'tasks'>): RecordedChange[] {
  return [...tasks]
    .sort(([one], [other]) => one - other)
    .flatMap(([, history]) => lastAttempts(history))
    .flatMap(changesOf);
}

function lastAttempts({ attempts }: TaskHistory): Attempt[] {
  const last = new Map(attempts.map((attempt) => [attempt.call, attempt]));
  return [...last.values()];
}

function changesOf(attempt: Attempt): RecordedChange[] {
  const { operation, params, sent, state, before, after, id } = attempt;
  const op = operationsById.get(operation);
  if (!op) return [{ action: 'update', kind: 'address', name: operation, id: null, fields: [], state }];
  const request = { op, input: { params, body: sent }, isDone: state === 'done', before, after, id };
  const own = requestSteps(request).steps.filter(({ step }) => step.cause === undefined);
  const changes = own.map(({ kind, ids, step }): RecordedChange => {
    const value = step.before?.value ?? null;
    const tie = tieOf({ kind });
    const ofThing = step.makes ? 'create' : step.after === null ? 'delete' : 'update';
    // What it was before may not be known.
    const was = step.makes ? null : (step.before ?? { value: {} }).value;
    const action = tie ? tieAction(tie, was, step.after) : ofThing;
    const fields = differences(value, step.after).filter(({ field }) =>
      tie ? field === tie.field : step.after && !step.makes && Object.hasOwn(step.after, field),
    );
    return {
      action,
      kind,
      name: step.before?.name ?? titleIn(step.after) ?? titleIn(value) ?? innermostId(ids),
      id: innermostId(ids) || null,
      fields,
      state,
    };
  });
  if (changes.length > 0) return changes;
  const thing = params[paramNames(op.path).findLast((name) => name !== 'org') ?? ''] ?? null;
  const action = effectOf(op) === 'read' ? 'update' : (effectOf(op) as RecordedChange['action']);
  // What a request without an answer has made has no id.
  const [made] = touches(op, request.input);
  const title = made?.change === 'make' ? titleIn(made.sets) : undefined;
  if (made && title !== undefined)
    return [{ action, kind: made.kind, name: title, id: null, fields: [], state }];
  const [noun = '', ...verb] = op.id.split('.');
  return [
    { action, kind: noun, name: [...verb, thing ?? ''].join(' ').trim(), id: thing, fields: [], state },
  ];
}

function titleIn(fields: Readonly<Record<string, unknown>> | null | undefined): string | undefined {
  const title = fields?.title ?? fields?.label;
  return typeof title === 'string' ? title : undefined;
}
