import type { Attempt } from './journal.ts';
import type { OpenBetween, RunWork, TaskState } from './journal-schema.ts';

/**
 * Returns what a run has opened, and has not narrowed again as it was to do; also where it is not known whether it has. `stateOf`
 * returns the state of a task.
 */
export function openNow(
  work: RunWork,
  stateOf: (task: number) => Attempt['state'] | TaskState | undefined,
): OpenBetween['opens'][] {
  const isIn = (task: number, states: readonly (string | undefined)[]) => states.includes(stateOf(task));
  const { openBetween = [] } = work.kind === 'changes' ? work : {};
  return openBetween.flatMap(({ from, until, opens }) =>
    isIn(from, ['done', 'open', 'unknown']) && !isIn(until, ['done', 'unchanged']) ? [opens] : [],
  );
}
