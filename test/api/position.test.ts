import { expect, test } from 'vitest';
import { moveCollection } from '../../src/api/contract/operations/collections.ts';
import { moveSectionGroup } from '../../src/api/contract/operations/section-groups.ts';
import { moveSection } from '../../src/api/contract/operations/sections.ts';
import { moveSiteSpace } from '../../src/api/contract/operations/site-spaces.ts';
import { positionBetween } from '../../src/api/contract/position.ts';

test('names each neighbour by the key of what is moved', () => {
  expect(positionBetween('site-space', 'siteSpace', { before: 'a' })).toEqual({
    before: { type: 'site-space', siteSpace: 'a' },
  });
  expect(positionBetween('space', 'space', { after: 'b' })).toEqual({ after: { type: 'space', space: 'b' } });
  expect(positionBetween('site-section', 'id', { before: 'a', after: 'b' })).toEqual({
    before: { type: 'site-section', id: 'a' },
    after: { type: 'site-section', id: 'b' },
  });
});

test('is absent without a neighbour, which moves to the end', () => {
  expect(positionBetween('space', 'space', {})).toBeUndefined();
  expect(positionBetween('space', 'space', { before: undefined, after: undefined })).toBeUndefined();
});

test('fits the bodies of the four moves', () => {
  const between = { before: 'a', after: 'b' };
  moveSectionGroup.body.parse({ position: positionBetween('site-section', 'id', between) });
  moveSection.body.parse({ position: positionBetween('site-section', 'siteSection', between) });
  moveSiteSpace.body.parse({ position: positionBetween('site-space', 'siteSpace', between) });
  expect(moveCollection.body.parse({ position: positionBetween('space', 'space', between) })).toEqual({
    position: { before: { type: 'space', space: 'a' }, after: { type: 'space', space: 'b' } },
  });
});
