import { describe, expect, test } from 'vitest';
import type { Fields, Ids } from '../../../src/model/effects/facts.ts';
import type { Attempt } from '../../../src/work/journal/journal.ts';
import type { JournalRecord, State } from '../../../src/work/journal/journal-schema.ts';
import { recordText, unpackedRecord } from '../../../src/work/journal/packed-states.ts';
import { contentOf } from '../../../src/work/journal/read-journal.ts';

const header = { type: 'run', format: 3, id: 'run' } as unknown as JournalRecord;
const intent = (task: number, more: Partial<Attempt> = {}): JournalRecord => ({
  ...{ type: 'intent', task, call: 0, operation: 'teams.update', params: {}, at: '' },
  ...more,
});
const outcome = (task: number, state: 'done' | 'failed' | 'unknown', more = {}): JournalRecord => ({
  ...{ type: 'outcome', task, call: 0, state },
  ...more,
});
const taskEnd = (task: number, state: 'done' | 'failed'): JournalRecord => ({
  ...{ type: 'task', task, state, exitCode: 0, name: 'Docs' },
});
const end = (seconds?: number): JournalRecord => ({
  ...{ type: 'end', exitCode: 0, ended: '' },
  ...(seconds !== undefined && { seconds }),
});
const state = (ids: Ids, value: Fields | null, more: Partial<State> = {}): State => ({
  ...{ kind: 'team-member', ids, value },
  ...more,
});

const folded = (...records: (JournalRecord | undefined)[]) => contentOf([header, ...records]);
const historyOf = (...records: JournalRecord[]) => folded(...records)?.tasks.get(0);

describe('the requests of a task', () => {
  test('have no outcome until one is recorded', () => {
    expect(historyOf(intent(0))).toMatchObject({
      attempts: [{ state: 'open' }],
      calls: new Map([[0, 'open']]),
    });
    const after = [state({ team: 'a' }, { title: 'Docs' })];
    expect(historyOf(intent(0), outcome(0, 'done', { id: 'team_docs', after }))).toMatchObject({
      attempts: [{ state: 'done', id: 'team_docs', after }],
      calls: new Map([[0, 'done']]),
      id: 'team_docs',
    });
  });

  test('are kept one by one, and an outcome belongs to the last one of its number', () => {
    const found = historyOf(
      intent(0),
      outcome(0, 'failed'),
      intent(0),
      intent(0, { call: 1 }),
      outcome(0, 'done', { call: 0 }),
    );
    expect(found?.attempts.map((one) => [one.call, one.state])).toEqual([
      [0, 'failed'],
      [0, 'done'],
      [1, 'open'],
    ]);
    expect([...(found?.calls ?? [])]).toEqual([
      [0, 'done'],
      [1, 'open'],
    ]);
  });

  test('that are sent again put its end out of date', () => {
    expect(historyOf(intent(0), outcome(0, 'failed'), taskEnd(0, 'failed'))?.end?.state).toBe('failed');
    expect(historyOf(intent(0), taskEnd(0, 'failed'), intent(0))?.end).toBeUndefined();
  });

  test('are apart from those of other tasks', () => {
    const content = folded(intent(0), intent(2), outcome(2, 'done'));
    expect([...(content?.tasks ?? [])].map(([task, { calls }]) => [task, calls.get(0)])).toEqual([
      [0, 'open'],
      [2, 'done'],
    ]);
  });
});

describe('a run', () => {
  test('has ended if nothing follows its end', () => {
    expect(folded(intent(0), end())?.end).toBeDefined();
    expect(folded(intent(0), end(), intent(1))?.end).toBeUndefined();
    expect(folded(intent(0), end(), intent(1), end())?.end).toBeDefined();
  });

  test('has taken the seconds of all processes', () => {
    expect(folded(end(2), intent(0), end(3), end())?.seconds).toBe(5);
  });

  test('is undone, or has nothing that could be undone, as long as nothing is done since', () => {
    const undone: JournalRecord = { type: 'undone', by: 'other', at: '' };
    const passed: JournalRecord = { type: 'passed', at: '' };
    expect(folded(end(), undone)).toMatchObject({ undone: { by: 'other' }, end: { exitCode: 0 } });
    expect(folded(end(), passed)).toMatchObject({ isPassed: true, end: { exitCode: 0 } });
    expect(folded(passed, intent(0))).toMatchObject({ isPassed: false });
    expect(folded(end())).toMatchObject({ isPassed: false, undone: undefined });
  });

  test('has the values before that were read first', () => {
    const values = [state({ team: 'a' }, { title: 'Docs' })];
    const content = folded({ type: 'values', before: [{ task: 3, values }] }, intent(0));
    expect([...(content?.before ?? [])]).toEqual([[3, values]]);
    expect(content?.end).toBeUndefined();
  });

  test('says the first line that is no record, and needs its first one', () => {
    expect(folded(intent(0), undefined, intent(1), undefined)?.brokenLine).toBe(3);
    expect(folded(intent(0))?.brokenLine).toBeUndefined();
    expect(contentOf([intent(0)])).toBeUndefined();
    expect(contentOf([])).toBeUndefined();
  });
});

describe('the states of a record', () => {
  const members = ['a', 'b', 'c'].map((user) => state({ org: 'o', team: 't', user }, { role: 'member' }));
  const onDisk = (before: readonly State[]) =>
    JSON.parse(recordText(intent(0, { before }))).before as Record<string, unknown>[];
  const read = (record: JournalRecord) => unpackedRecord(JSON.parse(recordText(record)));

  test('of one list are together on disk', () => {
    expect(onDisk(members)).toEqual([
      {
        ...{ kind: 'team-member', in: { org: 'o', team: 't' }, key: 'user' },
        values: { a: { role: 'member' }, b: { role: 'member' }, c: { role: 'member' } },
      },
    ]);
  });

  test.each<[string, readonly State[], number]>([
    ['a name', [...members.slice(0, 1), state({ org: 'o', team: 't', user: 'd' }, null, { name: 'D' })], 2],
    ['no value', [{ kind: 'team', ids: { team: 'a' }, unknown: '403' }], 1],
    ['a planned value', [state({ team: 'a' }, { title: 'A' }, { planned: 'not read' })], 1],
    ['a list of its own', [...members, state({ org: 'o', team: 'other', user: 'a' }, null)], 2],
    ['another kind', [state({ team: 'a' }, {}), { ...state({ team: 'b' }, {}), kind: 'team' }], 2],
    ['a cause', [state({ team: 'a' }, {}), state({ team: 'b' }, {}, { follows: 'ends' })], 2],
    ['nothing', [{ kind: 'team', ids: { team: 'a' } }], 1],
    ['no id', [state({}, { order: [] })], 1],
    [
      'something between',
      [...members.slice(0, 1), { kind: 'x', ids: {}, unknown: '' }, ...members.slice(1)],
      3,
    ],
  ])('with %s are read as they were', (_, before, entries) => {
    expect(onDisk(before)).toHaveLength(entries);
    const after = JSON.parse(recordText(outcome(0, 'done', { after: before }))).after;
    expect(after).toHaveLength(entries);
    for (const record of [
      intent(0, { before }),
      outcome(0, 'done', { after: before }),
      { type: 'values', before: [{ task: 0, values: before }] } as const,
    ])
      expect(read(record)).toEqual(record);
  });
});
