import { expect, test } from 'vitest';
import { loses, opens, type PlanStep } from '../../src/mcp/plans/rank.ts';
import type { Touch } from '../../src/model/effects/facts.ts';

function set(
  kind: string,
  field: string,
  before: unknown,
  after: unknown,
  more: Partial<PlanStep> = {},
): PlanStep {
  const words = { place: '', who: '', phrase: '' };
  return { ...words, touched: [], kind, action: 'set', field, before, after, ...more };
}

function made(kind: string, after: object, more: Partial<PlanStep> = {}): PlanStep {
  return { ...set(kind, '', undefined, after), action: 'make', ...more };
}

const touch = (kind: string, change: Touch['change'] = 'set'): Touch => ({ kind, ids: {}, change });

test.each<[string, PlanStep, ReturnType<typeof opens>, boolean]>([
  ['a role that rises', set('member', 'role', 'read', 'edit'), 'other', false],
  ['a guest who becomes a reader', set('member', 'role', null, 'read'), 'other', false],
  ['a new administrator', set('member', 'role', 'create', 'admin'), 'administrators', false],
  ['a role that falls', set('member', 'role', 'admin', 'create'), undefined, true],
  ['a role that is not known before', set('member', 'role', undefined, 'read'), 'other', true],
  ['a role that this tool does not know', set('member', 'role', 'read', 'super'), 'other', true],
  ['a new member of a team', set('team-members', 'u', null, 'member'), 'other', false],
  ['a new owner of a team', set('team-members', 'u', 'member', 'owner'), 'other', false],
  ['an owner who becomes a member', set('team-members', 'u', 'owner', 'member'), undefined, true],
  ['a member who leaves', set('team-members', 'u', 'member', null), undefined, true],
  ['a team that gets a role', set('space-teams', 't', null, 'read'), 'other', false],
  ['a team that gets admin', set('collection-teams', 't', 'edit', 'admin'), 'administrators', false],
  ['a default level that rises', set('collection', 'defaultLevel', 'read', 'admin'), 'administrators', false],
  ['a default level from above', set('collection', 'defaultLevel', 'inherit', 'read'), 'other', true],
  ['a site that becomes public', set('site', 'visibility', 'visitor-auth', 'public'), 'public', false],
  ['a site with fewer readers', set('site', 'visibility', 'public', 'share-link'), undefined, true],
  ['a site with another title', set('site', 'title', 'A', 'B'), undefined, false],
  ['a new site', made('site', { title: 'A' }), 'public', false],
  ['a new site with a login', made('site', { visibility: 'visitor-auth' }), 'other', false],
  ['a space that joins a site', made('site-space', {}), 'public', false],
  [
    'a space that joins a site with a login',
    made('site-space', {}, { visibility: 'visitor-auth' }),
    'other',
    false,
  ],
  ['another condition', set('section', 'condition', 'a', null, { visibility: 'public' }), 'public', false],
  [
    'a provider whose newcomers administrate',
    made('saml', { defaultRole: 'admin' }),
    'administrators',
    false,
  ],
  ['another certificate of a provider', set('saml', 'certificate', 'a', 'b'), 'other', false],
  ['a Git export', { ...made('git', {}), action: 'do', touched: [touch('git')] }, 'other', false],
  [
    'a Git import',
    { ...made('git', {}), action: 'do', touched: [touch('space', 'content'), touch('git')] },
    undefined,
    false,
  ],
  [
    'a move',
    { ...made('collection', {}), action: 'do', touched: [touch('collection', 'place')] },
    'other',
    false,
  ],
  ['the end of a thing', { ...set('team', '', null, null), action: 'end' }, undefined, true],
  ['what is known only later', { ...set('team', '', null, null), action: 'unclear' }, 'administrators', true],
  ['a new title', set('team', 'title', 'A', 'B'), undefined, false],
])('%s', (_, step, grade, isLoss) => {
  expect([opens(step), loses(step)]).toEqual([grade, isLoss]);
});
