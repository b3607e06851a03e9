import { kept } from '../../text/kept.ts';

export type TurnTask = () => Promise<void>;

/** Tasks that may add further tasks. */
export interface Tasks {
  /** Adds a task behind the waiting ones of its group. */
  add(group: string, task: TurnTask): void;
  /** Whether a task has failed, so that running tasks should end. */
  readonly failed: boolean;
}

/**
 * Runs tasks, at most `limit` at once. The groups take turns, and each keeps its order: tasks of one group are often
 * alike, and a mixture of long and short answers leaves the processor and the network less idle than one kind after the
 * other. Resolves when no task is left. Rejects with the first failure; after it, no further task starts.
 */
export function inTurn(limit: number, begin: (tasks: Tasks) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    /** The group whose turn is next is first; a group without waiting tasks is not here. */
    const groups = new Map<string, TurnTask[]>();
    let running = 0;
    const tasks = {
      failed: false,
      add(group: string, task: TurnTask) {
        kept(groups, group, () => []).push(task);
        if (running < limit) startNext();
      },
    };
    const takeNext = (): TurnTask | undefined => {
      for (const [group, waiting] of groups) {
        groups.delete(group);
        const task = waiting.shift();
        if (waiting.length > 0) groups.set(group, waiting);
        return task;
      }
      return undefined;
    };
    const startNext = () => {
      const task = tasks.failed ? undefined : takeNext();
      if (task) {
        running += 1;
        task().then(ended, fail);
      } else if (running === 0) resolve();
    };
    const ended = () => {
      running -= 1;
      startNext();
    };
    const fail = (error: unknown) => {
      tasks.failed = true;
      reject(error);
    };
    begin(tasks);
    if (running === 0) resolve();
  });
}
