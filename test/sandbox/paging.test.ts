import { describe, expect, test } from 'vitest';
import { sandboxInFile, type TestSandbox, testSandbox } from './test-sandbox.ts';

const members = '/v1/orgs/org_acme/members';
const teams = '/v1/orgs/org_acme/teams';

async function idsOf(
  docs: TestSandbox,
  path: string,
  limit: number,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let next = '';
  for (let page = 1; ; page++) {
    const { json } = await docs.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${next}`);
    ids.push(...json.items.map((item: { id: string }) => item.id));
    if (!json.next) return ids;
    next = `&page=${json.next.page}`;
    await between(page);
  }
}

describe.each([1, 2, 7, 24, 25, 26, 1000])('pages of %i', (limit) => {
  test('hold every member once, in one order', async () => {
    const docs = testSandbox();
    const ids = await idsOf(docs, members, limit);
    const { count } = (await docs.get(members)).json;
    expect(ids).toEqual(await idsOf(docs, members, 1000));
    expect(new Set(ids).size).toBe(count);
  });
});

test('the count is that of all matches on every page', async () => {
  const docs = testSandbox();
  const first = await docs.get(`${members}?role=edit&limit=2`);
  expect(first.json).toMatchObject({ count: 5, items: [{}, {}] });
  const second = await docs.get(`${members}?role=edit&limit=2&page=${first.json.next.page}`);
  expect(second.json).toMatchObject({ count: 5, items: [{}, {}] });
});

test('without a limit a page has 50 items', async () => {
  const docs = testSandbox();
  for (let at = 0; at < 50; at++) await docs.send('PUT', teams, { title: `Team ${at}` });
  const { json } = await docs.get(teams);
  expect({ items: json.items.length, count: json.count, more: json.next !== undefined }).toEqual({
    items: 50,
    count: 56,
    more: true,
  });
});

test('an exactly full last page promises no other one', async () => {
  const { json } = await testSandbox().get(`${teams}?limit=6`);
  expect(json.items).toHaveLength(6);
  expect(json.next).toBeUndefined();
});

describe('while items change', () => {
  test('what is removed hides nothing else', async () => {
    const docs = testSandbox();
    const all = await idsOf(docs, teams, 1000);
    const seen = await idsOf(docs, teams, 2, (page) =>
      docs.send('DELETE', `${teams}/${all[(page - 1) * 2]}`),
    );
    expect(seen).toEqual(all);
  });

  test('removing the very item that a cursor stands on is no problem', async () => {
    const docs = testSandbox();
    const all = await idsOf(docs, teams, 1000);
    const seen = await idsOf(docs, teams, 2, (page) => docs.send('DELETE', `${teams}/${all[page * 2 - 1]}`));
    expect(seen).toEqual(all);
  });

  test('what is added behind the cursor repeats nothing, and comes at its place', async () => {
    const docs = testSandbox();
    const all = await idsOf(docs, teams, 1000);
    const seen = await idsOf(docs, teams, 4, () => docs.send('PUT', teams, { title: 'Late' }));
    expect(seen).toEqual([...all, 'team_1']);
  });

  test('an id that was deleted is never given again', async () => {
    const docs = testSandbox();
    await docs.send('PUT', teams, { title: 'One' });
    await docs.send('DELETE', `${teams}/team_1`);
    expect((await docs.send('PUT', teams, { title: 'Two' })).json.id).toBe('team_2');
  });
});

describe('a cursor', () => {
  async function cursor(docs: TestSandbox): Promise<string> {
    return (await docs.get(`${members}?limit=2`)).json.next.page;
  }

  test('is good for every page size', async () => {
    const docs = testSandbox();
    expect((await docs.get(`${members}?limit=5&page=${await cursor(docs)}`)).json.items).toHaveLength(5);
  });

  test.each<[string, (good: string) => string]>([
    ['nonsense', () => 'abc'],
    ['nothing', () => ''],
    ['a number', () => '2'],
    ['one with another end', (good) => `${good.slice(0, -2)}xx`],
    ['one with another beginning', (good) => `xx${good.slice(2)}`],
    ['a cut one', (good) => good.slice(0, -4)],
    ['a longer one', (good) => `${good}AAAA`],
    ['padded base64', (good) => `${good}%3D`],
    ['a handmade place', () => Buffer.from(`${'0'.repeat(16)}["2025",1]`).toString('base64url')],
    ['SQL', () => encodeURIComponent("' OR 1=1 --")],
  ])('%s is refused', async (_, forge) => {
    const docs = testSandbox();
    const { status, json } = await docs.get(`${members}?page=${forge(await cursor(docs))}`);
    expect({ status, message: json.error.message }).toEqual({
      status: 400,
      message: 'page is not a cursor of this list',
    });
  });

  test('belongs to one list with its filters and order', async () => {
    const docs = testSandbox();
    const page = await cursor(docs);
    for (const path of [
      `${members}?order=asc`,
      `${members}?role=edit`,
      `${teams}?`,
      '/v1/orgs/org_globex/members?',
    ]) {
      expect((await docs.get(`${path}&page=${page}`)).status).toBe(400);
    }
  });

  test('of one sandbox is refused by another', async () => {
    const page = await cursor(sandboxInFile(':memory:'));
    // Each is filled anew: copies of the demo data share the key of their cursors.
    expect((await sandboxInFile(':memory:').get(`${members}?page=${page}`)).status).toBe(400);
  });
});
