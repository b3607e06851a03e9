import { kept } from '../../text/kept.ts';

/** One piece of bulk work. */
export interface Task {
  /** The keys of what it changes: tasks with a common key run one after the other, in their order. */
  readonly keys: readonly string[];
  /** The indexes of earlier tasks that must be done before. If one of them is not done, this task is left out. */
  readonly requires: readonly number[];
  /** Resolves with whether it is done. Never rejects. */
  run(): Promise<boolean>;
  /** Called instead of `run` if a task that it requires, the one with this index, has ended without being done. */
  leaveOut(required: number): void;
}

export interface SchedulerOptions {
  /** Returns how many tasks may run at once; called again whenever one has ended. */
  readonly limit: () => number;
  /** After this aborts, no task begins. */
  readonly stop: AbortSignal;
}

/** Runs tasks in their order, several at once. Resolves when all tasks that have begun have ended. */
export async function runTasks(tasks: readonly Task[], { limit, stop }: SchedulerOptions): Promise<void> {
  const queue = createQueue(tasks);
  let running = 0;
  await new Promise<void>((resolve) => {
    function begin(index: number): void {
      const task = tasks[index] as Task;
      const lacking = queue.lackOf(index);
      if (lacking !== undefined) {
        task.leaveOut(lacking);
        queue.end(index, false);
        return;
      }
      running++;
      void task.run().then((isDone) => {
        running--;
        queue.end(index, isDone);
        pump();
      });
    }
    function pump(): void {
      while (!stop.aborted && running < limit()) {
        const index = queue.take();
        if (index === undefined) break;
        begin(index);
      }
      if (running === 0) resolve();
    }
    pump();
  });
}

/** Tasks by their index, in the order in which they may begin. */
interface Queue {
  /** Returns the next task that waits for no other one. Tasks that had to wait come before new ones. */
  take(): number | undefined;
  /** Returns the first task that it requires and that has ended without being done; `undefined` for none. */
  lackOf(index: number): number | undefined;
  /** Releases the tasks that wait for a task that has ended. */
  end(index: number, isDone: boolean): void;
}

function createQueue(tasks: readonly Task[]): Queue {
  const { waits, followers } = orderOf(tasks);
  const lacking = new Map<number, number>();
  const freed: number[] = [];
  let next = 0;
  return {
    take() {
      if (freed.length > 0) return freed.shift();
      while (next < tasks.length) {
        const index = next++;
        if (waits[index] === 0) return index;
      }
      return undefined;
    },
    lackOf: (index) => lacking.get(index),
    end(index, isDone) {
      for (const follower of followers.get(index) ?? []) {
        if (!isDone && tasks[follower]?.requires.includes(index)) kept(lacking, follower, () => index);
        const left = (waits[follower] ?? 0) - 1;
        waits[follower] = left;
        if (left === 0 && follower < next) freed.push(follower);
      }
      followers.delete(index);
    },
  };
}

/**
 * Counts for each task how many others it waits for, and lists those that wait for it. Throws an `Error` for a task
 * that requires a later one.
 */
function orderOf(tasks: readonly Task[]) {
  const waits: number[] = [];
  const followers = new Map<number, number[]>();
  const last = new Map<string, number>();
  for (const [index, { keys, requires }] of tasks.entries()) {
    if (requires.some((required) => required >= index)) throw new Error('a task requires a later one');
    const earlier = new Set(requires);
    for (const key of keys) {
      const holder = last.get(key) ?? index;
      if (holder < index) earlier.add(holder);
      last.set(key, index);
    }
    waits.push(earlier.size);
    for (const one of earlier) kept(followers, one, () => []).push(index);
  }
  return { waits, followers };
}
