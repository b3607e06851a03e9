/** One piece of bulk work. */
export interface Task {
  /** The resource that it changes: tasks with the same one run one after another, in order. */
  readonly resource: string | undefined;
  /** Never rejects: what went wrong is for `afterEach`. */
  run(): Promise<void>;
}

export interface EngineOptions {
  /** How many tasks may run at once; asked again whenever one has ended. */
  readonly limit: () => number;
  /** No task begins any more once this has aborted. */
  readonly stop: AbortSignal;
}

/** Runs tasks in their order, several at once. Resolves when all have ended that have begun. */
export async function runTasks(tasks: readonly Task[], { limit, stop }: EngineOptions): Promise<void> {
  const queue = createQueue(tasks);
  let running = 0;
  await new Promise<void>((resolve) => {
    function pump(): void {
      while (!stop.aborted && running < limit()) {
        const task = queue.take();
        if (!task) break;
        running++;
        task.run().finally(() => {
          running--;
          queue.release(task);
          pump();
        });
      }
      if (running === 0) resolve();
    }
    pump();
  });
}

interface Queue {
  /** The next task whose resource is free; it is taken with it. */
  take(): Task | undefined;
  /** Frees the resource of a task that has ended. */
  release(task: Task): void;
}

function createQueue(tasks: readonly Task[]): Queue {
  let next = 0;
  /** By resource, what waits for the task that has it. */
  const held = new Map<string, Task[]>();
  const ready: Task[] = [];
  return {
    take() {
      const freed = ready.shift();
      if (freed) return freed;
      while (next < tasks.length) {
        const task = tasks[next++] as Task;
        if (task.resource === undefined) return task;
        const waiting = held.get(task.resource);
        if (!waiting) {
          held.set(task.resource, []);
          return task;
        }
        waiting.push(task);
      }
      return undefined;
    },
    release({ resource }) {
      if (resource === undefined) return;
      const follower = held.get(resource)?.shift();
      if (follower) ready.push(follower);
      else held.delete(resource);
    },
  };
}
