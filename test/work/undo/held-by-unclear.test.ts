import { describe, expect, test } from 'vitest';
import type { ChangedThing } from '../../../src/work/undo/changed-things.ts';
import { docs, org, thing, undo } from './restoring.ts';

describe('what counts on something that stays, because it is not known who has changed it', () => {
  const kim = thing('member', { org, user: 'user_kim' }, [{ role: null }, { role: 'review' }], {
    isUnclear: true,
  });
  const level = (from: string, to: string) =>
    thing('collection', { collection: 'col_all' }, [{ defaultLevel: from }, { defaultLevel: to }]);
  const renamed = thing('team', docs, [{ title: 'Docs' }, { title: 'Writers' }]);
  const role = 'member user_kim';

  const undone = (collection: ChangedThing, now: string) =>
    undo(
      [kim, collection, renamed],
      [
        [kim, { value: { role: 'review' } }],
        [collection, { value: { defaultLevel: now } }],
        [renamed, { value: { title: 'Writers' } }],
      ],
    );

  test('stays if it would give more; everything else comes back', () => {
    const { requests, stays } = undone(level('inherit', 'edit'), 'edit');
    expect(requests).toMatchObject([{ operation: 'teams.update' }]);
    expect(stays).toEqual([
      `${role}: it is not known whether the run has changed it`,
      `collection col_all: it would give more access while ${role} stays as it is`,
    ]);
  });

  test('comes back if it gives less', () => {
    const { requests, stays } = undone(level('read', 'edit'), 'edit');
    expect(requests).toMatchObject([{ operation: 'teams.update' }, { operation: 'collections.update' }]);
    expect(stays).toEqual([`${role}: it is not known whether the run has changed it`]);
  });
});
