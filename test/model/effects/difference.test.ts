import { expect, test } from 'vitest';
import { differenceOf } from '../../../src/model/effects/difference.ts';
import type { Effect } from '../../../src/model/effects/effects.ts';

const inSite = { org: 'org_acme', site: 'site_docs' };
const stated = { basis: 'stated', of: 0 } as const;

/** A site space of the handbook that ends, or is made, in a section. */
function siteSpace(change: 'end' | 'make', siteSpace: string, sectionId: string): Effect {
  const fields = { spaceId: 'space_handbook', sectionId };
  const sides = change === 'end' ? { before: fields, after: null } : { before: null, after: fields };
  return { kind: 'site-space', ids: { ...inSite, siteSpace }, change, ...sides, ...stated };
}

test('a space that ends in one section and is made in another one has moved', () => {
  expect(differenceOf([siteSpace('end', 'one', 'section_a'), siteSpace('make', 'two', 'section_b')])).toEqual(
    [
      {
        kind: 'site-space',
        ids: { ...inSite, siteSpace: 'one' },
        before: { sectionId: 'section_a' },
        after: { sectionId: 'section_b' },
        isMoved: true,
      },
    ],
  );
});

test('where a space stands twice, nobody can tell which one moves', () => {
  const twice = [siteSpace('end', 'one', 'section_a'), siteSpace('end', 'two', 'section_b')];
  const found = differenceOf([...twice, siteSpace('make', 'three', 'section_c')]);
  expect(found.map(({ before, after }) => [before === null, after === null])).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
});

test('several requests for one thing are one difference, and what is the same in the end is none', () => {
  const team = (title: string, before: string): Effect => ({
    kind: 'team',
    ids: { org: 'org_acme', team: 'team_docs' },
    change: 'set',
    before: { title: before },
    after: { title },
    ...stated,
  });
  expect(differenceOf([team('Between', 'Docs'), team('Docs', 'Docs')])).toEqual([]);
  expect(differenceOf([team('Between', 'Docs'), team('Writers', 'Docs')])).toMatchObject([
    { before: { title: 'Docs' }, after: { title: 'Writers' }, isMoved: false },
  ]);
});

test('what is made and set is made with all its values, and what is made and ends is nothing', () => {
  const ids = { collection: 'col_new' };
  const made: Effect = {
    kind: 'collection',
    ids,
    change: 'make',
    before: null,
    after: { title: 'New' },
    ...stated,
  };
  const set: Effect = { ...made, change: 'set', before: {}, after: { defaultLevel: null } };
  const end: Effect = { ...made, change: 'end', before: null, after: null };
  expect(differenceOf([made, set])).toMatchObject([
    { before: null, after: { title: 'New', defaultLevel: null } },
  ]);
  expect(differenceOf([made, end])).toEqual([]);
});

test('what is not known, and content, is left out', () => {
  const unknown = { unknown: '403' };
  const hidden: Effect = {
    kind: 'space',
    ids: {},
    change: 'set',
    before: unknown,
    after: unknown,
    ...stated,
  };
  expect(differenceOf([hidden, { ...hidden, change: 'content' }])).toEqual([]);
});
