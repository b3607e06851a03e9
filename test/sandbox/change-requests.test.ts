import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '../../src/sandbox/http/server.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { startTime, type TestSandbox, testSandbox } from './test-sandbox.ts';

const base = '/v1/spaces/space_handbook/change-requests';
const now = new Date(startTime).toISOString();
const ids = ({ json }: { json: { items: { id: string }[] } }) => json.items.map(({ id }) => id);

async function headOf({ get }: TestSandbox): Promise<string> {
  const { json } = await get('/v1/orgs/org_acme/sites/site_handbook/site-spaces');
  return json.items[0].space.revision;
}

/** A change request that has added a page, ready to be merged. */
async function opened({ send }: TestSandbox, url = 'https://wiki.acme.example/travel'): Promise<number> {
  const { number } = (await send('POST', base, { subject: 'Travel' })).json;
  await send('POST', `${base}/${number}/content/import`, { url, source: 'website' });
  await send('PATCH', `${base}/${number}`, { status: 'open' });
  return number;
}

describe('the list', () => {
  test.each([
    ['', ['cr_onboarding', 'cr_outdated']],
    ['?status=open', ['cr_onboarding', 'cr_outdated']],
    ['?status=draft', ['cr_draft']],
    ['?status=merged', ['cr_merged']],
    ['?status=archived', ['cr_archived']],
    ['?contributor=user_mei', ['cr_onboarding']],
    ['?contributor=user_ada', ['cr_outdated']],
    ['?contributor=user_ada&status=draft', ['cr_draft']],
    ['?contributor=no one', []],
  ])('with "%s" holds %j', async (query, expected) => {
    const answer = await testSandbox().get(base + query);
    expect(ids(answer)).toEqual(expected);
    expect(answer.json.count).toBe(expected.length);
  });

  test('refuses a status that is none, and an unknown space', async () => {
    const { get } = testSandbox();
    expect((await get(`${base}?status=all`)).status).toBe(400);
    expect((await get('/v1/spaces/space_nowhere/change-requests')).status).toBe(404);
  });
});

describe('one change request', () => {
  test('has all its fields', async () => {
    expect((await testSandbox().get(`${base}/cr_merged`)).json).toEqual({
      object: 'change-request',
      id: 'cr_merged',
      number: 3,
      status: 'merged',
      subject: 'Add the holidays',
      createdBy: expect.objectContaining({ object: 'user', id: 'user_yuki' }),
      createdAt: '2025-02-17T09:00:00.000Z',
      updatedAt: '2025-03-19T09:00:00.000Z',
      revision: 'rev_cr_merged',
      revisionInitial: 'rev_handbook_1',
      revisionMerged: 'rev_handbook_2',
      comments: 0,
      outdated: false,
      urls: {
        app: 'http://app.sandbox.localhost/s/space_handbook/change-requests/3',
        location: 'http://sandbox.localhost/v1/spaces/space_handbook/change-requests/cr_merged',
      },
    });
  });

  test('is found by its id and by its number in its own space', async () => {
    const { get } = testSandbox();
    expect((await get(`${base}/1`)).json.id).toBe('cr_onboarding');
    expect((await get('/v1/spaces/space_guides/change-requests/1')).json.id).toBe('cr_guides');
    for (const unknown of ['6', '01', '1.0', 'cr_guides', 'x']) {
      expect((await get(`${base}/${unknown}`)).status).toBe(404);
    }
  });

  test('counts its open comments', async () => {
    const { get, send } = testSandbox();
    const comments = async () => (await get(`${base}/1`)).json.comments;
    expect(await comments()).toBe(1);
    await send('PUT', '/v1/spaces/space_handbook/comments/comment_review', { resolved: true });
    expect(await comments()).toBe(0);
  });

  test('is made as a draft with the next number of its space', async () => {
    const sandbox = testSandbox();
    const { status, json } = await sandbox.send('POST', base, { subject: 'x'.repeat(101) });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      number: 6,
      status: 'draft',
      subject: 'x'.repeat(101),
      createdBy: { id: 'user_ada' },
      createdAt: now,
      revisionInitial: await headOf(sandbox),
      outdated: false,
    });
    const elsewhere = await sandbox.send('POST', '/v1/spaces/space_hr/change-requests', {});
    expect(elsewhere.json).toMatchObject({ number: 1, subject: '' });
    expect(ids(await sandbox.get(`${base}?status=draft&contributor=user_ada`))).toEqual([
      'cr_draft',
      json.id,
    ]);
  });
});

describe('the status', () => {
  test.each([
    ['cr_draft', 'open', 200],
    ['cr_onboarding', 'draft', 200],
    ['cr_onboarding', 'archived', 200],
    ['cr_archived', 'open', 200],
    ['cr_onboarding', 'merged', 400],
    ['cr_onboarding', 'closed', 400],
    ['cr_merged', 'open', 409],
    ['cr_merged', 'archived', 409],
    ['cr_merged', 'merged', 200],
  ])('of %s set to %s answers %i', async (id, wanted, status) => {
    const { get, send } = testSandbox();
    const before = (await get(`${base}/${id}`)).json.status;
    expect((await send('PATCH', `${base}/${id}`, { status: wanted })).status).toBe(status);
    expect((await get(`${base}/${id}`)).json.status).toBe(status === 200 ? wanted : before);
  });

  test('and the subject change each by itself', async () => {
    const { send } = testSandbox();
    const renamed = await send('PATCH', `${base}/2`, { subject: 'Ideas' });
    expect(renamed.json).toMatchObject({ subject: 'Ideas', status: 'draft', updatedAt: now });
    expect((await send('PATCH', `${base}/2`, { subject: 'x'.repeat(101) })).status).toBe(400);
  });
});

describe('merging', () => {
  test('makes a revision that becomes the content of the space; the others are outdated', async () => {
    const sandbox = testSandbox();
    const { get, send } = sandbox;
    const before = await headOf(sandbox);
    const { status, json } = await send('POST', `${base}/1/merge`);
    expect({ status, json }).toEqual({
      status: 200,
      json: { revision: expect.any(String), result: 'merge' },
    });
    expect(json.revision).not.toBe(before);
    expect(await headOf(sandbox)).toBe(json.revision);
    expect((await get(`${base}/1`)).json).toMatchObject({
      status: 'merged',
      revisionMerged: json.revision,
      outdated: false,
      updatedAt: now,
    });
    expect((await get(`${base}/2`)).json.outdated).toBe(true);
    const next = (await send('POST', base, {})).json;
    expect(next).toMatchObject({ revisionInitial: json.revision, outdated: false });
    const { pages } = (await get(`${base}/${next.number}/content/pages`)).json;
    expect(pages[1].pages.map(({ id }: { id: string }) => id)).toEqual(['page_laptop', 'page_checklist']);
  });

  test.each([
    ['cr_merged', 'merged'],
    ['cr_archived', 'archived'],
    ['cr_draft', 'draft'],
  ])('%s is refused, since it is %s', async (id, status) => {
    const { send } = testSandbox();
    const { status: code, json } = await send('POST', `${base}/${id}/merge`);
    expect(code).toBe(409);
    expect(json.error.message).toContain(status);
  });

  test('twice is refused', async () => {
    const sandbox = testSandbox();
    await sandbox.send('POST', `${base}/1/merge`);
    const head = await headOf(sandbox);
    expect((await sandbox.send('POST', `${base}/1/merge`)).status).toBe(409);
    expect(await headOf(sandbox)).toBe(head);
  });

  test('one that is outdated keeps what was merged before it; a taken address gets a number', async () => {
    const sandbox = testSandbox();
    const [one, other] = [await opened(sandbox), await opened(sandbox)];
    await sandbox.send('POST', `${base}/${one}/merge`);
    expect((await sandbox.get(`${base}/${other}`)).json.outdated).toBe(true);
    await sandbox.send('POST', `${base}/${other}/merge`);
    const { number } = (await sandbox.send('POST', base, {})).json;
    const { pages } = (await sandbox.get(`${base}/${number}/content/pages`)).json;
    expect(pages.map(({ path }: { path: string }) => path)).toEqual([
      'welcome',
      'onboarding',
      'holidays',
      'travel',
      'travel-2',
    ]);
  });
});

describe('pulling', () => {
  test('brings the content of the space in, and clears outdated', async () => {
    const sandbox = testSandbox();
    const { get, send } = sandbox;
    const number = await opened(sandbox);
    const merged = (await send('POST', `${base}/1/merge`)).json.revision;
    const { status, json } = await send('POST', `${base}/${number}/update`);
    expect({ status, json }).toEqual({
      status: 200,
      json: { revision: expect.any(String), result: 'update' },
    });
    expect((await get(`${base}/${number}`)).json).toMatchObject({
      status: 'open',
      outdated: false,
      revision: json.revision,
      revisionMergedAncestor: merged,
    });
    for (const page of ['travel', 'onboarding%2Fchecklist']) {
      expect((await get(`${base}/${number}/content/path/${page}`)).status).toBe(200);
    }
  });

  test('brings texts that were changed meanwhile', async () => {
    const { get, send } = testSandbox();
    const holidays = async () =>
      (await get(`${base}/5/content/page/page_holidays?format=markdown`)).json.markdown;
    expect((await get(`${base}/5`)).json.outdated).toBe(true);
    expect(await holidays()).toContain('To come');
    await send('POST', `${base}/5/update`);
    expect((await get(`${base}/5`)).json.outdated).toBe(false);
    expect(await holidays()).not.toContain('To come');
  });

  test('changes nothing where there is nothing to pull', async () => {
    const { get, send } = testSandbox();
    const before = (await get(`${base}/1`)).json;
    expect((await send('POST', `${base}/1/update`)).json).toEqual({
      revision: before.revision,
      result: 'update',
    });
    expect((await get(`${base}/1`)).json).toEqual(before);
  });

  test.each(['cr_merged', 'cr_archived'])('into %s is refused', async (id) => {
    expect((await testSandbox().send('POST', `${base}/${id}/update`)).status).toBe(409);
  });

  test('goes on from a later revision each time, and keeps edits', async () => {
    const sandbox = testSandbox();
    const number = await opened(sandbox);
    for (const url of ['https://a.example/visa', 'https://a.example/hotels']) {
      await sandbox.send('POST', `${base}/${await opened(sandbox, url)}/merge`);
      await sandbox.send('POST', `${base}/${number}/update`);
      expect((await sandbox.get(`${base}/${number}`)).json.outdated).toBe(false);
    }
    const { pages } = (await sandbox.get(`${base}/${number}/content/pages`)).json;
    expect(pages.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Holidays 休暇',
      'Hotels',
      'Onboarding',
      'Travel',
      'Visa',
      'Welcome',
    ]);
  });

  test('a Git import outdates open change requests', async () => {
    const { get, send } = testSandbox();
    const git = { url: 'https://github.example/acme/handbook.git', ref: 'refs/heads/main' };
    await send('POST', '/v1/spaces/space_handbook/git/import', git);
    expect((await get(`${base}/1`)).json.outdated).toBe(true);
    expect((await get(`${base}/4`)).json.outdated).toBe(false);
    await send('PATCH', `${base}/4`, { status: 'open' });
    expect((await get(`${base}/4`)).json.outdated).toBe(true);
  });
});

describe('the PDF', () => {
  const pdf = async (sandbox: TestSandbox, query: string) => {
    const { url } = (await sandbox.get(`${base}/1/pdf${query}`)).json;
    return sandbox.download(url);
  };

  test('is behind an address that needs no token', async () => {
    const sandbox = testSandbox();
    const response = await pdf(sandbox, '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const text = await response.text();
    expect(text).toMatch(/^%PDF-1\.4\n/);
    expect(text).toMatch(/\n%%EOF\n$/);
    expect(text).toContain('(#1 Rewrite the onboarding) Tj');
    expect(text).toContain('(Holidays ??) Tj');
    expect(text).toContain('\\(/onboarding\\)');
    expect(text).toContain('docs@acme.example');
  });

  test('names the place of each of its objects', async () => {
    const bytes = Buffer.from(await (await pdf(testSandbox(), '')).arrayBuffer()).toString('latin1');
    const index = bytes.slice(Number(bytes.match(/startxref\n(\d+)/)?.[1]));
    const places = [...index.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(places.length).toBeGreaterThan(5);
    expect(places.map((place, at) => bytes.slice(place).startsWith(`${at + 1} 0 obj\n`))).not.toContain(
      false,
    );
  });

  test.each([
    ['?page=page_onboarding', ['Onboarding', 'Your laptop', 'Checklist']],
    ['?page=page_onboarding&only=false', ['Onboarding', 'Your laptop', 'Checklist']],
    ['?page=page_onboarding&only=true', ['Onboarding']],
    ['', ['Welcome', 'Onboarding', 'Your laptop', 'Checklist', 'Holidays']],
  ])('of "%s" has the pages %j', async (query, expected) => {
    const text = await (await pdf(testSandbox(), query)).text();
    const titles = ['Welcome', 'Onboarding', 'Your laptop', 'Checklist', 'Holidays'];
    expect(titles.filter((title) => text.includes(`(${title}`))).toEqual(expected);
  });

  test('has an address on the server that was asked', async () => {
    const sandbox = openSandbox({ path: ':memory:', token: 't', now: () => startTime });
    onTestFinished(() => sandbox.close());
    const server = await serve(sandbox.fetch, { port: 0 });
    onTestFinished(() => server.close());
    const headers = { authorization: 'Bearer t' };
    const answer = await fetch(`${server.baseUrl}${base}/1/pdf`, { headers });
    const { url } = (await answer.json()) as { url: string };
    expect(new URL(url).origin).toBe(server.baseUrl);
    expect(await (await fetch(url)).text()).toMatch(/^%PDF-/);
  });

  test('stays what it was when it was asked for', async () => {
    const sandbox = testSandbox();
    const { url } = (await sandbox.get(`${base}/1/pdf`)).json;
    await sandbox.send('POST', `${base}/1/content/import`, {
      url: 'https://a.example/visa',
      source: 'website',
    });
    expect(await (await sandbox.download(url)).text()).not.toContain('(Visa)');
  });

  test('is gone after an hour, and cannot be had by guessing', async () => {
    const sandbox = testSandbox();
    const { url } = (await sandbox.get(`${base}/1/pdf`)).json;
    for (const forged of [
      `${url}x`,
      url.slice(0, -1),
      url.replace(/[^/]+$/, ''),
      url.replace(/[^/]+$/, 'AAAA'),
    ]) {
      expect((await sandbox.download(forged)).status).toBe(403);
    }
    sandbox.wait(60 * 60 * 1000);
    expect((await sandbox.download(url)).status).toBe(200);
    sandbox.wait(1);
    expect((await sandbox.download(url)).status).toBe(403);
  });

  test('needs a page and a change request that are there', async () => {
    const { get } = testSandbox();
    expect((await get(`${base}/1/pdf?page=page_gone`)).status).toBe(404);
    expect((await get(`${base}/9/pdf`)).status).toBe(404);
  });
});
