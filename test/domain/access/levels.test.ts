import { expect, test } from 'vitest';
import { isAtLeast, levels, stronger } from '../../../src/domain/access/levels.ts';

test('the levels have an order', () => {
  const known = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
  expect(levels).toEqual(known);
  expect(known.toReversed().reduce((one, other) => stronger(one, other) as string)).toBe('admin');
});

test('no access is weaker than any level, and an unknown level is the weakest', () => {
  expect(stronger(null, 'read')).toBe('read');
  expect(stronger('new', null)).toBe('new');
  expect(stronger('new', 'read')).toBe('read');
  expect(stronger(null, null)).toBeNull();
});

test.each([
  ['read', 'read', true],
  ['admin', 'edit', true],
  ['comment', 'edit', false],
  ['new', 'read', false],
  [null, 'read', false],
])('%s is at least %s: %s', (level, wanted, expected) => {
  expect(isAtLeast(level, wanted)).toBe(expected);
});
