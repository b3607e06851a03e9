import { describe, expect, test, vi } from 'vitest';
import { createPages } from '../../src/mcp/pages.ts';
import type { Transport } from '../../src/ports.ts';
import { systemClock } from '../../src/system/clock.ts';
import { assistant } from '../support/inner-assistant.ts';

/** Makes a service whose lists of teams have these items. */
const teams = (items: readonly object[]) => (): Transport => async () => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ items })),
});

function team(id: number, title = `Team ${id}`) {
  return { object: 'team', id: `team_${id}`, title, members: 0, createdAt: '2026-01-01T00:00:00.000Z' };
}

const many = Array.from({ length: 250 }, (_, id) => team(id));

describe('a long list', () => {
  test('comes in parts of 100, with the total and a cursor', async () => {
    const { call } = await assistant({ through: teams(many) });
    const first = await call('read', { command: ['teams', 'list'] });
    expect(first.structured).toMatchObject({ total: 250, returned: 100, cursor: expect.any(String) });
    const second = await call('read', { cursor: first.structured.cursor });
    const third = await call('read', { cursor: second.structured.cursor });
    expect(third.structured).toMatchObject({ total: 250, returned: 50 });
    expect(third.structured).not.toHaveProperty('cursor');
    expect([first, second, third].flatMap(({ data }) => data)).toEqual(many);
    expect(first.text).toContain('100 of 250 items');
  });

  test('says that there may be more where a limit has ended it', async () => {
    const { call } = await assistant({ through: teams(many.slice(0, 5)) });
    const more = 'The limit has ended the list: there may be more.';
    const command = ['teams', 'list'];
    expect((await call('read', { command, limit: 2 })).text).toContain(`2 of 2 items. ${more}`);
    expect((await call('read', { command: [...command, '--limit=2'] })).text).toContain(more);
    expect((await call('read', { command, limit: 9 })).text).not.toContain(more);
    expect((await call('read', { command })).text).not.toContain(more);
  });

  test('a part can be read again, and two lists at once', async () => {
    const { call } = await assistant({ through: teams(many) });
    const [one, other] = await Promise.all([
      call('read', { command: ['teams', 'list'] }),
      call('read', { command: ['teams', 'list'], limit: 150 }),
    ]);
    const again = async () => (await call('read', { cursor: one.structured.cursor })).data;
    expect(await again()).toEqual(await again());
    expect((await call('read', { cursor: other.structured.cursor })).data).toEqual(many.slice(100, 150));
  });

  test('is shorter if its items are long', async () => {
    const long = Array.from({ length: 20 }, (_, id) => team(id, 'x'.repeat(9_000)));
    const { call } = await assistant({ through: teams(long) });
    const { structured, text } = await call('read', { command: ['teams', 'list'] });
    expect(structured).toMatchObject({ total: 20, returned: 4 });
    expect(text.length).toBeLessThan(41_000);
  });

  test('an item that is too long alone is cut, and says its length', async () => {
    const { call } = await assistant({ through: teams([team(1, 'x'.repeat(100_000)), team(2)]) });
    const first = await call('read', { command: ['teams', 'list'] });
    expect(first.data).toEqual([
      { cut: expect.stringMatching(/^\{"object".{39980,}…$/), characters: 100_093 },
    ]);
    const second = await call('read', { cursor: first.structured.cursor });
    expect(second.data).toEqual([team(2)]);
  });
});

test('a long text comes in parts that join to the whole', async () => {
  const title = `${'😀'.repeat(30_000)} end`;
  const one = (): Transport => async () => ({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify(team(1, title))),
  });
  const { call } = await assistant({ through: one });
  let text = '';
  let answer = await call('read', { command: ['teams', 'get', 'team_1'] });
  for (;;) {
    expect(String(answer.data).isWellFormed()).toBe(true);
    text += answer.data;
    if (answer.structured.cursor === undefined) break;
    answer = await call('read', { cursor: answer.structured.cursor });
  }
  expect(JSON.parse(text)).toMatchObject({ title });
});

describe('a cursor', () => {
  test.each(['x', 'AAAAAAAAAAAA.100', '../x.1', '.1', 'AAAA.-1', '', '__proto__.1'])(
    '%j that no answer had is an error',
    async (cursor) => {
      const { call } = await assistant();
      const { isError, text } = await call('read', { cursor });
      expect({ isError, text }).toEqual({
        isError: true,
        text: expect.stringContaining('unknown or too old'),
      });
    },
  );

  test('is too old after ten minutes, or after twenty other long results', () => {
    let now = 0;
    const pages = createPages({ ...systemClock, monotonic: () => now });
    const { cursor = '' } = pages.first(many);
    now = 10 * 60_000 - 1;
    expect(pages.next(cursor)?.returned).toBe(100);
    now++;
    expect(pages.next(cursor)).toBeUndefined();
    const { cursor: second = '' } = pages.first(many);
    for (let count = 0; count < 19; count++) pages.first(many);
    expect(pages.next(second)).toBeDefined();
    pages.first(many);
    expect(pages.next(second)).toBeUndefined();
  });

  test('is too old after results with more than 50 million characters', () => {
    const pages = createPages({ ...systemClock, monotonic: () => 0 });
    const large = Array.from({ length: 2 }, () => 'x'.repeat(12_400_000));
    const cursors = [large, large, large].map((result) => pages.first(result).cursor ?? '');
    expect(cursors.map((cursor) => pages.next(cursor) !== undefined)).toEqual([false, true, true]);
    const { cursor = '' } = pages.first([...large, ...large, ...large]);
    expect(cursors.map((one) => pages.next(one))).toEqual([undefined, undefined, undefined]);
    expect(pages.next(cursor)).toMatchObject({ total: 6, returned: 1 });
  });
});

describe('calls at once', () => {
  test('are answered each for itself', async () => {
    const { call } = await assistant();
    const answers = await Promise.all([
      call('read', { command: ['teams', 'list'], fields: ['id'] }),
      call('read', { command: ['teams', 'get', 'team_none'] }),
      call('find', { text: 'team_docs' }),
      call('read', { command: ['members', 'list'], limit: 1, fields: ['id'] }),
      call('read', { command: ['sites', 'list'], query: 'length(@)' }),
    ]);
    expect(answers.map(({ isError }) => isError)).toEqual([false, true, false, false, false]);
    expect(answers[0]?.data).toHaveLength(6);
    expect(answers[2]?.data).toMatchObject([{ kind: 'team', id: 'team_docs' }]);
    expect(answers[3]?.data).toHaveLength(1);
    expect(answers[4]?.data).toBe(3);
  });

  test('one is cancelled, and the others go on', async () => {
    const cancelled: unknown[] = [];
    const slow =
      (sandbox: Transport): Transport =>
      (request, signal) =>
        request.url.includes('/sites')
          ? new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                cancelled.push(signal.reason);
                reject(signal.reason);
              });
            })
          : sandbox(request, signal);
    const { call, requests, recorded } = await assistant({ through: slow });
    const controller = new AbortController();
    const stuck = call('read', { command: ['sites', 'list'] }, { signal: controller.signal });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    const other = call('read', { command: ['teams', 'list'] });
    controller.abort();
    await expect(stuck).rejects.toThrow();
    expect((await other).isError).toBe(false);
    await vi.waitFor(() => expect(cancelled).toHaveLength(1));
    expect(recorded.crashes).toEqual([]);
  });

  test('the end of the input stops what is under way', async () => {
    const never = (): Transport => (_, signal) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { call, requests, close, recorded } = await assistant({ through: never });
    const stuck = call('read', { command: ['sites', 'list'] }).catch(() => 'closed');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(await close()).toBe(0);
    expect(await stuck).toBe('closed');
    expect(recorded).toMatchObject({ crashes: [], stderr: '' });
  });
});
