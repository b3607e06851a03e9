import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/domain/change.ts';
import { type Fields, type Ids, thingKey } from '../../src/model/effects/facts.ts';
import { type Drift, driftOf, openChanges } from '../../src/work/changed-since.ts';
import type { JournalRecord, State, TaskState } from '../../src/work/journal/journal-schema.ts';
import { contentOf } from '../../src/work/journal/read-journal.ts';
import { hashOf } from '../../src/work/undo/drift.ts';
import type { Present } from '../../src/work/undo/present.ts';

const org = 'org_acme';

const change = (
  kind: string,
  operation: string,
  { params, body }: { params: Record<string, string>; body?: unknown },
  [before, after]: readonly [Fields | null, Fields | null],
): Change => ({
  ...{ action: 'update', kind, ref: params, name: `${kind} "Docs"`, operation, requires: [] },
  ...{ before, after, input: { params, ...(body !== undefined && { body }) } },
});

const docs = { org, team: 'team_docs' };
const rename = (from: string, title: string) =>
  change('team', 'teams.update', { params: docs, body: { title } }, [{ title: from }, { title }]);
const endTeam = (before: Fields) => change('team', 'teams.delete', { params: docs }, [before, null]);
const member = (role: string | null) => ({ kind: 'team-member', ids: { ...docs, user: 'user_kim' }, role });
const setMembers = (before: Fields, after: Fields, body: unknown) =>
  change('team-members', 'teams.members.update', { params: docs, body }, [before, after]);

/** What an earlier process has recorded about a task. */
interface Recorded {
  readonly task: number;
  /** The state of the request; none for one without an outcome. */
  readonly state?: TaskState;
  readonly before?: readonly State[];
  readonly after?: readonly State[];
}

function runOf(records: readonly Recorded[]) {
  const header = { type: 'run' } as JournalRecord;
  const content = contentOf([
    header,
    ...records.flatMap(({ task, state, before, after }): JournalRecord[] => [
      { type: 'intent', task, call: 0, operation: '', params: {}, at: '', before },
      ...(state ? [{ type: 'outcome', task, call: 0, state, after } as const] : []),
    ]),
  ]);
  return {
    history: (task: number) => content?.tasks.get(task),
    before: () => undefined,
  };
}

type There = readonly [kind: string, ids: Ids, value: Fields | null, more?: Present];

/** Returns what others have changed since the run began, by the index of the change. */
function drift(
  changes: readonly Change[],
  there: readonly There[],
  records: readonly Recorded[] = [],
  isRecorded?: true,
): ReadonlyMap<number, Drift> {
  const open = openChanges(runOf(records), { changes, isRecorded });
  const nothing: Present = {};
  const present = new Map<string, Present>(open.map((one) => [thingKey(one), nothing]));
  for (const [kind, ids, value, more] of there) present.set(thingKey({ kind, ids }), { ...more, value });
  return driftOf(open, present);
}

const conflicts = (...given: Parameters<typeof drift>) =>
  [...drift(...given)].map(([place, found]) => [place, found.conflicts]);
const teamIs = (fields: Fields | null): There => ['team', docs, fields];

describe('a field', () => {
  test.each([
    ['as before', { title: 'Docs' }, []],
    ['as the change leaves it', { title: 'Writers' }, []],
    ['anything else', { title: 'Theirs' }, ['title']],
    ['without a value', {}, ['title']],
  ])('that is %s', (_, now, expected) => {
    expect(conflicts([rename('Docs', 'Writers')], [teamIs(now)])).toEqual([[0, expected]]);
  });

  test('may have a value that an earlier request of the run has left, or may have left', () => {
    const both = [rename('Docs', 'Between'), rename('Between', 'Writers')];
    const now = teamIs({ title: 'Between' });
    expect(conflicts(both, [now], [{ task: 0, state: 'done' }])).toEqual([[1, []]]);
    const first = [rename('Docs', 'Between'), rename('Docs', 'Writers')];
    expect(conflicts(first, [now], [{ task: 0 }])).toEqual([
      [0, []],
      [1, []],
    ]);
    expect(conflicts(first, [now], [{ task: 0, state: 'failed' }])).toEqual([
      [0, []],
      [1, ['title']],
    ]);
  });

  test('may have the value that the answer to an earlier request had', () => {
    const left: State = { kind: 'team', ids: docs, value: { title: 'As the service writes it' } };
    const changes = [rename('Docs', 'As the service'), rename('Docs', 'Writers')];
    const now = teamIs({ title: 'As the service writes it' });
    const done = { task: 0, state: 'done', after: [left] } as const;
    expect(conflicts(changes, [now], [done])).toEqual([[1, []]]);
    expect(conflicts(changes, [now], [{ task: 0, state: 'done' }])).toEqual([[1, ['title']]]);
  });

  test('may have a long value of which the journal has the hash', () => {
    const left: State = { kind: 'team', ids: docs, value: { title: { $sha256: hashOf('Long') } } };
    const done = { task: 0, state: 'done', after: [left] } as const;
    const changes = [rename('Docs', 'Between'), rename('Docs', 'Writers')];
    expect(conflicts(changes, [teamIs({ title: 'Long' })], [done])).toEqual([[1, []]]);
    expect(conflicts(changes, [teamIs({ title: 'Short' })], [done])).toEqual([[1, ['title']]]);
  });

  test('is not excused by a request that sets another one', () => {
    const site = { org, site: 'site_docs' };
    const set = (fields: Fields) =>
      change('site', 'sites.update', { params: site, body: fields }, [{ title: 'A', basename: 'a' }, fields]);
    const changes = [set({ basename: 'b' }), set({ title: 'B' })];
    const done = { task: 0, state: 'done' } as const;
    expect(conflicts(changes, [['site', site, {}]], [done])).toEqual([[1, ['title']]]);
  });

  test('without a value is the same as one that is not there', () => {
    const site = { org, site: 'site_docs' };
    const clear = change('site', 'sites.update', { params: site, body: { proxy: 'x' } }, [
      { proxy: null },
      { proxy: 'x' },
    ]);
    expect(conflicts([clear], [['site', site, {}]])).toEqual([[0, []]]);
  });

  test('that holds a secret, or was not read before, is not compared', () => {
    const site = { org, site: 'site_docs' };
    const set = (before: Fields) =>
      change('site', 'sites.update', { params: site, body: { title: 'New' } }, [before, { title: 'New' }]);
    expect(conflicts([set({ title: { $secret: true } })], [['site', site, { title: 'x' }]])).toEqual([
      [0, []],
    ]);
    expect(conflicts([set({ visibility: 'public' })], [['site', site, { title: 'x' }]])).toEqual([[0, []]]);
  });

  test('names the group of a section only if that is not gone', () => {
    const section = { org, site: 'site_docs', section: 'section_a' };
    const ends = change('section', 'sections.delete', { params: section }, [
      { sectionGroup: 'group_a', title: 'A' },
      null,
    ]);
    const now = (fields: Fields): There => ['section', section, { title: 'A', ...fields }];
    expect(conflicts([ends], [now({ sectionGroup: null })])).toEqual([[0, []]]);
    expect(conflicts([ends], [now({ sectionGroup: 'group_b' })])).toEqual([[0, ['sectionGroup']]]);
  });
});

describe('a thing', () => {
  test('that is gone is a conflict for what sets it, not for what ends it', () => {
    expect(conflicts([rename('Docs', 'Writers')], [teamIs(null)])).toEqual([[0, ['it no longer exists']]]);
    const [ended] = drift([endTeam({ title: 'Docs' })], [teamIs(null)]).values();
    expect(ended).toEqual({ conflicts: [], users: new Set(), isGone: true });
  });

  test('that the run itself has ended, and makes again, is none', () => {
    const again = [endTeam({ title: 'Docs' }), rename('Docs', 'Writers')];
    expect(conflicts(again, [teamIs(null)], [{ task: 0, state: 'done' }])).toEqual([[1, []]]);
  });

  test('that ends is compared by its texts: counts and lists differ by other changes of the run', () => {
    const ends = endTeam({ title: 'Docs', spaces: 3, tags: ['a'], more: { a: 1 }, hidden: 'x' });
    const now = (fields: Fields) => teamIs({ title: 'Docs', spaces: 1, tags: [], more: {}, ...fields });
    expect(conflicts([ends], [now({})])).toEqual([[0, []]]);
    expect(conflicts([ends], [now({ title: 'Theirs' })])).toEqual([[0, ['title']]]);
    const [there] = drift([ends], [now({})]).values();
    expect(there?.isGone).toBe(false);
  });

  test('of which no value can be read is left out', () => {
    expect(drift([rename('Docs', 'Writers')], []).size).toBe(0);
  });
});

describe('changes that are left', () => {
  test('are those that are not done', () => {
    const changes = [rename('Docs', 'Writers')];
    expect(openChanges(runOf([{ task: 0, state: 'done' }]), { changes })).toEqual([]);
    expect(openChanges(runOf([{ task: 0, state: 'failed' }]), { changes })).toHaveLength(1);
  });

  test('are compared with what was recorded before the run, not with what the plan says', () => {
    const before: State = { kind: 'team', ids: docs, value: { title: 'As it was' } };
    const changes = [rename('Docs', 'Writers')];
    const [now, failed] = [teamIs({ title: 'As it was' }), { task: 0, state: 'failed' } as const];
    expect(conflicts(changes, [now], [{ ...failed, before: [before] }], true)).toEqual([[0, []]]);
    expect(conflicts(changes, [now], [{ ...failed, before: [before] }])).toEqual([[0, []]]);
    expect(conflicts(changes, [now], [failed])).toEqual([[0, ['title']]]);
    expect(conflicts(changes, [now], [failed], true)).toEqual([]);
    const unread: State = { kind: 'team', ids: docs, unknown: 'the token may not read it' };
    expect(conflicts(changes, [now], [{ ...failed, before: [unread] }])).toEqual([]);
  });

  test('make nothing new, and name nothing that is not made yet', () => {
    const made = change('team', 'teams.create', { params: { org }, body: { title: 'New' } }, [
      null,
      { title: 'New' },
    ]);
    const inIt = {
      ...setMembers({ user_kim: null }, { user_kim: 'member' }, { add: ['user_kim'] }),
      input: { params: { org, team: { $change: 0 } }, body: { add: ['user_kim'] } },
    };
    expect(openChanges(runOf([]), { changes: [made, inIt] })).toEqual([]);
  });
});

describe('a membership', () => {
  const add = setMembers({ user_kim: null }, { user_kim: 'member' }, { add: ['user_kim'] });
  const raise = setMembers(
    { user_kim: 'member' },
    { user_kim: 'owner' },
    {
      memberships: { user_kim: { role: 'owner' } },
    },
  );
  const remove = setMembers({ user_kim: 'member' }, { user_kim: null }, { remove: ['user_kim'] });
  const kim = (role: string | null, more: Present = {}): There => {
    const { kind, ids } = member(role);
    return [kind, ids, role === null ? null : { role }, more];
  };
  const users = (...given: Parameters<typeof drift>) =>
    [...drift(...given).values()].map((one) => [...one.users]);

  test.each([
    ['as before', 'member', []],
    ['as wanted', 'owner', []],
    ['another role', 'editor', ['user_kim']],
  ])('that is %s', (_, role, expected) => {
    expect(users([raise], [kim(role)])).toEqual([expected]);
  });

  test.each([
    ['not there', null, []],
    ['made by others', 'member', []],
    ['made by others with another role', 'owner', ['user_kim']],
  ])('that is to be made, and is %s', (_, role, expected) => {
    expect(users([add], [kim(role, { name: 'Docs' })])).toEqual([expected]);
  });

  test('is one of several of its change', () => {
    const both = setMembers(
      { user_kim: 'member', user_pat: 'member' },
      { user_kim: null, user_pat: null },
      {
        remove: ['user_kim', 'user_pat'],
      },
    );
    const pat: There = ['team-member', { ...docs, user: 'user_pat' }, { role: 'owner' }];
    const [found] = drift([both], [kim('owner'), pat]).values();
    expect(found?.conflicts).toHaveLength(2);
    expect([...(found?.users ?? [])]).toEqual(['user_kim', 'user_pat']);
  });

  test('of another user is named by the person and the team', () => {
    const now = kim('editor', { name: 'Docs', tied: { name: 'Kim' } });
    expect(conflicts([raise], [now])).toEqual([[0, ['Kim (user_kim) in team "Docs" (team_docs)']]]);
  });

  test('of a team that is gone is one that no longer exists', () => {
    expect(conflicts([raise], [kim(null, { isPlaceGone: true })])).toEqual([[0, ['it no longer exists']]]);
    expect(conflicts([raise], [kim(null, { name: 'Docs', tied: { name: 'Kim' } })])).toEqual([
      [0, ['Kim (user_kim) in team "Docs" (team_docs)']],
    ]);
  });

  test('that was to end, and is gone, leaves something to do only if a request may do more', () => {
    const isGone = (one: Change, now: There) => [...drift([one], [now]).values()][0]?.isGone;
    expect(isGone(remove, kim(null))).toBe(false);
    const alone = change('team-member', 'teams.members.remove', { params: member(null).ids }, [
      { role: 'member' },
      null,
    ]);
    expect(isGone(alone, kim(null))).toBe(true);
    expect(isGone(alone, kim('member'))).toBe(false);
  });
});

describe('the group of a section', () => {
  const params = { org, site: 'site_docs', group: 'group_a', section: 'section_a' };
  const section = { org, site: 'site_docs', section: 'section_a' };
  const takeOut = change('section', 'section-groups.remove-section', { params }, [
    { sectionGroup: 'group_a' },
    { sectionGroup: null },
  ]);

  test('that is gone leaves nothing to do', () => {
    const before: State = { kind: 'section', ids: section, value: { sectionGroup: 'group_a' } };
    const records = [{ task: 0, state: 'failed', before: [before] } as const];
    const isGone = (fields: Fields) =>
      [...drift([takeOut], [['section', section, fields]], records).values()].map((one) => one.isGone);
    expect(isGone({ sectionGroup: null })).toEqual([true]);
    expect(isGone({ sectionGroup: 'group_a' })).toEqual([false]);
  });
});

describe('the role of a team on a place', () => {
  const ids = { space: 'space_a', team: 'team_docs' };
  const give = change('space-teams', 'spaces.permissions.set', { params: ids, body: { role: 'edit' } }, [
    { team_docs: 'read' },
    { team_docs: 'edit' },
  ]);

  test('that others have changed is named by the change itself', () => {
    expect(conflicts([give], [['space-team', ids, { role: 'admin' }]])).toEqual([[0, ['']]]);
    expect(conflicts([give], [['space-team', ids, null]])).toEqual([[0, ['']]]);
    expect(conflicts([give], [['space-team', ids, { role: 'read' }]])).toEqual([[0, []]]);
  });
});

describe('the order of a list', () => {
  const site = { org, site: 'site_docs' };
  const order: State = { kind: 'section-order', ids: site, value: { '': ['a', 'b', 'c'] } };
  const move = (section: string, before: string) =>
    change(
      'section',
      'sections.move',
      { params: { ...site, section }, body: { position: { before: { type: 'section', id: before } } } },
      [{}, {}],
    );
  const end = change('section', 'sections.delete', { params: { ...site, section: 'b' } }, [
    { title: 'B' },
    null,
  ]);
  const listed = (...ids: string[]): There => ['section-order', site, { '': ids }];
  const failed = { task: 0, state: 'failed', before: [order] } as const;

  test('is a conflict where things stand otherwise than before and afterwards', () => {
    const found = (...ids: string[]) => conflicts([move('c', 'a')], [listed(...ids)], [failed]);
    expect(found('a', 'b', 'c')).toEqual([[0, []]]);
    expect(found('c', 'a', 'b')).toEqual([[0, []]]);
    expect(found('b', 'a', 'c')).toEqual([[0, ['']]]);
  });

  test('is none where others have added something, or deleted it', () => {
    const found = (...ids: string[]) => conflicts([move('c', 'a')], [listed(...ids)], [failed]);
    expect(found('a', 'new', 'b', 'c')).toEqual([[0, []]]);
    expect(found('b', 'c')).toEqual([[0, []]]);
  });

  test('is as requests of the run have left it', () => {
    const changes = [move('c', 'a'), move('b', 'c')];
    const done = { task: 0, state: 'done', before: [order] } as const;
    expect(conflicts(changes, [listed('c', 'a', 'b')], [done])).toEqual([[1, []]]);
    expect(conflicts(changes, [listed('a', 'c', 'b')], [done])).toEqual([[1, ['']]]);
  });

  test('is not looked at for what a request without an outcome may have moved', () => {
    const changes = [move('c', 'a'), move('c', 'b')];
    const open = { task: 0, before: [order] } as const;
    const now = (...ids: string[]) => conflicts(changes, [listed(...ids)], [open]);
    expect(now('c', 'a', 'b')[1]).toEqual([1, []]);
    expect(now('a', 'c', 'b')[1]).toEqual([1, []]);
    expect(now('c', 'b', 'a')[1]).toEqual([1, ['']]);
  });

  test('is none where nothing is known of it', () => {
    const [changes, empty] = [[move('c', 'a')], { ...order, value: {} }];
    expect(conflicts(changes, [['section-order', site, null]], [failed])).toEqual([[0, []]]);
    expect(conflicts(changes, [listed('b', 'a')], [{ ...failed, before: [empty] }])).toEqual([[0, []]]);
  });

  test('is all that a move is about', () => {
    const moved: State = { kind: 'section', ids: { ...site, section: 'c' }, value: { title: 'C' } };
    const open = openChanges(runOf([{ ...failed, before: [order, moved] }]), { changes: [move('c', 'a')] });
    expect(open.map(({ kind }) => kind)).toEqual(['section-order']);
  });

  test('does not matter to what ends, nor to what may have been made', () => {
    expect(conflicts([end], [listed('c', 'b', 'a')], [failed])).toEqual([[0, []]]);
    const params = { params: site, body: { spaceId: 'space_a' } };
    const changes = [change('section', 'sections.create', params, [null, { title: 'New' }])];
    const kinds = (record: Recorded) => openChanges(runOf([record]), { changes }).map(({ kind }) => kind);
    expect(kinds(failed)).toContain('section-order');
    expect(kinds({ task: 0, before: [order] })).toEqual([]);
  });

  test('has nothing left to do with a thing that is gone', () => {
    const before: readonly State[] = [
      order,
      { kind: 'section', ids: { ...site, section: 'b' }, value: { title: 'B' } },
    ];
    const gone: There[] = [listed('a', 'c'), ['section', { ...site, section: 'b' }, null]];
    const [found] = drift([end], gone, [{ ...failed, before }]).values();
    expect(found).toEqual({ conflicts: [], users: new Set(), isGone: true });
  });
});
