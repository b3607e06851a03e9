import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { check } from '../../src/api/contract/check.ts';
import { openEnum, text } from '../../src/api/contract/schemas.ts';

function sentences(schema: z.ZodMiniType, value: unknown): string[] {
  return check(schema, value).problems.map(({ path, message }) => [...path, message].join(' '));
}

test.each<[string, z.ZodMiniType, unknown, string]>([
  ['a missing field', z.strictObject({ a: z.string() }), {}, 'a is required'],
  ['a missing literal', z.strictObject({ a: z.literal('x') }), {}, 'a is required'],
  ['a missing union', z.strictObject({ a: z.union([z.string(), z.number()]) }), {}, 'a is required'],
  ['a missing anything', z.strictObject({ a: z.unknown() }), {}, 'a is required'],
  ['a number for a text', z.string(), 5, 'must be a string'],
  ['null for a text', z.string(), null, 'must be a string'],
  ['a text for a switch', z.boolean(), 'true', 'must be a boolean'],
  ['a text for a list', z.array(z.string()), 'a', 'must be an array'],
  ['a list for an object', z.strictObject({}), [], 'must be an object'],
  ['a text for a map', z.record(z.string(), z.string()), 'a', 'must be an object'],
  ['a text for a number', z.int(), '1', 'must be a number'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['an infinite number', z.number(), Number.POSITIVE_INFINITY, 'must be a number'],
  ['too small a number', z.int().check(z.gte(1)), 0, 'must be at least 1'],
  ['too great a number', z.int().check(z.lte(1000)), 1001, 'must be at most 1000'],
  ['an empty text', text(1, 5), '', 'must not be empty'],
  ['a text too short', text(2, 5), 'a', 'must have at least 2 characters'],
  ['a text too long', text(0, 1), 'ab', 'must have at most 1 character'],
  ['a list too short', z.array(z.string()).check(z.minLength(1)), [], 'must have at least 1 item'],
  [
    'a list too long',
    z.array(z.string()).check(z.maxLength(2)),
    ['a', 'b', 'c'],
    'must have at most 2 items',
  ],
  ['a list for a text', text(2, 5), ['a'], 'must be a string'],
  ['a pattern', z.string().check(z.regex(/^a$/, 'must be an a')), 'b', 'must be an a'],
  ['a literal', z.literal('document'), 'page', 'must be "document"'],
  ['a choice', z.enum(['a', 'b']), 'c', 'must be "a" or "b"'],
  ['a union of types', z.union([z.array(z.string()), z.string()]), 5, 'must be an array or a string'],
  ['a key', z.record(text(1, 2), z.number()), { abc: 1 }, 'abc must have at most 2 characters'],
  ['an empty key', z.record(text(1, 2), z.number()), { '': 1 }, ' must not be empty'],
  [
    'a deep field',
    z.strictObject({ a: z.array(z.strictObject({ b: z.string() })) }),
    { a: [{ b: 1 }] },
    'a 0 b must be a string',
  ],
])('%s', (_, schema, value, sentence) => {
  expect(sentences(schema, value)).toEqual([sentence]);
});

test('all problems are reported at once, each with the value that was refused', () => {
  const schema = z.strictObject({ title: text(2, 5), count: z.number(), site: z.string() });
  expect(check(schema, { title: 'x', count: 'many' }).problems).toEqual([
    { path: ['title'], message: 'must have at least 2 characters', value: 'x' },
    { path: ['count'], message: 'must be a number', value: 'many', isOfOtherType: true },
    { path: ['site'], message: 'is required', value: undefined },
  ]);
});

test('unknown fields are split, at any depth, and are no problems', () => {
  const schema = z.strictObject({ a: z.strictObject({ b: z.string() }) });
  expect(check(schema, { a: { b: 'x', c: 1, d: 2 }, e: 3 })).toEqual({
    problems: [],
    unknowns: [
      { path: ['a', 'c'], message: 'is not a documented field', value: 1 },
      { path: ['a', 'd'], message: 'is not a documented field', value: 2 },
      { path: ['e'], message: 'is not a documented field', value: 3 },
    ],
  });
});

test('an unknown value of an open enumeration names the known ones', () => {
  expect(check(z.array(openEnum(['a'], ['b'])), ['a', 'b', 'c'])).toEqual({
    problems: [],
    unknowns: [{ path: [2], message: 'not one of the known values a, b', value: 'c' }],
  });
});

test('an empty value of an open enumeration is a problem of a request alone, an empty unknown field is none', () => {
  const schema = z.strictObject({ role: openEnum(['a']) });
  const empty = { path: ['role'], message: 'must not be empty', value: '' };
  expect(check(schema, { role: '' })).toEqual({ problems: [empty], unknowns: [] });
  expect(check(schema, { role: '' }, true)).toEqual({ problems: [], unknowns: [empty] });
  expect(check(schema, { role: 'a', other: '' }).problems).toEqual([]);
});

const Source = z.union([z.strictObject({ url: z.string() }), z.strictObject({ text: text(1, 9) })]);

test.each<[unknown, string[]]>([
  [{ url: 'x' }, []],
  [{ text: 'x' }, []],
  [{ url: 5 }, ['url must be a string']],
  [{ text: '' }, ['text must not be empty']],
  [{}, ['must be an object with "url" or an object with "text"']],
  ['x', ['must be an object']],
  [null, ['must be an object']],
])('of a union, %j is judged by the variant that it was meant to be', (value, expected) => {
  expect(sentences(Source, value)).toEqual(expected);
});

test('a value that fits two variants of a union but for a field is known with that field unknown', () => {
  expect(check(Source, { url: 'x', text: 'y' })).toEqual({
    problems: [],
    unknowns: [{ path: ['text'], message: 'is not a documented field', value: 'y' }],
  });
});

test('each wrong item of a union of a list is named', () => {
  expect(sentences(z.union([z.array(z.string()), z.string()]), ['a', 5, null])).toEqual([
    '1 must be a string',
    '2 must be a string',
  ]);
});

test('names of object prototypes are fields like any other', () => {
  const value = JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}');
  const { problems, unknowns } = check(z.strictObject({}), value);
  expect(problems).toEqual([]);
  expect(unknowns.map(({ path }) => path[0]).sort()).toEqual(['__proto__', 'constructor', 'toString']);
  expect(({} as { x?: number }).x).toBeUndefined();
});
