import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/change.ts';
import { type Fields, type Ids, thingKey } from '../../../src/model/effects/facts.ts';
import { operationOf } from '../../../src/model/operations.ts';
import type { JournalContent } from '../../../src/work/journal/journal.ts';
import type { JournalRecord, State } from '../../../src/work/journal/journal-schema.ts';
import { contentOf } from '../../../src/work/journal/read-journal.ts';
import { changedThings, type RecordedRequest } from '../../../src/work/undo/changed-things.ts';
import { recordedRequests, statesIn } from '../../../src/work/undo/recorded-requests.ts';

const org = 'org_acme';
const docs = { org, team: 'team_docs' };

type More = Partial<Omit<RecordedRequest, 'op' | 'input'>>;

function request(operation: string, params: Record<string, string>, body?: Fields, more: More = {}) {
  const input = { params, ...(body !== undefined && { body }) };
  return { op: operationOf(operation), input, isDone: true, ...more } as RecordedRequest;
}

const stateOf = (kind: string, ids: Ids, value: Fields | null, more: Partial<State> = {}): State => ({
  ...{ kind, ids, value },
  ...more,
});

const rename = (title: string, before?: string, more: More = {}) =>
  request(
    'teams.update',
    docs,
    { title },
    {
      ...(before !== undefined && { before: [stateOf('team', docs, { title: before })] }),
      ...more,
    },
  );

const things = (requests: readonly RecordedRequest[], recorded?: readonly State[]) =>
  changedThings(requests, 'not in the journal', recorded);

describe('a thing', () => {
  test('has the values before the first request, and those of the last', () => {
    expect(things([rename('Between', 'Docs'), rename('Writers', 'Between')])).toEqual([
      {
        ...{ kind: 'team', ids: docs, isUnclear: false },
        ...{ before: { title: 'Docs' }, after: { title: 'Writers' } },
      },
    ]);
  });

  test('is in the order of the last request for each', () => {
    const other = request('teams.update', { org, team: 'team_b' }, { title: 'B' });
    expect(things([rename('Between'), other, rename('Writers')]).map(({ ids }) => ids.team)).toEqual([
      'team_b',
      'team_docs',
    ]);
  });

  test('has the values of the answer, where there are some', () => {
    const after = [stateOf('team', docs, { title: 'As the service writes it' })];
    expect(things([rename('Writers', 'Docs', { after })])).toMatchObject([
      { after: { title: 'As the service writes it' } },
    ]);
  });

  test('of which the journal has no value before says so', () => {
    expect(things([rename('Writers')])).toMatchObject([{ before: undefined, unknown: 'not in the journal' }]);
    const unread: State = { kind: 'team', ids: docs, unknown: '403' };
    expect(things([rename('Writers', undefined, { before: [unread] })])).toMatchObject([
      { before: undefined, unknown: '403' },
    ]);
  });

  test('has the name, and the reason for a planned value, that the journal has', () => {
    const before = [stateOf('team', docs, { title: 'Docs' }, { name: 'Docs', planned: 'not read' })];
    expect(things([rename('Writers', undefined, { before })])).toMatchObject([
      { name: 'Docs', planned: 'not read' },
    ]);
  });

  test('that was made and changed was not there before', () => {
    const made = request('teams.create', { org }, { title: 'New' }, { id: 'team_docs', task: 0 });
    expect(things([made, rename('Newer', 'New')])).toMatchObject([
      { kind: 'team', ids: docs, before: null, after: { title: 'Newer' } },
    ]);
  });

  test('that was changed and has ended keeps what the run had set', () => {
    const end = request('teams.delete', docs, undefined, {
      before: [stateOf('team', docs, { title: 'Between' })],
    });
    expect(things([rename('Between', 'Docs'), end])).toMatchObject([
      { before: { title: 'Docs' }, after: null, left: { title: 'Between' } },
    ]);
  });

  test('that was made without an outcome is not known', () => {
    expect(things([request('teams.create', { org }, { title: 'New' }, { isDone: false })])).toEqual([]);
  });
});

describe('a request without an outcome', () => {
  const open = { isDone: false } as const;

  test('counts only where no other one has changed the thing', () => {
    expect(things([rename('Writers', 'Docs', open)])).toMatchObject([
      { isUnclear: true, before: { title: 'Docs' }, after: { title: 'Writers' } },
    ]);
    expect(things([rename('Between', 'Docs'), rename('Writers', 'Between', open)])).toMatchObject([
      { isUnclear: false, after: { title: 'Between' } },
    ]);
  });

  test('is a thing of its own for the fields that no other one has set', () => {
    const site = { org, site: 'site_docs' };
    const set = (body: Fields, more: More = {}) =>
      request('sites.update', site, body, {
        before: [stateOf('site', site, { title: 'Docs', basename: 'docs' })],
        ...more,
      });
    const found = things([set({ title: 'New' }), set({ title: 'Newer', basename: 'new' }, open)]);
    expect(found.map(({ after, isUnclear }) => [after, isUnclear])).toEqual([
      [{ title: 'New' }, false],
      [{ basename: 'new' }, true],
    ]);
  });

  test('lets nothing follow', () => {
    const before = [
      stateOf('team', docs, { title: 'Docs' }),
      stateOf('space-team', { space: 'a', team: 'team_docs' }, { role: 'edit' }, { follows: 'ends' }),
    ];
    const kinds = (more: More) =>
      things([request('teams.delete', docs, undefined, { before, ...more })]).map(({ kind }) => kind);
    expect(kinds({})).toEqual(['team', 'space-team']);
    expect(kinds(open)).toEqual(['team']);
  });
});

describe('what follows', () => {
  test('ends, or loses values, with its cause', () => {
    const provider = { org, provider: 'saml_a' };
    const before = [
      stateOf('team', docs, { title: 'Docs' }),
      stateOf('space-team', { space: 'a', team: 'team_docs' }, { role: 'edit' }, { follows: 'ends' }),
      stateOf('saml', provider, { defaultTeam: 'team_docs' }, { follows: 'clears' }),
    ];
    const [team, role, saml] = things([request('teams.delete', docs, undefined, { before })]);
    const cause = thingKey({ kind: 'team', ids: docs });
    expect(team?.cause).toBeUndefined();
    expect(role).toMatchObject({ kind: 'space-team', before: { role: 'edit' }, after: null, cause });
    expect(saml).toMatchObject({
      ...{ kind: 'saml', before: { defaultTeam: 'team_docs' }, after: { defaultTeam: null }, cause },
    });
  });
});

describe('what is in a thing that the run has made', () => {
  const made = request(
    'teams.create',
    { org },
    { title: 'New', members: ['user_a'] },
    {
      ...{ id: 'team_docs', task: 0 },
    },
  );

  test('goes with it, and its ties are known', () => {
    const add = request('teams.members.update', docs, { add: ['user_b'] });
    const [team, ...others] = things([made, add]);
    expect(others).toEqual([]);
    expect(team).toMatchObject({ kind: 'team', before: null });
    expect(team?.ties).toMatchObject([{ ids: { user: 'user_b' }, before: null, after: { role: 'member' } }]);
  });

  test('was made with it, and goes with it, whatever is set in it later', () => {
    const role = request('teams.members.set', { ...docs, user: 'user_a' }, { role: 'owner' });
    const [team, ...others] = things([made, role]);
    expect([team?.ties, others]).toEqual([undefined, []]);
  });

  test('is a thing of its own elsewhere', () => {
    const role = request(
      'spaces.permissions.set',
      { space: 'space_a', team: 'team_docs' },
      { role: 'edit' },
      { before: [stateOf('space-team', { space: 'space_a', team: 'team_docs' }, null)] },
    );
    expect(things([role])).toMatchObject([{ kind: 'space-team', before: null, after: { role: 'edit' } }]);
    expect(things([made, role]).map(({ kind }) => kind)).toEqual(['team', 'space-team']);
  });

  test('ended before it is no thing of its own', () => {
    const remove = request('teams.members.remove', { ...docs, user: 'user_a' });
    const [team, ...others] = things([made, remove]);
    expect([team?.kind, others]).toEqual(['team', []]);
  });
});

describe('the order of a list', () => {
  const site = { org, site: 'site_docs' };
  const order = stateOf('section-order', site, { '': ['a', 'b'] });
  const move = (section: string, more: More = {}) =>
    request(
      'sections.move',
      { ...site, section },
      { position: { after: { type: 'section', id: 'b' } } },
      more,
    );

  test('has the one before and all steps', () => {
    expect(things([move('a', { before: [order] }), move('c')])).toEqual([
      {
        ...{ kind: 'section-order', ids: site, isUnclear: false, before: { '': ['a', 'b'] } },
        after: { move: 'c', after: 'b' },
        steps: [
          { move: 'a', after: 'b' },
          { move: 'c', after: 'b' },
        ],
      },
    ]);
  });

  test('has the one before that a refused request has recorded', () => {
    expect(things([move('a')], [order])).toMatchObject([{ before: { '': ['a', 'b'] } }]);
    expect(things([move('a')])).toMatchObject([{ unknown: 'not in the journal' }]);
  });

  test('may also have been changed by a request without an outcome, after those with one', () => {
    expect(things([move('a'), move('b', { isDone: false })], [order])).toMatchObject([
      { isUnclear: false, before: { '': ['a', 'b'] }, steps: [{ move: 'a' }] },
      { isUnclear: true, before: { '': ['b', 'a'] }, steps: [{ move: 'b' }] },
    ]);
  });
});

describe('requests of a journal', () => {
  const change = (
    kind: string,
    operation: string,
    input: Change['input'],
    more: Partial<Change> = {},
  ): Change => ({
    ...{ action: 'update', kind, ref: {}, name: `${kind} "Docs"`, before: {}, after: {} },
    ...{ operation, input, requires: [] },
    ...more,
  });

  function journal(changes: readonly Change[], records: readonly JournalRecord[], isRecorded?: true) {
    const header = {
      type: 'run',
      work: { kind: 'changes', changes, isRecorded },
    } as unknown as JournalRecord;
    return contentOf([header, ...records]) as JournalContent;
  }

  const intent = (task: number, more: object = {}): JournalRecord => ({
    ...{ type: 'intent', task, call: 0, operation: 'teams.update', params: docs, at: '' },
    ...more,
  });
  const outcome = (task: number, state: 'done' | 'failed' | 'unknown', more: object = {}): JournalRecord => ({
    ...{ type: 'outcome', task, call: 0, state },
    ...more,
  });
  const renaming = change(
    'team',
    'teams.update',
    { params: docs, body: { title: 'Writers' } },
    {
      before: { title: 'Docs' },
    },
  );

  test('have the body of their change, and the values before that it has', () => {
    const [one] = recordedRequests(journal([renaming], [intent(0), outcome(0, 'done')]));
    expect(one).toMatchObject({
      ...{ input: { params: docs, body: { title: 'Writers' } }, isDone: true, task: 0 },
      before: [{ kind: 'team', ids: docs, name: 'Docs', value: { title: 'Docs' } }],
    });
  });

  test('have what was recorded before, rather than what a plan says', () => {
    const recorded = [stateOf('team', docs, { title: 'As it was' })];
    const found = (more: object, isRecorded?: true) =>
      recordedRequests(journal([renaming], [intent(0, more), outcome(0, 'done')], isRecorded))[0]?.before;
    expect(found({ before: recorded })).toEqual(recorded);
    expect(found({}, true)).toBeUndefined();
    const values: JournalRecord = { type: 'values', before: [{ task: 0, values: recorded }] };
    const content = journal([renaming], [values, intent(0), outcome(0, 'done')]);
    expect(recordedRequests(content)[0]?.before).toEqual(recorded);
    expect(statesIn(content)).toEqual(recorded);
  });

  test.each<[string, readonly JournalRecord[], readonly boolean[]]>([
    ['done', [intent(0), outcome(0, 'done')], [true]],
    ['without an outcome', [intent(0)], [false]],
    ['of an unknown outcome', [intent(0), outcome(0, 'unknown')], [false]],
    ['failed', [intent(0), outcome(0, 'failed')], []],
    [
      'sent again after it had failed',
      [intent(0), outcome(0, 'failed'), intent(0), outcome(0, 'done')],
      [true],
    ],
    ['done by a process before', [intent(0), outcome(0, 'done'), intent(0)], [true]],
    [
      'found to be done',
      [intent(0), { type: 'task', task: 0, state: 'done', exitCode: 0, name: '' }],
      [true],
    ],
    ['unknown to this version', [intent(0, { operation: 'teams.paint' }), outcome(0, 'done')], []],
  ])('%s', (_, records, done) => {
    expect(recordedRequests(journal([renaming], records)).map(({ isDone }) => isDone)).toEqual(done);
  });

  test('have what the one that was done has left, also where it was sent again', () => {
    const after = [stateOf('team', docs, { title: 'Writers' })];
    const records = [intent(0), outcome(0, 'done', { after, id: 'team_docs' }), intent(0)];
    expect(recordedRequests(journal([renaming], records))).toMatchObject([{ after, id: 'team_docs' }]);
  });

  test('have the ids of what the same run has made', () => {
    const made = change('team', 'teams.create', { params: { org }, body: { title: 'New' } });
    const add = change('team-members', 'teams.members.update', {
      params: { org, team: { $change: 0 } },
      body: { add: [{ $change: 0 }] },
    });
    const records = [
      intent(0, { operation: 'teams.create', params: { org } }),
      outcome(0, 'done', { id: 'team_new' }),
      intent(1, { operation: 'teams.members.update', params: { org, team: 'team_new' } }),
    ];
    const [, second] = recordedRequests(journal([made, add], records));
    expect(second?.input.body).toEqual({ add: ['team_new'] });
  });

  test('that were about some people only are about these, and an open one about the others', () => {
    const members = change(
      'team-members',
      'teams.members.update',
      { params: docs, body: { add: ['a', 'b'] } },
      {
        ...{ before: { a: null, b: null }, after: { a: 'member', b: 'member' } },
      },
    );
    const one = { operation: 'teams.members.update' };
    const content = journal(
      [members],
      [intent(0, one), intent(0, { ...one, users: ['b'] }), outcome(0, 'done')],
    );
    const found = recordedRequests(content);
    const about = (user: string) => found.map((each) => [each.isDone, each.isAbout?.(user)]);
    expect(about('b')).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(about('a')).toEqual([
      [true, false],
      [false, true],
    ]);
    const [a, b] = changedThings(found, '').toSorted((x, y) =>
      (x.ids.user ?? '') < (y.ids.user ?? '') ? -1 : 1,
    );
    expect([a?.isUnclear, b?.isUnclear]).toEqual([true, false]);
  });

  test('are in the order of their tasks', () => {
    const other = { ...renaming, input: { params: { org, team: 'team_b' }, body: { title: 'B' } } };
    const records = [
      intent(1, { params: { org, team: 'team_b' } }),
      outcome(1, 'done'),
      intent(0),
      outcome(0, 'done'),
    ];
    expect(recordedRequests(journal([renaming, other], records)).map(({ task }) => task)).toEqual([0, 1]);
  });
});
