import { describe, expect, test } from 'vitest';
import { type Fields, thingKey } from '../../../src/model/effects/facts.ts';
import type { ChangedThing } from '../../../src/work/undo/changed-things.ts';
import type { Present } from '../../../src/work/undo/present.ts';
import { restore } from '../../../src/work/undo/restore.ts';
import { docs, guides, type More, nothing, org, type There, thing, undo } from './restoring.ts';

describe('fields', () => {
  const renamed = thing('team', docs, [{ title: 'Docs' }, { title: 'Writers' }]);
  const is = (title: string): There => [renamed, { value: { title }, name: title }];

  test('get their values before', () => {
    const now: There = [renamed, { value: { title: 'Writers', members: 3 }, name: 'Writers' }];
    const { requests, changes, stays } = undo([renamed], [now]);
    expect(requests).toEqual([{ operation: 'teams.update', id: 'team_docs', body: { title: 'Docs' } }]);
    expect(changes[0]?.before).toEqual({ title: 'Writers' });
    expect(changes[0]?.after).toEqual({ title: 'Docs' });
    expect(stays).toEqual([]);
  });

  test('that have them already stay', () => {
    expect(undo([renamed], [is('Docs')])).toMatchObject(nothing);
  });

  test('that others have changed since stay', () => {
    expect(undo([renamed], [is('Theirs')])).toMatchObject({
      ...nothing,
      stays: ['team "Theirs" (team_docs): title has been changed since'],
    });
  });

  test('of a thing that is gone stay', () => {
    expect(undo([renamed], [[renamed, { value: null }]])).toMatchObject({
      ...nothing,
      stays: ['team team_docs: it no longer exists'],
    });
  });

  test('of which the value now, or before, is not known, are named', () => {
    expect(undo([renamed], [[renamed, { unknown: '403' }]])).toMatchObject({
      ...nothing,
      stays: ['team team_docs: its present value is not known: 403'],
    });
    const unread = thing('team', docs, [undefined, { title: 'Writers' }], { unknown: '403' });
    expect(undo([unread], [is('Writers')])).toMatchObject({
      ...nothing,
      lost: ['team "Writers" (team_docs): its value before is not known: 403'],
    });
  });

  test('with secrets cannot come back', () => {
    const secret = { $secret: true };
    const site = { org, site: 'site_docs' };
    const hidden = thing('site', site, [{ title: secret }, { title: 'New' }]);
    const now: There = [hidden, { value: { title: 'New' } }];
    const reason = 'site site_docs: title: it holds a secret, which journals do not keep';
    expect(undo([hidden], [now])).toMatchObject({ ...nothing, lost: [reason] });
    const set = thing('site', site, [{ title: 'Old' }, { title: secret }]);
    expect(undo([set], [now])).toMatchObject({ ...nothing, lost: [reason] });
  });

  test('without a value before get the one that clears them, where there is one', () => {
    const set = thing('collection', guides, [{ description: null }, { description: 'New' }]);
    const { requests } = undo([set], [[set, { value: { description: 'New' } }]]);
    expect(requests).toMatchObject([{ operation: 'collections.update', body: { description: '' } }]);
    const role = thing('member', { org, user: 'user_kim' }, [{ role: null }, { role: 'read' }]);
    expect(undo([role], [[role, { value: { role: 'read' } }]]).requests).toMatchObject([
      { operation: 'members.update', body: { role: null } },
    ]);
    const ids = { org, provider: 'saml_a' };
    const team = thing('saml', ids, [{ label: null }, { label: 'Okta' }]);
    expect(undo([team], [[team, { value: { label: 'Okta' } }]])).toMatchObject({
      ...nothing,
      lost: ['SAML provider saml_a: label: it had no value, and the service takes none away'],
    });
  });

  test('that no request sets cannot come back', () => {
    const ids = { org, user: 'user_kim' };
    const sso = thing('member', ids, [{ sso: false }, { sso: true }]);
    expect(undo([sso], [[sso, { value: { sso: true } }]])).toMatchObject({
      ...nothing,
      lost: ['member user_kim: sso: no operation of the service takes it back'],
    });
    const team = thing('team', docs, [{ color: 'red' }, { color: 'blue' }]);
    expect(undo([team], [[team, { value: { color: 'blue' } }]])).toMatchObject({
      lost: ['team team_docs: color: no operation of the service changes it'],
    });
  });

  test('that come from the plan are named', () => {
    const planned = { ...renamed, planned: 'it could not be read' };
    expect(undo([planned], [is('Writers')])).toMatchObject({
      requests: [{ operation: 'teams.update' }],
      planned: ['team "Writers" (team_docs): it could not be read'],
    });
    expect(undo([planned], [is('Docs')]).planned).toEqual([]);
  });

  test('of several kinds are several requests', () => {
    const both = thing('collection', guides, [
      { title: 'Guides', parent: null },
      { title: 'New', parent: 'col_all' },
    ]);
    const now: There = [both, { value: { title: 'New', parent: 'col_all' } }];
    expect(undo([both], [now]).requests.map(({ operation }) => operation)).toEqual([
      'collections.move',
      'collections.update',
    ]);
  });
});

describe('a request without an outcome', () => {
  const unclear = (before: Fields | null, after: Fields | null) =>
    thing('team', docs, [before, after], { isUnclear: true });

  test.each<[string, Fields | null, Fields | null, Fields | null, boolean]>([
    ['is as it was to leave it', { title: 'Docs' }, { title: 'Writers' }, { title: 'Writers' }, true],
    ['is as before', { title: 'Docs' }, { title: 'Writers' }, { title: 'Docs' }, false],
    ['is gone', { title: 'Docs' }, { title: 'Writers' }, null, false],
    ['is partly so', { title: 'Docs' }, { title: 'Writers', color: 'red' }, { title: 'Writers' }, true],
    ['was to end, and is gone', { title: 'Docs' }, null, null, true],
    ['was to end, and is there', { title: 'Docs' }, null, { title: 'Docs' }, false],
    ['was to be made, and is there', null, { title: 'New' }, { title: 'Other' }, true],
    ['was to be made, and is not there', null, { title: 'New' }, null, false],
  ])('whose thing %s', (_, before, after, value, isNamed) => {
    const one = unclear(before, after);
    const { requests, stays } = undo([one], [[one, { value }]]);
    expect(requests).toEqual([]);
    expect(stays).toHaveLength(isNamed ? 1 : 0);
  });
});

test.each([
  ['a thing', thing('team', docs, [{ title: 'Docs' }, { title: 'Writers' }], { isUnclear: true })],
  [
    'a role',
    thing('space-team', { space: 'space_a', team: 'team_docs' }, [null, { role: 'edit' }], {
      isUnclear: true,
    }),
  ],
])('%s that cannot be read stays as a request without an outcome has left it', (_, one) => {
  const { requests, stays } = undo([one], [[one, { unknown: 'refused' }]]);
  expect(requests).toEqual([]);
  expect(stays).toEqual([expect.stringContaining('its present value is not known: refused')]);
});

test('a person who is back with another role may have left by a request without an outcome', () => {
  const left = thing('member', { org, user: 'user_kim' }, [{ role: 'edit' }, null], { isUnclear: true });
  const stays = (role: string) => undo([left], [[left, { value: { role } }]]).stays;
  expect([stays('read').length, stays('edit').length]).toEqual([1, 0]);
});

describe('a thing that the run has made', () => {
  const made = thing('team', docs, [null, { title: 'New' }]);
  const now = (more: Present = {}): There => [made, { value: { title: 'New', members: 0 }, ...more }];
  const kim = { kind: 'team-member', ids: { ...docs, user: 'user_kim' }, name: 'Kim', isOwn: false };

  test('is deleted', () => {
    const { requests, changes } = undo([made], [now()]);
    expect(requests).toEqual([{ operation: 'teams.delete', id: 'team_docs' }]);
    expect(changes[0]).toMatchObject({ action: 'delete', before: { title: 'New' }, after: null });
  });

  test('is not deleted twice', () => {
    expect(undo([made], [[made, { value: null }]])).toMatchObject(nothing);
    expect(undo([made])).toMatchObject(nothing);
  });

  test('stays if others have changed it since', () => {
    expect(undo([made], [now({ value: { title: 'Theirs' } })])).toMatchObject({
      ...nothing,
      stays: ['team team_docs: title has been changed since'],
    });
    expect(undo([made], [now({ value: undefined, unknown: '403' })])).toMatchObject({
      ...nothing,
      stays: ['team team_docs: its present value is not known: 403'],
    });
  });

  test('stays with what others have put into it, or is deleted with it', () => {
    const filled = now({ held: { held: [kim] } });
    expect(undo([made], [filled])).toMatchObject({
      ...nothing,
      stays: ['team team_docs: others have added Kim'],
    });
    const { requests, contents } = undo([made], [filled], { withContents: true });
    expect(requests).toHaveLength(1);
    expect(contents).toMatchObject([{ of: { kind: 'team', id: 'team_docs' }, held: [{ name: 'Kim' }] }]);
  });

  test('is marked as filled only if nothing else keeps it', () => {
    const isFilled = (now: Present) => {
      const present = new Map([[thingKey(made), now]]);
      return restore([made], present, { org }).stays.map((one) => one.isFilled === true);
    };
    expect(isFilled({ value: { title: 'New' }, held: { held: [kim] } })).toEqual([true]);
    expect(isFilled({ value: { title: 'Theirs' }, held: { held: [kim] } })).toEqual([false]);
  });

  test('may show the number of what it was made with', () => {
    const withMembers = thing('team', docs, [null, { title: 'New', members: ['user_a'] }]);
    const shown: There = [withMembers, { value: { title: 'New', members: 1 } }];
    expect(undo([withMembers], [shown]).requests).toMatchObject([{ operation: 'teams.delete' }]);
  });

  test('is deleted with what the run itself has put into it', () => {
    const { requests, contents } = undo([made], [now({ held: { held: [{ ...kim, isOwn: true }] } })]);
    expect(requests).toHaveLength(1);
    expect(contents).toEqual([]);
  });

  test('stays if it is not known what is in it', () => {
    const unread = now({ held: { held: [], unknown: '403' } });
    expect(undo([made], [unread]).stays).toEqual(['team team_docs: what is in it is not known: 403']);
    expect(undo([made], [unread], { withContents: true }).requests).toHaveLength(1);
  });

  test('stays if one of its ties has been changed since', () => {
    const tie = thing('team-member', { ...docs, user: 'user_pat' }, [null, { role: 'member' }]);
    const withTie = { ...made, ties: [tie] };
    const role = (value: Fields | null): There => [tie, { value }];
    expect(undo([withTie], [now(), role({ role: 'member' })]).requests).toMatchObject([
      { operation: 'teams.delete' },
    ]);
    const ended = thing('team-member', tie.ids, [null, null]);
    const unread: There = [ended, { unknown: '403' }];
    expect(undo([{ ...made, ties: [ended] }], [now(), unread]).requests).toEqual([]);
    expect(undo([withTie], [now(), role({ role: 'owner' })]).stays).toEqual([
      'team team_docs: members has been changed since',
      'user_pat in team team_docs: it has been changed since',
    ]);
  });

  test('cannot be taken away where no operation does it', () => {
    const space = thing('space', { space: 'space_a' }, [null, { parent: null }]);
    expect(undo([space], [[space, { value: { parent: null } }]]).lost).toEqual([
      'space space_a: the service has no operation to take it away',
    ]);
  });
});

describe('ties', () => {
  const member = (user: string, before: string | null, after: string | null, more: More = {}) =>
    thing(
      'team-member',
      { ...docs, user },
      [before === null ? null : { role: before }, after === null ? null : { role: after }],
      more,
    );
  const is = (one: ChangedThing, role: string | null, more: Present = {}): There => [
    one,
    { ...more, value: role === null ? null : { role } },
  ];

  test('of one thing come back together', () => {
    const all = [
      member('user_a', null, 'member'),
      member('user_b', 'member', null),
      member('user_c', 'owner', 'member'),
    ] as const;
    const there = [is(all[0], 'member'), is(all[1], null), is(all[2], 'member')];
    expect(undo(all, there).requests).toEqual([
      {
        ...{ operation: 'teams.members.update', id: 'team_docs' },
        body: {
          add: ['user_b'],
          memberships: { user_c: { role: 'owner' } },
          remove: ['user_a'],
        },
      },
    ]);
  });

  test('that others have changed stay, and the others come back', () => {
    const [one, other] = [member('user_a', 'member', 'owner'), member('user_b', 'member', 'owner')];
    const { requests, stays } = undo([one, other], [is(one, 'editor', { name: 'Docs' }), is(other, 'owner')]);
    expect(requests).toMatchObject([{ body: { memberships: { user_b: { role: 'member' } } } }]);
    expect(stays).toEqual(['user_a in team "Docs" (team_docs): it has been changed since']);
  });

  test.each<[string, ChangedThing, Present, Partial<ReturnType<typeof undo>>]>([
    ['as before', member('user_a', 'member', 'owner'), { value: { role: 'member' } }, nothing],
    [
      'unclear, and as wanted',
      member('user_a', 'member', 'owner', { isUnclear: true }),
      { value: { role: 'owner' } },
      { ...nothing, stays: ['user_a in team team_docs: it is not known whether the run has changed it'] },
    ],
    [
      'unclear, and as before',
      member('user_a', 'member', 'owner', { isUnclear: true }),
      { value: { role: 'member' } },
      nothing,
    ],
    [
      'not known before',
      member('user_a', null, 'owner', { unknown: '403' }),
      { value: { role: 'owner' } },
      { ...nothing, lost: ['members of team team_docs: its value before is not known: 403'] },
    ],
    [
      'not known now',
      member('user_a', 'member', 'owner'),
      { unknown: '403' },
      { ...nothing, stays: ['members of team team_docs: its present value is not known: 403'] },
    ],
    [
      'in a team that is gone',
      member('user_a', 'member', null),
      { value: null, isPlaceGone: true },
      { ...nothing, stays: ['members of team team_docs: it no longer exists'] },
    ],
    [
      'planned',
      member('user_a', 'member', null, { planned: 'not read' }),
      { value: null },
      { stays: [], planned: ['members of team team_docs: not read'] },
    ],
  ])('%s', (_, one, now, expected) => {
    expect(undo([one], [[one, now]])).toMatchObject(expected);
  });

  test('that stay for the same reason are named once', () => {
    const all = ['user_a', 'user_b'].map((user) => member(user, 'member', 'owner'));
    expect(
      undo(
        all,
        all.map((one): There => [one, { unknown: '403' }]),
      ).stays,
    ).toHaveLength(1);
  });

  test('of a person who is gone cannot come back', () => {
    const one = member('user_a', 'member', null);
    const gone = new Set([thingKey({ kind: 'member', ids: { org, user: 'user_a' } })]);
    expect(undo([one], [is(one, null)], { gone })).toMatchObject({
      requests: [],
      lost: ['user_a in team team_docs: no longer in the organization'],
    });
  });

  test('the role of a guest is a role', () => {
    const ids = { space: 'space_a', team: 'team_docs' };
    const none = thing('space-team', ids, [null, { role: null }]);
    expect(undo([none], [[none, { value: { role: null } }]]).requests).toMatchObject([
      { operation: 'spaces.permissions.remove' },
    ]);
    const guest = thing('space-team', ids, [{ role: null }, { role: 'edit' }]);
    expect(undo([guest], [[guest, { value: { role: 'edit' } }]]).requests).toMatchObject([
      { operation: 'spaces.permissions.set', body: { role: null } },
    ]);
  });
});

describe('the order', () => {
  const site = (id: string, before: string, after: string) =>
    thing('site', { org, site: id }, [{ basename: before }, { basename: after }]);
  const now = (one: ChangedThing): There => [one, { value: one.after }];

  test('is that of the run from its end', () => {
    const [one, other] = ['a', 'b'].map((id) =>
      thing('team', { org, team: id }, [{ title: id }, { title: 'New' }]),
    ) as [ChangedThing, ChangedThing];
    const { requests } = undo([one, other], [now(one), now(other)]);
    expect(requests.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('deletes a thing after all that uses it', () => {
    const team = thing('team', docs, [null, { title: 'New' }]);
    const saml = thing('saml', { org, provider: 'saml_a' }, [
      { defaultTeam: 'a' },
      { defaultTeam: 'team_docs' },
    ]);
    const role = thing('space-team', { space: 'space_a', team: 'team_docs' }, [null, { role: 'edit' }]);
    const member = thing('team-member', { ...docs, user: 'user_a' }, [null, { role: 'member' }]);
    const other = thing('team', { org, team: 'team_b' }, [{ title: 'B' }, { title: 'C' }]);
    const all = [other, team, saml, role, member];
    const { requests } = undo(all, all.map(now));
    expect(requests.map(({ operation, requires }) => [operation, requires])).toEqual([
      ['teams.members.update', undefined],
      ['spaces.permissions.remove', undefined],
      ['saml.update', undefined],
      ['teams.delete', [0, 1, 2]],
      ['teams.update', undefined],
    ]);
  });

  test('gives up a basename before another site gets it', () => {
    const [one, other] = [site('a', 'docs', 'old'), site('b', 'help', 'docs')];
    const { requests } = undo([one, other], [now(one), now(other)]);
    expect(requests.map(({ id }) => id)).toEqual(['b', 'a']);
    const turned = undo([other, one], [now(one), now(other)]);
    expect(turned.requests.map(({ id, requires }) => [id, requires])).toEqual([
      ['b', undefined],
      ['a', [0]],
    ]);
  });

  test('lets two sites swap their basenames by way of another one', () => {
    const [one, other] = [site('a', 'docs', 'help'), site('b', 'help', 'docs')];
    const { requests } = undo([one, other], [now(one), now(other)]);
    const names = requests.map(({ body }) => (body as Fields).basename);
    expect(names).toHaveLength(3);
    expect(names.filter((name) => String(name).endsWith('-moving'))).toHaveLength(1);
    expect(names.slice(1).sort()).toEqual(['docs', 'help']);
  });

  test('gives a custom field its options back before values need them', () => {
    const field = thing('custom-field', { org, field: 'state' }, [
      { options: ['draft', 'live'] },
      { options: ['live'] },
    ]);
    const value = thing('space-field', { space: 'space_a', field: 'state' }, [
      { value: 'draft' },
      { value: 'live' },
    ]);
    const { requests } = undo([field, value], [now(field), now(value)]);
    expect(requests.map(({ operation, requires }) => [operation, requires])).toEqual([
      ['custom-fields.update', undefined],
      ['custom-fields.values.set', [0]],
    ]);
  });

  test('takes things out of what is deleted before that', () => {
    const made = thing('collection', guides, [null, { title: 'New' }]);
    const inside = thing('collection', { collection: 'col_a' }, [{ parent: null }, { parent: 'col_guides' }]);
    const held = { kind: 'collection', ids: { collection: 'col_a' }, name: 'A', isOwn: true };
    const filled: There = [made, { value: { title: 'New' }, held: { held: [held] } }];
    // What stays in it would end with it, also where the run has put it there.
    expect(undo([made], [filled]).stays).toEqual(['collection col_guides: A stays in it']);
    const { requests } = undo([made, inside], [filled, now(inside)]);
    expect(requests.map(({ operation, requires }) => [operation, requires])).toEqual([
      ['collections.move', undefined],
      ['collections.delete', [0]],
    ]);
  });

  test('takes things out of what the run has made before that is deleted', () => {
    const made = thing('collection', guides, [null, { title: 'New' }]);
    const inside = thing('collection', { collection: 'col_a' }, [null, { title: 'A', parent: 'col_guides' }]);
    const held = { kind: 'collection', ids: { collection: 'col_a' }, name: 'A', isOwn: true };
    const there: There[] = [
      [made, { value: { title: 'New' }, held: { held: [held] } }],
      [inside, { value: { title: 'A', parent: 'col_guides' } }],
    ];
    expect(undo([inside, made], there).requests.map(({ id }) => id)).toEqual(['col_a', 'col_guides']);
  });
});
