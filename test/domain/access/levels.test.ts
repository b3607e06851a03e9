import { describe, expect, test } from 'vitest';
import { levelOf, nearestDefault, stronger } from '../../../src/domain/access/levels.ts';

const person = (role: string | null, disabled = false) => ({ role, disabled });

describe('the default level that counts', () => {
  test.each([
    ['the own one', ['edit', 'read', 'inherit'], 'edit'],
    ['the nearest above', ['inherit', 'inherit', 'read', 'edit'], 'read'],
    ['none, where access is closed', ['inherit', null, 'edit'], null],
    ['nothing, where all inherit', ['inherit', 'inherit'], 'inherit'],
    ['nothing at the top', [], 'inherit'],
  ])('is %s', (_, upwards, expected) => {
    expect(nearestDefault(upwards)).toBe(expected);
  });
});

describe('the level of', () => {
  test.each([
    ['a member', person('edit'), 'inherit', [], 'edit'],
    ['a member where the default is lower', person('edit'), 'read', [], 'read'],
    ['a member where the default is higher', person('read'), 'create', [], 'create'],
    ['a member where there is no access', person('edit'), null, [], null],
    ['a member with a stronger team', person('edit'), 'read', ['comment', 'review'], 'review'],
    ['a member with a weaker team', person('edit'), 'inherit', ['read', null], 'edit'],
    ['a member whom only a team lets in', person('edit'), null, ['read'], 'read'],
    ['an administrator, whatever the default', person('admin'), null, ['read'], 'admin'],
    ['a guest, whatever the default', person(null), 'edit', [], null],
    ['a guest with a team', person(null), 'edit', ['comment'], 'comment'],
    ['a disabled member', person('edit', true), 'edit', ['edit'], null],
    ['a disabled administrator', person('admin', true), 'inherit', [], null],
  ] as const)('%s', (_, who, nearest, teams, expected) => {
    expect(levelOf(who, nearest, teams)).toBe(expected);
  });
});

test('the levels have an order', () => {
  const known = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
  expect(known.toReversed().reduce((one, other) => stronger(one, other) as string)).toBe('admin');
  expect(stronger('new', 'read')).toBe('read');
  expect(stronger(null, 'read')).toBe('read');
});
