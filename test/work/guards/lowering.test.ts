import { expect, test } from 'vitest';
import { type Touch, unlessThere } from '../../../src/model/effects/facts.ts';
import { mayLower } from '../../../src/work/guards/lowering.ts';

const touch = (kind: string, change: Touch['change'], sets?: Touch['sets']): Touch => ({
  ...{ kind, ids: {}, change },
  ...(sets && { sets }),
});

test.each<[string, Touch, boolean]>([
  ['what ends', touch('space', 'end'), true],
  ['what is made', touch('member', 'make', { role: 'read' }), false],
  ['a move', touch('member', 'place', { role: 'read' }), false],
  ['another field', touch('member', 'set', { sso: true }), false],
  ['the role of a guest', touch('member', 'set', { role: null }), true],
  ['a role of the organization', touch('member', 'set', { role: 'owner' }), true],
  ['its highest role', touch('member', 'set', { role: 'admin' }), false],
  ['a role of a team', touch('team-member', 'set', { role: 'admin' }), true],
  ['its highest role', touch('team-member', 'set', { role: 'owner' }), false],
  ['the present role', touch('team-member', 'set', { role: unlessThere('member') }), false],
  ['a default level', touch('collection', 'set', { defaultLevel: 'edit' }), true],
  ['no access by default', touch('collection', 'set', { defaultLevel: null }), true],
  ['the highest default level', touch('collection', 'set', { defaultLevel: 'admin' }), false],
  ['that of the collection above', touch('collection', 'set', { defaultLevel: 'inherit' }), false],
  ['another field of a collection', touch('collection', 'set', { title: 'New' }), false],
])('%s: %j', (_, one, may) => expect(mayLower(one)).toBe(may));
