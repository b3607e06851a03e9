import { expect, test } from 'vitest';
import { mayOpen, mayTake, worstOf } from '../../../src/domain/reach/reach.ts';
import type { Touch } from '../../../src/model/effects/facts.ts';

type Case = readonly [
  kind: string,
  change: Touch['change'],
  sets: Touch['sets'],
  opens: boolean,
  takes: boolean,
  worst: ReturnType<typeof worstOf>,
];

const cases: readonly Case[] = [
  ['site', 'make', { title: 'New' }, true, false, 'public'],
  ['site', 'set', { visibility: 'unlisted' }, true, true, 'public'],
  ['site', 'set', { visibility: 'visitor-auth' }, true, true, undefined],
  ['site', 'set', { title: 'New' }, false, false, undefined],
  ['site', 'end', undefined, false, true, undefined],
  ['section', 'make', { spaceId: 'space_a' }, true, false, 'public'],
  ['section', 'place', undefined, false, false, undefined],
  ['site-space', 'set', { condition: null }, true, true, 'public'],
  ['site-space', 'set', { path: 'news' }, false, false, undefined],
  ['member', 'set', { role: 'admin' }, true, true, 'administrators'],
  ['member', 'set', { role: 'edit' }, true, true, undefined],
  ['member', 'set', { sso: true }, true, true, 'administrators'],
  ['space-team', 'set', { role: 'admin' }, true, true, 'administrators'],
  ['space-team', 'set', { role: 'read' }, true, true, undefined],
  ['space-team', 'end', undefined, true, true, 'administrators'],
  ['space-team', 'set', { role: null }, true, true, 'administrators'],
  ['collection-team', 'set', { role: 'admin' }, true, true, 'administrators'],
  ['collection-team', 'set', { role: null }, true, true, 'administrators'],
  ['collection-team', 'set', { role: 'edit' }, true, true, undefined],
  ['collection-team', 'end', undefined, true, true, 'administrators'],
  ['collection', 'set', { defaultLevel: 'admin' }, true, true, 'administrators'],
  ['collection', 'set', { defaultLevel: 'inherit' }, true, true, 'administrators'],
  ['collection', 'set', { defaultLevel: 'edit' }, true, true, undefined],
  ['collection', 'place', { parent: 'col_a' }, true, true, 'administrators'],
  ['collection', 'place', undefined, false, false, undefined],
  ['collection', 'make', { parent: 'col_a' }, true, false, undefined],
  ['team-member', 'set', { role: 'member' }, true, true, 'administrators'],
  ['team-member', 'end', undefined, false, true, undefined],
  ['saml', 'set', { defaultRole: 'admin' }, true, true, 'administrators'],
  ['saml', 'set', { defaultTeam: 'team_docs' }, true, true, 'administrators'],
  ['saml', 'set', { defaultTeam: null }, true, true, undefined],
  ['saml', 'set', { label: 'New' }, false, false, undefined],
  ['integration', 'set', { visibility: 'public' }, true, true, undefined],
  ['team', 'make', { title: 'New', members: [] }, false, false, undefined],
  ['team', 'end', undefined, false, true, undefined],
  ['space', 'content', undefined, false, false, undefined],
];

test.each(cases)('%s: %s %j', (kind, change, sets, opens, takes, worst) => {
  const touch: Touch = { kind, ids: {}, change, ...(sets && { sets }) };
  expect([mayOpen(touch), mayTake(touch), worstOf(touch)]).toEqual([opens, takes, worst]);
});
