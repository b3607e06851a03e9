import { expect, test } from 'vitest';
import type { Fields } from '../../../src/model/effects/facts.ts';
import { afterSteps } from '../../../src/work/undo/changed-things.ts';

const before = { one: ['a', 'b', 'c'], two: ['d', 'e'] };

test.each<[string, Fields[], typeof before]>([
  ['moved before another', [{ move: 'c', before: 'a' }], { ...before, one: ['c', 'a', 'b'] }],
  ['moved behind another', [{ move: 'a', after: 'b' }], { ...before, one: ['b', 'a', 'c'] }],
  ['moved to the end', [{ move: 'a' }], { ...before, one: ['b', 'c', 'a'] }],
  ['moved in its own group', [{ move: 'd', after: 'e' }], { ...before, two: ['e', 'd'] }],
  ['removed', [{ remove: 'e' }], { ...before, two: ['d'] }],
  ['appended', [{ append: 'new' }], { ...before, one: ['a', 'b', 'c', 'new'] }],
  ['appended to a group', [{ append: 'new', group: 'two' }], { ...before, two: ['d', 'e', 'new'] }],
  ['moved twice', [{ move: 'a' }, { move: 'a', before: 'c' }], { ...before, one: ['b', 'a', 'c'] }],
  ['moved behind what is new', [{ move: 'a', after: 'new' }], { ...before, one: ['b', 'c', 'new', 'a'] }],
])('a thing is %s', (_, steps, expected) => {
  expect(afterSteps(before, steps)).toEqual(expected);
});

test('a group that was empty gets what is appended to it, and no group leaves nothing', () => {
  expect(afterSteps(before, [{ append: 'f', group: 'three' }])).toEqual({ ...before, three: ['f'] });
  expect(afterSteps({}, [{ append: 'f' }])).toEqual({});
});
