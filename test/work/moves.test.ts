import '../../src/model/effects/things.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movesTo } from '../../src/work/undo/orders.ts';

/** Carries moves out one after another, as the service does. */
function afterMoves(start: readonly string[], moves: ReturnType<typeof movesTo>): string[] {
  let order = [...start];
  for (const { id, after, before } of moves) {
    const others = order.filter((one) => one !== id);
    const place = after === undefined ? others.indexOf(before as string) : others.indexOf(after) + 1;
    expect(place).toBeGreaterThanOrEqual(0);
    order = [...others.slice(0, place), id, ...others.slice(place)];
  }
  return order;
}

test('one thing that was moved is one move', () => {
  const target = ['a', 'b', 'c', 'd', 'e'];
  expect(movesTo(target, ['b', 'c', 'd', 'e', 'a'])).toEqual([{ id: 'a', before: 'b' }]);
  expect(movesTo(target, ['a', 'e', 'b', 'c', 'd'])).toEqual([{ id: 'e', after: 'd' }]);
  expect(movesTo(target, target)).toEqual([]);
});

test('moves lead from any order to any other', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
  const two = ids.chain((list) =>
    fc.tuple(
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.shuffledSubarray(list, { minLength: list.length }),
    ),
  );
  fc.assert(
    fc.property(two, ([target, start]) => {
      const moves = movesTo(target, start);
      expect(afterMoves(start, moves)).toEqual(target);
      expect(moves.length).toBeLessThanOrEqual(Math.max(0, target.length - 1));
    }),
  );
});
