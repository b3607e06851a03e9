import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Move, movesAround, staying } from '../../../src/model/structure/order.ts';

const letters = [...'abcdefgh'];
const order = fc.shuffledSubarray(letters);

/** What the service does: it makes things at the end, and moves one next to another one. */
function afterMoves(start: readonly string[], moves: readonly Move[]): string[] {
  let list = [...start];
  for (const { key, after, before } of moves) {
    list = list.filter((one) => one !== key);
    const place = after === undefined ? list.indexOf(before as string) : list.indexOf(after) + 1;
    expect(place).toBeGreaterThanOrEqual(0);
    list.splice(place, 0, key);
  }
  return list;
}

/** The fewest moves, found by trying all sets of things that stay. */
function fewestMoves(declared: readonly string[], start: readonly string[]): number {
  const isRising = (kept: readonly string[]) =>
    kept.every((key, at) => at === 0 || start.indexOf(kept[at - 1] as string) < start.indexOf(key));
  const sizes = declared
    .reduce<string[][]>((sets, key) => sets.concat(sets.map((set) => [...set, key])), [[]])
    .filter(isRising)
    .map((kept) => declared.length - kept.length);
  return Math.min(...sizes);
}

test('moves lead to the declared order, and there are no fewer that do', () => {
  fc.assert(
    fc.property(order, order, (declared, present) => {
      const start = [...present, ...declared.filter((key) => !present.includes(key))];
      const stays = staying(declared, present);
      const moves = movesAround(declared, stays);
      const end = afterMoves(start, moves);
      expect(end.filter((key) => declared.includes(key))).toEqual(declared);
      expect(end.toSorted()).toEqual(start.toSorted());
      expect(moves).toHaveLength(declared.length - stays.size);
      expect(moves).toHaveLength(fewestMoves(declared, start));
    }),
  );
});

test('one of fifty is moved by one request', () => {
  const present = Array.from({ length: 50 }, (_, at) => `section ${at}`);
  const [first = '', ...others] = present;
  const declared = [...others.slice(0, 30), first, ...others.slice(30)];
  expect(movesAround(declared, staying(declared, present))).toEqual([{ key: first, after: 'section 30' }]);
});

test('if there is a choice, what is there stays', () => {
  expect([...staying(['new', 'old'], ['old'])]).toEqual(['old']);
  expect(movesAround(['new', 'old'], new Set(['old']))).toEqual([{ key: 'new', before: 'old' }]);
});
