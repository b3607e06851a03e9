import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/change.ts';
import { narrowedFirst } from '../../../src/domain/reach/narrowed-first.ts';

const change = (kind: string, before: Change['before'], after: Change['after'], params = {}): Change => ({
  ...{ action: 'update', kind, ref: {}, name: kind, operation: '', requires: [] },
  ...{ before, after, input: { params } },
});
const member = (from: string | null, to: string | null | undefined) =>
  change('member', { role: from }, to === undefined ? null : { role: to });
const level = (from: string | null, to: string | null) =>
  change('collection', { defaultLevel: from }, { defaultLevel: to });
const role = (team: string, from: string | null, to: string | null) =>
  change('space-team', { role: from }, { role: to }, { team });
const moved = change('collection', { parent: 'a' }, { parent: 'b' });
const memberOf = (user: string, ...[from, to]: Parameters<typeof member>) => {
  return { ...member(from, to), input: { params: { user } } };
};
const people = (team: string) => change('team-members', { user: null }, { user: 'member' }, { team });

/** Returns what each change requires. */
const requires = (...changes: readonly Change[]) => narrowedFirst(changes).map((one) => one.requires);

describe('a team', () => {
  test('gets members when its roles have fallen', () => {
    expect(requires(people('a'), role('a', 'edit', 'read'))).toEqual([[1], []]);
    expect(requires(people('a'), role('a', 'read', null))).toEqual([[1], []]);
  });

  test.each(['space-teams', 'collection-teams'])('has roles in changes of %s', (kind) => {
    const ended = change(kind, { a: 'read' }, { a: null }, { team: 'a' });
    expect(requires(people('a'), ended)).toEqual([[1], []]);
  });

  test.each(['space-team', 'collection-team'])('gets one member when its %s has fallen', (kind) => {
    const falls = change(kind, { role: 'edit' }, { role: 'read' }, { team: 'a' });
    const one = change('team-member', null, { role: 'member' }, { team: 'a' });
    expect(requires(one, falls)).toEqual([[1], []]);
  });

  test('gets a role, or a higher one, when people have left it', () => {
    const leaves = change('team-members', { user: 'member' }, { user: null }, { team: 'a' });
    expect(requires(role('a', 'read', 'edit'), leaves)).toEqual([[1], []]);
    expect(requires(role('a', null, 'read'), leaves)).toEqual([[1], []]);
    expect(requires(leaves, role('a', 'edit', 'read'))).toEqual([[], []]);
  });

  describe('whose roles hide others', () => {
    const on = (kind: string, from: string | null, to: string | null, team = 'a') =>
      change(`${kind}-team`, { role: from }, { role: to }, { team });
    const inside = (...changes: readonly Change[]) =>
      narrowedFirst(
        changes,
        (at) => [['space', 'inner', 'outer'], ['inner', 'outer'], ['outer']][at] as string[],
      ).map((one) => one.requires);

    test('loses them after those around them have fallen', () => {
      const [space, inner] = [on('space', 'read', null), on('collection', 'edit', null)];
      expect(inside(space, inner, on('collection', 'admin', null))).toEqual([[1, 2], [2], []]);
      expect(inside(space, inner, on('collection', 'admin', 'edit'))).toEqual([[1, 2], [2], []]);
    });

    test('gets them before those around them rise', () => {
      const [space, inner] = [on('space', null, 'read'), on('collection', null, 'edit')];
      expect(inside(space, inner, on('collection', null, 'admin'))).toEqual([[], [0], [0, 1]]);
      expect(inside(space, inner, on('collection', 'read', 'admin'))).toEqual([[], [0], [0, 1]]);
    });

    test('has them changed in any order where one hides the other before and afterwards', () => {
      const changes = [on('space', 'edit', 'read'), on('collection', 'read', 'edit')] as const;
      expect(inside(...changes, on('collection', 'admin', null))).toEqual([[], [], []]);
    });

    test('has nothing to do with the roles of another one', () => {
      const other = on('collection', 'admin', null, 'b');
      expect(inside(on('space', 'read', null), other, other)).toEqual([[], [2], []]);
    });
  });

  test('has nothing to do with the roles of another one, and none with the same role', () => {
    expect(requires(people('a'), role('b', 'edit', 'read'), role('b', 'read', 'edit'))).toEqual([[], [], []]);
    expect(requires(people('a'), role('a', 'edit', 'edit'))).toEqual([[], []]);
  });
});

describe('roles in the organization', () => {
  test.each([
    ['falls', level('edit', 'read')],
    ['is set', level('inherit', 'read')],
    ['is no access now', level('read', null)],
    ['is left to the collection above', level('admin', 'inherit')],
    ['is that of another collection', moved],
    ['of a space falls', change('space', { defaultLevel: 'edit' }, { defaultLevel: 'read' })],
  ])('rise after a default level %s', (_, first) => {
    expect(requires(member('read', 'edit'), first)).toEqual([[1], []]);
    expect(requires(member(null, 'read'), first)).toEqual([[1], []]);
  });

  test('do not wait for default levels that rise', () => {
    expect(requires(member('read', 'edit'), level('read', 'edit'))).toEqual([[], []]);
    expect(requires(member('read', 'edit'), level(null, 'read'))).toEqual([[], []]);
  });

  test.each([
    ['a lower one', member('edit', 'read')],
    ['that of a guest', member('read', null)],
    ['none', member(null, undefined)],
  ])('become %s before a default level rises, or is left to them', (_, falls) => {
    expect(requires(level('read', 'inherit'), falls)).toEqual([[1], []]);
    expect(requires(level('read', 'edit'), falls)).toEqual([[1], []]);
    expect(requires(level('edit', 'read'), falls)).toEqual([[], []]);
  });

  test('rise for those who sign in as for members', () => {
    const provider = change('saml', { defaultRole: 'read' }, { defaultRole: 'edit' });
    expect(requires(provider, level('edit', 'read'))).toEqual([[1], []]);
  });

  test('rise with a new provider, also for guests, and fall with one that ends', () => {
    const made = change('saml', null, { defaultRole: null });
    expect(requires(made, level('edit', 'read'))).toEqual([[1], []]);
    const ended = change('saml', { defaultRole: null }, null);
    expect(requires(level('read', 'edit'), ended)).toEqual([[1], []]);
  });
});

describe('a team, which may have less than what is around it', () => {
  const memberships = (team: string, from: string | null, to: string | null, ...users: readonly string[]) => {
    const [before, after] = [from, to].map((role) =>
      Object.fromEntries(users.map((user) => [user, role])),
    ) as [Change['before'], Change['after']];
    return change('team-members', before, after, { team });
  };
  const joins = (team: string, ...users: readonly string[]) => memberships(team, null, 'member', ...users);
  const leaves = (team: string, ...users: readonly string[]) => memberships(team, 'member', null, ...users);

  test('gets a person before the role of that person rises', () => {
    const rises = memberOf('kim', 'read', 'edit');
    expect(requires(rises, joins('a', 'ada', 'kim'), joins('b', 'kim'))).toEqual([[1, 2], [], []]);
    const one = change('team-member', null, { role: 'member' }, { team: 'a', user: 'kim' });
    expect(requires(rises, one)).toEqual([[1], []]);
    expect(requires(rises, leaves('a', 'kim'), memberships('b', 'owner', 'member', 'kim'))).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('loses a person after the role of that person has fallen', () => {
    const falls = memberOf('kim', 'edit', 'read');
    expect(requires(leaves('a', 'ada', 'kim'), falls)).toEqual([[1], []]);
    const one = change('team-member', { role: 'member' }, null, { team: 'a', user: 'kim' });
    expect(requires(one, falls)).toEqual([[1], []]);
    expect(requires(joins('a', 'kim'), falls)).toEqual([[], []]);
  });

  test('has nothing to do with the roles of other people', () => {
    const others = [memberOf('ada', 'read', 'edit'), memberOf('noa', 'edit', 'read')];
    expect(requires(...others, joins('a', 'kim'), leaves('b', 'kim'))).toEqual([[], [], [], []]);
  });

  test('has nothing to do with default levels: what is refused there keeps no one in a team', () => {
    expect(requires(leaves('a', 'kim'), joins('b', 'kim'), level('edit', 'read'))).toEqual([[], [], []]);
    expect(requires(level('read', 'edit'), joins('a', 'kim'), leaves('b', 'kim'))).toEqual([[], [], []]);
  });

  test('does not keep a new administrator from coming before the last one goes', () => {
    const goes = { ...memberOf('ada', 'admin', 'read'), requires: [0] };
    const both = change(
      'team-members',
      { ada: 'member', kim: null },
      { ada: null, kim: 'member' },
      { team: 'a' },
    );
    expect(requires(memberOf('kim', 'read', 'admin'), both, goes)).toEqual([[], [2], [0]]);
  });

  test('of very many people is ordered by person', () => {
    const users = Array.from({ length: 20_000 }, (_, at) => `user_${at}`);
    const teams = users.flatMap((_, at) =>
      at % 100 === 0 ? [joins(`${at}`, ...users.slice(at, at + 100))] : [],
    );
    const all = requires(...users.map((user) => memberOf(user, 'read', 'edit')), ...teams);
    expect(all.reduce((sum, one) => sum + one.length, 0)).toBe(users.length);
  });
});

test('default levels fall in any order: one that is refused keeps no other', () => {
  const falls = [level('edit', 'read'), level('admin', 'edit')];
  expect(requires(...falls, member('read', 'edit'), level('read', 'inherit'))).toEqual([[], [], [3], [0, 1]]);
  expect(requires(...falls, member('read', 'edit'))).toEqual([[], [], [0, 1]]);
});

test('default levels fall first and rise last; those inside are set before and left to others after those around', () => {
  const changes = [
    ...[level('read', 'edit'), level('inherit', 'edit'), level('inherit', 'read')],
    ...[level('edit', 'inherit'), level('read', 'inherit'), level('edit', 'read')],
  ];
  expect(requires(...changes)).toEqual([[4], [2], [5], [1], [3], []]);
});

test('where things are changes between what is set and what is left to others', () => {
  expect(requires(level('edit', 'inherit'), moved, level('inherit', 'read'))).toEqual([[1], [2], []]);
});

test('what is made and deleted, and other values, wait for nothing', () => {
  const made = change('collection', null, { defaultLevel: 'inherit' });
  const ended = change('collection', { defaultLevel: 'admin' }, null);
  const renamed = change('collection', { title: 'One' }, { title: 'Two' });
  expect(requires(member('read', 'edit'), made, ended, renamed)).toEqual([[], [], [], []]);
  expect(requires(member('read', 'edit'), level('inherit', 'inherit'))).toEqual([[], []]);
});

test('nothing requires itself, also by way of others', () => {
  const falls = { ...role('a', 'edit', 'read'), requires: [0] };
  expect(requires(people('a'), falls)).toEqual([[], [0]]);
  const already = { ...people('a'), requires: [1] };
  expect(narrowedFirst([already, role('a', 'edit', 'read')])[0]).toBe(already);
});

describe('in a site', () => {
  const site = (from: string, to: string) =>
    change('site', { visibility: from }, { visibility: to }, { site: 'a' });
  const adaptive = (from: boolean, to: boolean) =>
    change(
      'site',
      { adaptiveContent: { enabled: from } },
      { adaptiveContent: { enabled: to } },
      { site: 'a' },
    );
  const section = (from: string | null, to: string | null) =>
    change('section', { condition: from }, { condition: to }, { site: 'a' });
  const joins = change('site-space', null, { path: 'new' }, { site: 'a' });
  const leaves = change('site-space', { path: 'old' }, null, { site: 'a' });

  test('fewer read it before anything in it changes, and more afterwards', () => {
    expect(requires(joins, site('public', 'visitor-auth'))).toEqual([[1], []]);
    expect(requires(section('a', null), adaptive(false, true))).toEqual([[1], []]);
    expect(requires(site('visitor-auth', 'public'), leaves)).toEqual([[1], []]);
    expect(requires(adaptive(true, false), leaves, joins)).toEqual([[1, 2], [], []]);
  });

  test('a condition is set before spaces come, and lifted when others have gone', () => {
    expect(requires(joins, section(null, 'a'))).toEqual([[1], []]);
    expect(requires(section('a', null), leaves)).toEqual([[1], []]);
  });

  test('the order of spaces, titles, and other sites wait for nothing', () => {
    const titled = change('section', { title: 'A' }, { title: 'B' }, { site: 'a' });
    const moved = change('site-space', { position: 1 }, { position: 2 }, { site: 'a' });
    const other = change('site-space', null, { path: 'new' }, { site: 'b' });
    expect(requires(titled, moved, other, site('public', 'unlisted'))).toEqual([[], [], [], []]);
  });
});
