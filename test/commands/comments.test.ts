import { describe, expect, test } from 'vitest';
import * as replyContract from '../../src/api/contract/operations/comments/replies.ts';
import * as contract from '../../src/api/contract/operations/comments.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/spaces/space_handbook/comments';
const handbook = { env: { DOCS_ADMIN_SPACE: 'space_handbook' } };
const some = { json: { id: 'c1' } };

describe('comments list', () => {
  test('prints the comments, newest first', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments list --space space_handbook --fields id,status -o csv');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toBe(
      'id,status\ncomment_review,open\ncomment_done,resolved\ncomment_question,open\ncomment_typo,open\n',
    );
  });

  test('sends its filters', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'comments list --order asc --status resolved --format document --target-page page_holidays --json',
      handbook,
    );
    expect(run.requests[0]?.path).toBe(
      `${base}?order=asc&status=resolved&format=document&targetPage=page_holidays&limit=1000`,
    );
    expect(JSON.parse(run.stdout)).toMatchObject([{ id: 'comment_done', body: { document: {} } }]);
  });

  test('follows the cursors', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments list --page-size 3 -o id', handbook);
    expect(run.stdout.split('\n')).toHaveLength(5);
    expect(run.requests.map(({ path }) => path)).toEqual([
      `${base}?limit=3`,
      expect.stringMatching(/[?&]page=/),
    ]);
  });

  test('needs a space, and says how to give it', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments list');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toMatch(/--space <id>.*DOCS_ADMIN_SPACE.*config set space/);
  });

  test('shows what a comment is about on a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments list --target-page page_welcome --no-color', {
      ...handbook,
      terminal: true,
      columns: 160,
    });
    expect(run.stdout).toMatch(/^ID +STATUS +BY +POSTED +PAGE +REPLIES +TEXT\n/);
    expect(run.stdout).toMatch(/\ncomment_typo +open +陳美玲 +2025-03-27 .* Welcome +2 +There is a/);
  });
});

describe('comments create', () => {
  test('sends the text, and where it belongs', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'comments create --markdown "Hello *you*" --page page_welcome --node n1 --json',
      handbook,
    );
    expect(run.requests).toEqual([
      {
        method: 'POST',
        path: base,
        body: { node: 'n1', page: 'page_welcome', body: { markdown: 'Hello *you*' } },
      },
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ object: 'comment', status: 'open' });
  });

  test('sends the text of a file, or of standard input, as it is', async () => {
    const docs = await scriptedCli(() => some, { 'c.md': '# Title\r\n\n' });
    const file = await docs('comments create --markdown-file c.md', handbook);
    expect(file.requests[0]?.body).toEqual({ body: { markdown: '# Title\r\n\n' } });
    const stdin = await docs('comments create --markdown-file -', { ...handbook, stdin: 'piped\n' });
    expect(stdin.requests[0]?.body).toEqual({ body: { markdown: 'piped\n' } });
    const input = await docs('comments create --input -', {
      ...handbook,
      stdin: 'body: { markdown: from input }',
    });
    expect(input.requests[0]?.body).toEqual({ body: { markdown: 'from input' } });
  });

  test.each([
    ['comments create', '--markdown or --markdown-file is required'],
    ['comments create --page page_welcome', '--markdown or --markdown-file is required'],
    ['comments create --markdown a --markdown-file b', '--markdown'],
    ['comments create --markdown-file missing.md', 'cannot read missing.md'],
    ['comments replies create comment_typo', '--markdown or --markdown-file is required'],
  ])('%s is refused', async (line, message) => {
    const docs = await sandboxCli();
    const run = await docs(line, handbook);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(message);
  });
});

describe('comments get and update', () => {
  test('get prints the comment', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments get comment_typo --format markdown --json', handbook);
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}/comment_typo?format=markdown` }]);
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'comment_typo', replies: 2 });
    expect(await docs('comments get comment_gone', handbook)).toMatchObject({ code: 5, stdout: '' });
  });

  test('update sends every flag under its field', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'comments update comment_typo --resolved --markdown New --add-reaction 🎉,🚀 --add-reaction ❤️ --remove-reaction 👍 --json',
      handbook,
    );
    expect(run.requests).toEqual([
      {
        method: 'PUT',
        path: `${base}/comment_typo`,
        body: {
          resolved: true,
          body: { markdown: 'New' },
          addedReactions: ['🎉', '🚀', '❤️'],
          removedReactions: ['👍'],
        },
      },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 'resolved', resolvedBy: { id: 'user_ada' } });
    expect((await docs('comments update comment_typo --no-resolved', handbook)).requests[0]?.body).toEqual({
      resolved: false,
    });
  });

  test('update without anything sends an empty object', async () => {
    const docs = await scriptedCli(() => some);
    expect(await docs('comments update c1', handbook)).toMatchObject({ code: 2, requests: [] });
  });
});

describe('comments resolve and reopen', () => {
  test('one comment comes as an object', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments resolve comment_typo --json', handbook);
    expect(run.requests).toEqual([{ method: 'PUT', path: `${base}/comment_typo`, body: { resolved: true } }]);
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'comment_typo', status: 'resolved' });
    const reopened = await docs('comments reopen comment_typo --no-color', { ...handbook, terminal: true });
    expect(reopened.requests[0]?.body).toEqual({ resolved: false });
    expect(reopened).toMatchObject({ code: 0, stderr: '✓ reopened comment comment_typo\n' });
  });

  test('several come as an array, in their order', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments resolve comment_typo comment_question --json', handbook);
    expect(run.writes.map(({ path }) => path)).toEqual([`${base}/comment_typo`, `${base}/comment_question`]);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { id: 'comment_typo', status: 'resolved' },
      { id: 'comment_question', status: 'resolved' },
    ]);
    const ids = await docs('comments reopen comment_typo comment_question -o id', handbook);
    expect(ids).toMatchObject({ code: 0, stdout: 'comment_typo\ncomment_question\n', stderr: '' });
  });

  test('a failure keeps no one from the others; what was done is shown', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments resolve comment_typo comment_gone comment_question -o id', handbook);
    expect(run).toMatchObject({ code: 9, stdout: 'comment_typo\ncomment_question\n' });
    expect(run.writes).toHaveLength(3);
    expect(run.stderr).toContain('  comment_gone: not found');
  });

  test('one wrong id keeps all of them from being sent', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments resolve comment_typo a/b', handbook);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain('invalid <commentId> "a/b"');
    expect(await docs('comments resolve', handbook)).toMatchObject({ code: 2, requests: [] });
  });

  test('a dry run shows every request', async () => {
    const docs = await sandboxCli();
    const several = await docs('comments resolve comment_typo comment_question --dry-run --json', handbook);
    expect(several).toMatchObject({ code: 0, requests: [] });
    expect(JSON.parse(several.stdout).changes).toMatchObject([
      { method: 'PUT', url: `http://sandbox.localhost${base}/comment_typo`, body: { resolved: true } },
      { method: 'PUT', url: `http://sandbox.localhost${base}/comment_question`, body: { resolved: true } },
    ]);
    const one = await docs('comments reopen comment_typo --dry-run --json', handbook);
    expect(JSON.parse(one.stdout)).toMatchObject({ method: 'PUT', body: { resolved: false } });
  });

  test('take further fields from --input', async () => {
    const docs = await sandboxCli();
    const options = { ...handbook, stdin: '{"resolved":false,"body":{"markdown":"Done"}}' };
    const run = await docs('comments resolve comment_typo comment_question --input -', options);
    expect(run.writes.map(({ body }) => body)).toEqual([
      { resolved: true, body: { markdown: 'Done' } },
      { resolved: true, body: { markdown: 'Done' } },
    ]);
  });
});

describe('comments delete', () => {
  test('asks first', async () => {
    const docs = await sandboxCli();
    const no = await docs('comments delete comment_done', { ...handbook, terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    expect(no.questions[0]).toContain('comment_done');
    expect(await docs('comments rm comment_done --yes', handbook)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^deleted comment ".*" \(comment_done\)\n$/),
      writes: [{ method: 'DELETE', path: `${base}/comment_done` }],
    });
    expect(await docs('comments delete comment_done --yes', handbook)).toMatchObject({ code: 5 });
  });
});

describe('comments replies', () => {
  const replies = `${base}/comment_typo/replies`;

  test('list prints them', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments replies list comment_typo --format markdown -o id', handbook);
    expect(run.requests).toEqual([{ method: 'GET', path: `${replies}?format=markdown&limit=1000` }]);
    expect(run).toMatchObject({ code: 0, stdout: 'reply_agree\nreply_fixed\n', stderr: '' });
  });

  test('list follows the cursors', async () => {
    const docs = await sandboxCli();
    const run = await docs('comments replies list comment_typo --page-size 1 --json', handbook);
    expect(JSON.parse(run.stdout)).toHaveLength(2);
    expect(run.requests[1]?.path).toMatch(/[?&]page=/);
  });

  test('create, get, update and delete work on one', async () => {
    const docs = await sandboxCli();
    const created = await docs(
      'comments replies create comment_typo --markdown-file review.md --json',
      handbook,
    );
    expect(created.requests).toEqual([
      { method: 'POST', path: replies, body: { body: { markdown: expect.stringContaining('#') } } },
    ]);
    const { id } = JSON.parse(created.stdout);
    const got = await docs(`comments replies get comment_typo ${id} --format document --json`, handbook);
    expect(got.requests).toEqual([{ method: 'GET', path: `${replies}/${id}?format=document` }]);
    const updated = await docs(
      `comments replies update comment_typo ${id} --markdown Ok --add-reaction 👍 --remove-reaction 🎉`,
      handbook,
    );
    expect(updated.requests).toEqual([
      {
        method: 'PUT',
        path: `${replies}/${id}`,
        body: { body: { markdown: 'Ok' }, addedReactions: ['👍'], removedReactions: ['🎉'] },
      },
    ]);
    expect(await docs(`comments replies delete comment_typo ${id}`, handbook)).toMatchObject({ code: 2 });
    expect(await docs(`comments replies delete comment_typo ${id} --yes`, handbook)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `deleted reply "Ok" (${id})\n`,
      writes: [{ method: 'DELETE', path: `${replies}/${id}` }],
    });
  });
});

wireCoverage(contract);
wireCoverage(replyContract);
