import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats, type Joined, type OutputOptions } from '../../src/output/output.ts';
import { parseQuery } from '../../src/output/query.ts';
import type { View } from '../../src/output/view.ts';
import { anyCharacter } from '../support/any-character.ts';
import { capture, hostile } from './capture.ts';

const view: View = {
  id: 'user.id',
  columns: [
    { field: 'user.id' },
    { field: 'user.name' },
    { field: 'disabled' },
    { field: 'place.title' },
    { field: 'level', whenEmpty: 'none' },
    { field: 'ways' },
  ],
};

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(hostile, '=1', '"', ',', '\t', '\n', ''),
);
const place = fc.record(
  {
    place: fc.record({ id: text, title: text }, { requiredKeys: ['id'] }),
    level: fc.option(text),
    ways: fc.array(text, { maxLength: 2 }),
  },
  { requiredKeys: ['place', 'level'] },
);

/** Pages of people, who share a few places. */
const given: fc.Arbitrary<Joined[][]> = fc.array(place, { minLength: 1, maxLength: 4 }).chain((places) =>
  fc.array(
    fc.array(
      fc.record({
        first: fc.record({
          user: fc.record({ id: fc.string({ minLength: 1 }), name: fc.option(text) }),
          disabled: fc.boolean(),
        }),
        rest: fc.subarray(places),
      }),
      { maxLength: 3 },
    ),
    { maxLength: 3 },
  ),
);

async function* pagesOf(pages: readonly (readonly Joined[])[]) {
  yield* pages;
}

const rowsOf = (pages: readonly (readonly Joined[])[]) =>
  pages.flat().flatMap(({ first, rest }) => rest.map((one) => ({ ...first, ...one })));

async function bothOf(pages: readonly (readonly Joined[])[], options: Partial<OutputOptions>) {
  const [joined, list] = [capture(options), capture(options)];
  await joined.out.joined(pagesOf(pages), view);
  await list.out.list([rowsOf(pages)], view);
  return { joined: joined.stdout(), list: list.stdout() };
}

describe.each(formats)('%s', (format) => {
  test('has the same text as a list of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(given, fc.boolean(), fc.boolean(), async (pages, headers, csvRaw) => {
        const { joined, list } = await bothOf(pages, { format, headers, csvRaw });
        expect(joined).toBe(list);
      }),
    );
  });
});

const [ada, bob] = [
  { user: { id: 'ada', name: 'Ada' }, disabled: false },
  { user: { id: 'bob', name: null }, disabled: true },
];
const [docs, api] = [
  { place: { id: 'docs', title: 'Docs' }, level: 'read', ways: ['role'] },
  { place: { id: 'api', title: 'API' }, level: null, ways: [] },
];
const small: Joined[][] = [
  [
    { first: ada, rest: [docs, api] },
    { first: bob, rest: [] },
  ],
  [{ first: bob, rest: [docs] }],
];

test.each(formats)('%s with fields, and with a query, is that of the rows', async (format) => {
  const fields = await bothOf(small, { format, fields: ['place.title', 'user.id'] });
  expect(fields.joined).toBe(fields.list);
  if (format === 'id') return;
  const query = await bothOf(small, { format, query: parseQuery('[].{user: user.id, level: level}') });
  expect(query.joined).toBe(query.list);
});

test('rows before a failure are printed', async () => {
  async function* failing() {
    yield* small;
    throw new Error('gone');
  }
  const { out, stdout } = capture({ format: 'csv' });
  await expect(out.joined(failing(), view)).rejects.toThrow('gone');
  expect(stdout().split('\n')).toHaveLength(5);
  const json = capture({ format: 'json' });
  await expect(json.out.joined(failing(), view)).rejects.toThrow('gone');
  expect(() => JSON.parse(json.stdout())).toThrow();
  expect(JSON.parse(`${json.stdout()}]`)).toHaveLength(3);
});

test('many rows are written in pieces', async () => {
  const many = Array.from({ length: 5000 }, () => [{ first: ada, rest: [docs, api] }]);
  const { out, writes } = capture({ format: 'csv' });
  await out.joined(pagesOf(many), view);
  expect(writes.length).toBeGreaterThan(3);
  expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(70_000);
});
