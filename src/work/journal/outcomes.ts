import { OutcomeUnknown, RequestFailure, ServiceError, Unreachable } from '../../api/client/errors.ts';
import { isRepeatable } from '../../api/client/retry.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { DocsAdminError } from '../../errors.ts';
import type { TaskState } from './journal-schema.ts';

/** A request was cut off because it took too long after the work had been stopped. */
export class CutOff extends DocsAdminError {
  constructor() {
    super('outcome-unknown', 'cut off while it was under way: outcome unknown');
  }
}

/** Returns the state of a task whose request failed with `error`. */
export function stateAfter(error: unknown): TaskState {
  return error instanceof OutcomeUnknown || error instanceof CutOff ? 'unknown' : 'failed';
}

/** Returns whether a change that failed may have taken effect, and only the service can tell. */
export function mayHaveActed(error: unknown, op: Operation): boolean {
  if (error instanceof RequestFailure && error.kind === 'interrupted') return true;
  if (!isRepeatable(op)) return false;
  return (
    error instanceof Unreachable ||
    error instanceof CutOff ||
    (error instanceof ServiceError && error.status >= 500)
  );
}

export function answeredId(answer: unknown): string | undefined {
  const id = (answer as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? id : undefined;
}
