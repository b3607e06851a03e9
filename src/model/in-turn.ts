export type Task = () => Promise<void>;

/** Tasks that may add further tasks. */
export interface Tasks {
  /** Adds a task behind the waiting ones. */
  add(task: Task): void;
  /** Whether a task has failed, so that running tasks should end. */
  readonly failed: boolean;
}

/**
 * Runs tasks in their order, at most `limit` at once. Resolves when none is left. Rejects with the first failure; after
 * it, no further task starts.
 */
export function inTurn(limit: number, begin: (tasks: Tasks) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting: Task[] = [];
    let running = 0;
    const tasks = {
      failed: false,
      add(task: Task) {
        waiting.push(task);
        if (running < limit) startNext();
      },
    };
    const startNext = () => {
      const task = tasks.failed ? undefined : waiting.shift();
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
