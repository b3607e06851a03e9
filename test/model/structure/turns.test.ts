import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns, temporaryNames } from '../../../src/model/structure/turns.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

interface Request {
  readonly thing: string;
  /** The name that the thing gets; `undefined` if it is deleted. */
  readonly name: string | undefined;
  readonly requires: readonly number[];
}

/** Gives things other names, by taking turns in this order. */
function renamed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string | undefined>) {
  const requests: Request[] = [];
  const temporaryName = temporaryNames([
    ...before.values(),
    ...[...after.values()].filter((name) => name !== undefined),
  ]);
  const add = (request: Request) => requests.push(request) - 1;
  const turns = createTurns<string>({
    holderOf: (name) => [...after.keys()].find((thing) => before.get(thing) === name),
    nextOf: (thing) => after.get(thing),
    giveUp: (thing, requires) => add({ thing, name: after.get(thing), requires }),
    stepAside: (thing) => add({ thing, name: temporaryName(before.get(thing) as string), requires: [] }),
  });
  for (const thing of after.keys()) turns.take(thing);
  return requests;
}

/** Things `0`, `1`, ... with different names, and the names that some of them get; or they are deleted. */
const changes = fc
  .tuple(
    fc.shuffledSubarray(names),
    fc.shuffledSubarray(names, { minLength: 6 }),
    fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
  )
  .map(([present, wanted, kinds]) => {
    const before = new Map(present.map((name, at) => [String(at), name]));
    const kept = new Set(present.filter((_, at) => kinds[at] === 0));
    const free = wanted.filter((name) => !kept.has(name));
    const after = new Map(
      present.flatMap((name, at): [string, string | undefined][] => {
        if (kinds[at] === 0) return [];
        const next = kinds[at] === 1 ? undefined : free.pop();
        return next === name ? [] : [[String(at), next]];
      }),
    );
    // A name that a thing keeps after all is given to no other one.
    const staying = present.filter((_, at) => !after.has(String(at)));
    return {
      before,
      after,
      isClear: [...after.values()].every((name) => name === undefined || !staying.includes(name)),
    };
  })
  .filter(({ isClear }) => isClear);

/** Returns the requests in the order that is most unlike the one in which they were made. */
function asLateAsPossible(requests: readonly Request[]): Request[] {
  const waiting = new Map(requests.entries());
  const isReady = ([, { requires }]: [number, Request]) => !requires.some((earlier) => waiting.has(earlier));
  return requests.map(() => {
    const [number, request] = [...waiting].findLast(isReady) as [number, Request];
    waiting.delete(number);
    return request;
  });
}

test.each([
  ['as they are made', (requests: Request[]) => requests],
  ['each as soon as it may', asLateAsPossible],
])('no two things have one name at any time, and few step aside: %s', (_, inOrder) => {
  fc.assert(
    fc.property(changes, ({ before, after }) => {
      const now = new Map(before);
      const requests = renamed(before, after);
      for (const { thing, name } of inOrder(requests)) {
        now.delete(thing);
        expect([...now.values()]).not.toContain(name);
        if (name !== undefined) now.set(thing, name);
      }
      for (const [thing, name] of after) expect(now.get(thing)).toBe(name);
      const aside = requests.length - after.size;
      expect(aside).toBeLessThanOrEqual(after.size / 2);
    }),
  );
});

test('a circle needs one temporary name, a chain none', () => {
  const before = new Map([
    ['x', 'a'],
    ['y', 'b'],
    ['z', 'c'],
  ]);
  const circle = renamed(
    before,
    new Map([
      ['x', 'b'],
      ['y', 'c'],
      ['z', 'a'],
    ]),
  );
  expect(circle.map(({ thing, name }) => `${thing} ${name}`)).toEqual(['x a-moving', 'z a', 'y c', 'x b']);
  const chain = renamed(
    before,
    new Map([
      ['x', 'b'],
      ['y', 'c'],
      ['z', undefined],
    ]),
  );
  expect(chain.map(({ thing, name }) => `${thing} ${name}`)).toEqual(['z undefined', 'y c', 'x b']);
});

test('a temporary name is no other one, and not too long', () => {
  const temporaryName = temporaryNames(['a', 'a-moving']);
  expect([temporaryName('a'), temporaryName('a')]).toEqual(['a-moving-2', 'a-moving-3']);
  expect(temporaryName('a'.repeat(100)).length).toBeLessThan(100);
});
