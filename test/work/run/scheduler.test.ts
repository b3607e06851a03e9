import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runTasks, type Task } from '../../../src/work/run/scheduler.ts';

/** A task as a property draws it: its keys, the earlier tasks that it requires, how long it runs, and whether it works. */
interface Drawn {
  readonly keys: readonly string[];
  readonly requires: readonly number[];
  readonly turns: number;
  readonly works: boolean;
}

const drawnTasks: fc.Arbitrary<Drawn[]> = fc
  .array(
    fc.record({
      keys: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
      steps: fc.array(fc.nat(), { maxLength: 3 }),
      turns: fc.nat({ max: 4 }),
      works: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((tasks) =>
    tasks.map(({ steps, ...task }, index) => ({
      ...task,
      requires: index === 0 ? [] : steps.map((step) => step % index),
    })),
  );

/** The events in order: `begin`, `end` and `left out`, each with the index of the task. */
interface Happening {
  readonly what: 'begin' | 'end' | 'left out';
  readonly index: number;
}

async function happenings(drawn: readonly Drawn[], limit = 3, stop = new AbortController().signal) {
  const seen: Happening[] = [];
  const tasks = drawn.map(
    ({ keys, requires, turns, works }, index): Task => ({
      keys,
      requires,
      async run() {
        seen.push({ what: 'begin', index });
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        seen.push({ what: 'end', index });
        return works;
      },
      leaveOut: () => void seen.push({ what: 'left out', index }),
    }),
  );
  await runTasks(tasks, { limit: () => limit, stop });
  return seen;
}

/** The indexes of the tasks that were under way whenever a task had begun. */
function underWay(seen: readonly Happening[]): number[][] {
  const running = new Set<number>();
  return seen.flatMap(({ what, index }) => {
    if (what === 'end') running.delete(index);
    if (what !== 'begin') return [];
    running.add(index);
    return [[...running]];
  });
}

function indexesOf(seen: readonly Happening[], wanted: Happening['what']): number[] {
  return seen.flatMap(({ what, index }) => (what === wanted ? [index] : []));
}

test('each task either runs once or is left out once', async () => {
  await fc.assert(
    fc.asyncProperty(drawnTasks, fc.integer({ min: 1, max: 4 }), async (drawn, limit) => {
      const seen = await happenings(drawn, limit);
      const all = [...indexesOf(seen, 'begin'), ...indexesOf(seen, 'left out')];
      expect(all.toSorted((one, other) => one - other)).toEqual([...drawn.keys()]);
      expect(indexesOf(seen, 'end').toSorted()).toEqual(indexesOf(seen, 'begin').toSorted());
    }),
  );
});

test('tasks with a common key never overlap, and run in their order', async () => {
  await fc.assert(
    fc.asyncProperty(drawnTasks, async (drawn) => {
      const seen = await happenings(drawn);
      for (const running of underWay(seen)) {
        const keys = running.flatMap((index) => [...new Set(drawn[index]?.keys)]);
        expect(new Set(keys).size).toBe(keys.length);
      }
      for (const key of ['a', 'b', 'c']) {
        const begun = indexesOf(seen, 'begin').filter((index) => drawn[index]?.keys.includes(key));
        expect(begun).toEqual(begun.toSorted((one, other) => one - other));
      }
    }),
  );
});

test('a task runs after all that it requires is done, and is left out exactly where something of it is not', async () => {
  await fc.assert(
    fc.asyncProperty(drawnTasks, async (drawn) => {
      const seen = await happenings(drawn);
      const done = new Set<number>();
      for (const { what, index } of seen) {
        const { requires = [], works = false } = drawn[index] ?? {};
        if (what === 'begin') expect(requires.every((one) => done.has(one))).toBe(true);
        if (what === 'end' && works) done.add(index);
      }
      const isDone: boolean[] = [];
      for (const { requires, works } of drawn)
        isDone.push(works && requires.every((required) => isDone[required]));
      expect([...isDone.keys()].filter((index) => isDone[index])).toEqual(
        [...done].toSorted((one, other) => one - other),
      );
      const leftOut = drawn.flatMap(({ requires }, index) =>
        requires.every((required) => isDone[required]) ? [] : [index],
      );
      expect(indexesOf(seen, 'left out').toSorted((one, other) => one - other)).toEqual(leftOut);
    }),
  );
});

test('no more tasks run at once than the limit allows', async () => {
  await fc.assert(
    fc.asyncProperty(drawnTasks, fc.integer({ min: 1, max: 4 }), async (drawn, limit) => {
      for (const running of underWay(await happenings(drawn, limit)))
        expect(running.length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('tasks that wait for nothing begin in their order', async () => {
  const free = fc.array(
    fc.record({
      keys: fc.constant([]),
      requires: fc.constant([]),
      turns: fc.nat({ max: 4 }),
      works: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(free, fc.integer({ min: 1, max: 4 }), async (drawn, limit) => {
      expect(indexesOf(await happenings(drawn, limit), 'begin')).toEqual([...drawn.keys()]);
    }),
  );
});

test('after a stop nothing begins and nothing is left out', async () => {
  const stopping = new AbortController();
  const seen: string[] = [];
  const task = (name: string, requires: number[], isDone: boolean): Task => ({
    keys: [],
    requires,
    async run() {
      seen.push(name);
      if (!isDone) stopping.abort();
      return isDone;
    },
    leaveOut: () => void seen.push(`${name} left out`),
  });
  const tasks = [
    task('first', [], true),
    task('second', [0], false),
    task('third', [1], true),
    task('fourth', [], true),
  ];
  await runTasks(tasks, { limit: () => 1, stop: stopping.signal });
  expect(seen).toEqual(['first', 'second']);
});

test('a limit that grows or falls counts for the next tasks', async () => {
  let limit = 2;
  let running = 0;
  const atOnce: number[] = [];
  const tasks = Array.from(
    { length: 6 },
    (_, index): Task => ({
      keys: [],
      requires: [],
      async run() {
        atOnce.push(++running);
        await Promise.resolve();
        running--;
        if (index === 1) limit = 1;
        return true;
      },
      leaveOut: () => {},
    }),
  );
  await runTasks(tasks, { limit: () => limit, stop: new AbortController().signal });
  expect(atOnce.slice(0, 2)).toEqual([1, 2]);
  expect(Math.max(...atOnce.slice(3))).toBe(1);
});

test('a task cannot require itself or a later one', async () => {
  const task = (requires: number[]): Task => ({
    keys: [],
    requires,
    run: async () => true,
    leaveOut: () => {},
  });
  const options = { limit: () => 1, stop: new AbortController().signal };
  await expect(runTasks([task([0])], options)).rejects.toThrow('a task requires a later one');
  await expect(runTasks([task([1]), task([])], options)).rejects.toThrow('a task requires a later one');
});
