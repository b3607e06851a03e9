import { describe, expect, test } from 'vitest';
import type { ServiceReader } from '../../../src/model/read/reader.ts';
import { reviewedLimits } from '../../../src/work/guards/judge.ts';
import { judgeOpening, openingObjections } from '../../../src/work/guards/opening.ts';

/** A reader that reads nothing. */
const unreadable = new Proxy({} as ServiceReader, {
  get() {
    throw new Error('nothing may be read');
  },
});

describe('what opens', () => {
  const opening = (grade: 'public' | 'administrators' | 'other', text: string) =>
    ({ grade, kind: 'site', name: text, id: text, before: null, after: null, count: 1, text }) as const;
  const openings = [opening('public', 'site A: public'), opening('other', 'Kim: joins')];

  test('is refused by name, with the grades that are not allowed', () => {
    expect(openingObjections(openings, {})).toEqual([
      {
        message: 'it would open to the public: site A: public',
        lifts: [{ limit: 'allowOpening', grades: ['public'] }],
      },
    ]);
    const all = [...openings, opening('administrators', 'Kim: admin')];
    expect(openingObjections(all, { allowOpening: ['public'] })).toEqual([
      {
        message: 'it would give the rights of administrators: Kim: admin',
        lifts: [{ limit: 'allowOpening', grades: ['administrators'] }],
      },
    ]);
    expect(openingObjections(all, {})[0]?.message).toMatch(/^it would open to .*; and give the rights/);
  });

  test('is allowed by its grade, and to others', () => {
    expect(openingObjections(openings, { allowOpening: ['public'] })).toEqual([]);
    expect(openingObjections([opening('other', 'Kim: joins')], {})).toEqual([]);
  });

  test('is no objection to a plan that a person has reviewed', () =>
    expect(
      openingObjections(openings, reviewedLimits({ maxRemovals: undefined, allowOwnerless: false })),
    ).toEqual([]));
});

test('what is allowed is not read, where no one is asked', async () => {
  const requests = ['a', 'b'].map((site) => ({
    operation: 'sites.update',
    input: { params: { org: 'o', site }, body: { visibility: 'public' } },
  }));
  const limits = { maxRemovals: undefined, allowOwnerless: false };
  const judged = (allowOpening: readonly ('public' | 'administrators')[]) =>
    judgeOpening({ asksFirst: () => false }, requests, unreadable, { ...limits, allowOpening });
  expect(await judged(['public'])).toEqual({ held: [] });
  await expect(judged(['administrators'])).rejects.toThrow('nothing may be read');
});
