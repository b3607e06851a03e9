import { expect, test } from 'vitest';
import type { Effect } from '../../../src/model/effects/effects.ts';
import { differenceOf } from '../../support/difference.ts';

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

test('where a space stands twice, no one can tell which one moves', () => {
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

/** The space is at one place before, and at another one afterwards. */
const set: Effect = {
  ...{ kind: 'space', ids: { space: 'space_a' }, change: 'set', ...stated },
  ...{ before: { parent: 'col_a' }, after: { parent: 'col_b' } },
};

test('what is not known on one side, and content, is left out', () => {
  const unknown = { unknown: '403' };
  expect(differenceOf([set])).toHaveLength(1);
  expect(differenceOf([{ ...set, before: unknown }])).toEqual([]);
  expect(differenceOf([{ ...set, after: unknown }])).toEqual([]);
  expect(differenceOf([{ ...set, change: 'content' }])).toEqual([]);
});

test('the values before are those before the first request, and the values after those of the last', () => {
  const next: Effect = { ...set, before: { parent: 'col_b', title: 'A' }, after: { parent: 'col_c' } };
  expect(differenceOf([set, next])).toMatchObject([
    { before: { parent: 'col_a' }, after: { parent: 'col_c' } },
  ]);
});

test('a thing that gets another place in its list has moved, also where it gets other values later', () => {
  const place: Effect = { ...set, change: 'place', before: {}, after: {} };
  expect(differenceOf([place])).toMatchObject([{ before: {}, after: {}, isMoved: true }]);
  expect(differenceOf([place, set])).toMatchObject([{ after: { parent: 'col_b' }, isMoved: true }]);
});

test('what is set after its end stays ended, if only a request of its own makes it', () => {
  const end = (effect: Effect): Effect => ({ ...effect, change: 'end', after: null });
  const team: Effect = {
    ...set,
    kind: 'team',
    ids: { team: 'a' },
    before: { title: 'A' },
    after: { title: 'B' },
  };
  expect(differenceOf([end(team), team])).toMatchObject([{ before: { title: 'A' }, after: null }]);
  const ids = { team: 'a', user: 'user_kim' };
  const member: Effect = {
    ...team,
    kind: 'team-member',
    ids,
    before: { role: 'member' },
    after: { role: 'owner' },
  };
  expect(differenceOf([end(member), { ...member, before: null }])).toMatchObject([
    { before: { role: 'member' }, after: { role: 'owner' } },
  ]);
});

test('a site space that moves loses what its new place does not say, and moves in its own site only', () => {
  const ended = siteSpace('end', 'one', 'section_a');
  const withCondition: Effect = { ...ended, before: { ...ended.before, condition: 'visitor.claims.beta' } };
  const made = siteSpace('make', 'two', 'section_a');
  expect(differenceOf([withCondition, made])).toMatchObject([
    { before: { condition: 'visitor.claims.beta' }, after: { condition: null }, isMoved: true },
  ]);
  const elsewhere: Effect = { ...made, ids: { ...made.ids, site: 'site_other' } };
  expect(differenceOf([ended, elsewhere])).toHaveLength(2);
  const another: Effect = { ...made, after: { ...made.after, spaceId: 'space_other' } };
  expect(differenceOf([ended, another])).toHaveLength(2);
});

test('things that stand for nothing else do not move', () => {
  const end: Effect = { ...set, kind: 'team', ids: { org: 'o', team: 'a' }, change: 'end', after: null };
  const made: Effect = { ...end, ids: { org: 'o', team: 'b' }, change: 'make', before: null, after: {} };
  expect(differenceOf([end, made])).toHaveLength(2);
});
