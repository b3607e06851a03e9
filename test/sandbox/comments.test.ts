import { describe, expect, test } from 'vitest';
import { startTime, testSandbox } from './test-sandbox.ts';

const base = '/v1/spaces/space_handbook/comments';
const now = new Date(startTime).toISOString();
const minute = 60_000;
const all = ['comment_review', 'comment_done', 'comment_question', 'comment_typo'];

describe('the list', () => {
  test.each([
    ['', all],
    ['?order=desc', all],
    ['?order=asc', all.toReversed()],
    ['?status=all', all],
    ['?status=resolved', ['comment_done']],
    ['?status=open&order=asc', ['comment_typo', 'comment_question', 'comment_review']],
    ['?targetPage=page_welcome', ['comment_typo']],
    ['?targetPage=page_holidays&status=open', []],
  ])('with "%s" holds %j', async (query, expected) => {
    const { json } = await testSandbox().get(base + query);
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(expected);
    expect(json.count).toBe(expected.length);
  });

  test('is read page by page, in either order', async () => {
    const { get } = testSandbox();
    for (const order of ['asc', 'desc']) {
      const ids: string[] = [];
      let next: string | undefined = '';
      while (next !== undefined) {
        const { json } = await get(`${base}?order=${order}&limit=1${next && `&page=${next}`}`);
        ids.push(json.items[0].id);
        next = json.next?.page;
      }
      expect(ids).toEqual(order === 'asc' ? all.toReversed() : all);
    }
  });
});

test('a comment has all its fields', async () => {
  const { get } = testSandbox();
  const user = (id: string) => expect.objectContaining({ object: 'user', id });
  expect((await get(`${base}/comment_typo`)).json).toEqual({
    object: 'comment',
    id: 'comment_typo',
    postedBy: user('user_mei'),
    postedAt: '2025-03-27T09:00:00.000Z',
    editedAt: '2025-03-27T09:20:00.000Z',
    reactions: [
      {
        emoji: '👍',
        count: 2,
        users: [
          { user: user('user_zoe'), reactedAt: '2025-03-27T09:31:00.000Z' },
          { user: user('user_ada'), reactedAt: '2025-03-27T09:40:00.000Z' },
        ],
      },
      { emoji: '🎉', count: 1, users: [{ user: user('user_linus'), reactedAt: '2025-03-27T09:41:00.000Z' }] },
    ],
    replies: 2,
    body: { markdown: 'There is a **typo** in “onbaording”, see `line 3`.' },
    target: {
      node: { id: 'node_intro', preview: 'Read onboarding and our policy.' },
      page: {
        id: 'page_welcome',
        title: 'Welcome',
        emoji: '👋',
        createdAt: '2025-02-05T09:00:00.000Z',
        updatedAt: '2025-02-25T09:00:00.000Z',
        path: 'welcome',
        outdated: false,
      },
      space: 'space_handbook',
      revision: 'rev_handbook_2',
    },
    urls: { location: 'http://sandbox.localhost/v1/spaces/space_handbook/comments/comment_typo' },
    status: 'open',
  });
  expect((await get(`${base}/comment_review`)).json.target).toMatchObject({
    changeRequest: 'cr_onboarding',
    page: { id: 'page_onboarding', icon: 'rocket' },
  });
});

test('the text comes as Markdown, or as a document', async () => {
  const { get } = testSandbox();
  const markdown = 'Who owns this space?\n\n- Docs\n- HR';
  const { body } = (await get(`${base}/comment_question?format=document`)).json;
  expect(Object.keys(body)).toEqual(['document']);
  expect(body.document).toMatchObject({
    object: 'document',
    nodes: [{ type: 'paragraph' }, { type: 'paragraph' }],
  });
  expect((await get(`${base}/comment_question?format=markdown`)).json.body).toEqual({ markdown });
  expect((await get(`${base}?format=document`)).json.items[0].body.document.object).toBe('document');
  expect((await get(`${base}/comment_question?format=html`)).status).toBe(400);
});

describe('posting', () => {
  test('makes an open comment of the caller', async () => {
    const { send } = testSandbox();
    const body = { markdown: '# Hello\n' };
    const { status, json } = await send('POST', base, { body, page: 'page_laptop', node: 'node_1' });
    expect({ status, json }).toMatchObject({
      status: 201,
      json: {
        id: 'comment_1',
        postedBy: { id: 'user_ada' },
        postedAt: now,
        body,
        status: 'open',
        replies: 0,
        reactions: [],
        target: { node: { id: 'node_1' }, page: { id: 'page_laptop', path: 'onboarding/laptop' } },
      },
    });
    expect(json).not.toHaveProperty('editedAt');
  });

  test.each([
    [{}, 400],
    [{ body: {} }, 400],
    [{ body: { markdown: ' \n' } }, 400],
    [{ body: { markdown: 'x' }, page: 'page_gone' }, 400],
    [{ body: { markdown: 'x' }, pages: 'page_welcome' }, 400],
  ])('refuses %j', async (body, status) => {
    const { get, send } = testSandbox();
    expect((await send('POST', base, body)).status).toBe(status);
    expect((await get(base)).json.count).toBe(all.length);
  });

  test('in a space that is not there is a 404, as is a comment of another space', async () => {
    const { get, send } = testSandbox();
    expect((await send('POST', '/v1/spaces/x/comments', { body: { markdown: 'x' } })).status).toBe(404);
    expect((await get('/v1/spaces/space_guides/comments/comment_typo')).status).toBe(404);
  });
});

describe('resolving', () => {
  test('says who and when, reopening forgets it, and the count of the space follows', async () => {
    const { get, send } = testSandbox();
    const open = async () =>
      (await get('/v1/orgs/org_acme/sites/site_handbook/site-spaces')).json.items[0].space.comments;
    expect(await open()).toBe(3);
    const resolved = (await send('PUT', `${base}/comment_typo`, { resolved: true })).json;
    expect(resolved).toMatchObject({ status: 'resolved', resolvedAt: now, resolvedBy: { id: 'user_ada' } });
    expect(await open()).toBe(2);
    const reopened = (await send('PUT', `${base}/comment_typo`, { resolved: false })).json;
    expect(reopened.status).toBe('open');
    expect(reopened).not.toHaveProperty('resolvedAt');
    expect(reopened).not.toHaveProperty('resolvedBy');
    expect(await open()).toBe(3);
  });

  test('once more changes nothing', async () => {
    const { get, send } = testSandbox();
    const before = (await get(`${base}/comment_done`)).json;
    expect((await send('PUT', `${base}/comment_done`, { resolved: true })).json).toEqual(before);
    expect(before.resolvedAt).not.toBe(now);
  });
});

describe('editing', () => {
  test('replaces the text and says when', async () => {
    const { send } = testSandbox();
    const { json } = await send('PUT', `${base}/comment_question`, { body: { markdown: 'Who?' } });
    expect(json).toMatchObject({ body: { markdown: 'Who?' }, editedAt: now, status: 'open' });
    expect((await send('PUT', `${base}/comment_question`, { body: { markdown: '' } })).status).toBe(400);
  });

  test('nothing changes nothing', async () => {
    const { get, send } = testSandbox();
    const before = (await get(`${base}/comment_typo`)).json;
    expect((await send('PUT', `${base}/comment_typo`, {})).json).toEqual(before);
  });

  test('a page whose text has changed since the comment is outdated', async () => {
    const { get } = testSandbox();
    const page = async (id: string) => (await get(`${base}/${id}`)).json.target.page;
    expect(await page('comment_done')).toMatchObject({ id: 'page_holidays', outdated: true });
    expect(await page('comment_typo')).toMatchObject({ id: 'page_welcome', outdated: false });
    expect(await page('comment_review')).toMatchObject({ id: 'page_onboarding', outdated: false });
  });
});

describe('reactions', () => {
  const counts = (json: { reactions: { emoji: string; count: number }[] }) =>
    Object.fromEntries(json.reactions.map(({ emoji, count }) => [emoji, count]));

  test('are one of each emoji a user', async () => {
    const { send, wait } = testSandbox();
    const react = async (body: unknown) => counts((await send('PUT', `${base}/comment_typo`, body)).json);
    expect(await react({ addedReactions: ['👍', '🎉', '❤️', '❤️'] })).toEqual({ '👍': 2, '🎉': 2, '❤️': 1 });
    wait(minute);
    expect(await react({ removedReactions: ['👍', '🙈'] })).toEqual({ '👍': 1, '🎉': 2, '❤️': 1 });
    expect(await react({ addedReactions: ['🚀'], removedReactions: ['🚀', '❤️'] })).toEqual({
      '👍': 1,
      '🎉': 2,
    });
  });

  test('of others stay', async () => {
    const { send } = testSandbox();
    const { json } = await send('PUT', `${base}/comment_typo`, { removedReactions: ['🎉'] });
    expect(counts(json)).toEqual({ '👍': 2, '🎉': 1 });
  });

  test('without an emoji are refused, with everything else of the request', async () => {
    const { get, send } = testSandbox();
    const { status, json } = await send('PUT', `${base}/comment_typo`, {
      resolved: true,
      addedReactions: ['👍', ''],
      removedReactions: [' '],
    });
    expect(status).toBe(400);
    expect(json.error.details.map(({ path }: { path: unknown }) => path)).toEqual([
      ['addedReactions', 1],
      ['removedReactions', 0],
    ]);
    expect((await get(`${base}/comment_typo`)).json.status).toBe('open');
  });
});

describe('replies', () => {
  const replies = `${base}/comment_typo/replies`;

  test('come in the order in which they were posted, with their reactions', async () => {
    const { json } = await testSandbox().get(replies);
    expect(json.count).toBe(2);
    expect(json.items).toMatchObject([
      { id: 'reply_agree', object: 'comment-reply', postedBy: { id: 'user_zoe' }, reactions: [] },
      { id: 'reply_fixed', reactions: [{ emoji: '❤️', count: 1, users: [{ user: { id: 'user_mei' } }] }] },
    ]);
    expect(json.items[0].urls.location).toBe(`http://sandbox.localhost${replies}/reply_agree`);
  });

  test('are posted, counted, edited, reacted to and deleted', async () => {
    const { get, send, wait } = testSandbox();
    const count = async () => (await get(`${base}/comment_typo`)).json.replies;
    const { status, json } = await send('POST', replies, { body: { markdown: 'Thanks' } });
    expect({ status, json }).toMatchObject({ status: 201, json: { id: 'reply_1', postedAt: now } });
    expect(await count()).toBe(3);

    wait(minute);
    const edited = await send('PUT', `${replies}/reply_1`, {
      body: { markdown: 'Thank you' },
      addedReactions: ['🎉', '👍'],
      removedReactions: ['👍'],
    });
    expect(edited.json).toMatchObject({
      body: { markdown: 'Thank you' },
      editedAt: new Date(startTime + minute).toISOString(),
      reactions: [{ emoji: '🎉', count: 1 }],
    });
    expect((await get(`${replies}/reply_1?format=document`)).json.body.document.nodes).toHaveLength(1);

    expect((await send('DELETE', `${replies}/reply_1`)).status).toBe(204);
    expect((await send('DELETE', `${replies}/reply_1`)).status).toBe(404);
    expect(await count()).toBe(2);
  });

  test('belong to their comment, and go with it', async () => {
    const { get, send } = testSandbox();
    expect((await get(`${base}/comment_done/replies/reply_agree`)).status).toBe(404);
    expect((await send('POST', `${base}/comment_x/replies`, { body: { markdown: 'x' } })).status).toBe(404);
    expect((await send('POST', replies, {})).status).toBe(400);
    expect((await send('POST', replies, { body: { markdown: '' } })).status).toBe(400);
    expect((await send('DELETE', `${base}/comment_typo`)).status).toBe(204);
    expect((await get(`${base}/comment_typo`)).status).toBe(404);
    expect((await get(`${replies}/reply_agree`)).status).toBe(404);
    expect((await send('DELETE', `${base}/comment_typo`)).status).toBe(404);
  });
});
