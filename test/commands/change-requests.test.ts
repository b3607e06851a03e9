import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/change-requests.ts';
import { temporaryFolder } from '../sandbox/test-sandbox.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/spaces/space_handbook/change-requests';
const handbook = { env: { DOCS_ADMIN_SPACE: 'space_handbook' } };

describe('change-requests list', () => {
  test('prints those that are open, under either name of the noun', async () => {
    const docs = await sandboxCli();
    const run = await docs('crs list --space space_handbook -o id');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(run).toMatchObject({ code: 0, stdout: 'cr_onboarding\ncr_outdated\n', stderr: '' });
  });

  test('sends its filters, and follows the cursors', async () => {
    const docs = await sandboxCli();
    const filtered = await docs(
      'change-requests list --status merged --contributor user_yuki --json',
      handbook,
    );
    expect(filtered.requests[0]?.path).toBe(`${base}?status=merged&contributor=user_yuki&limit=1000`);
    expect(JSON.parse(filtered.stdout)).toMatchObject([{ id: 'cr_merged', number: 3 }]);
    const paged = await docs('change-requests list --page-size 1 --fields number,outdated', handbook);
    expect(paged.stdout).toBe('number\toutdated\n1\tfalse\n5\ttrue\n');
    expect(paged.requests[1]?.path).toMatch(/[?&]page=/);
  });
});

describe('one change request', () => {
  test('is shown by its number or its id', async () => {
    const docs = await sandboxCli();
    const byNumber = await docs('change-requests get 1 --json', handbook);
    expect(byNumber.requests).toEqual([{ method: 'GET', path: `${base}/1` }]);
    const byId = await docs('crs get cr_onboarding --json', handbook);
    expect(JSON.parse(byId.stdout)).toEqual(JSON.parse(byNumber.stdout));
    const wrong = await docs('crs get a/b', handbook);
    expect(wrong).toMatchObject({ code: 2, requests: [] });
    expect(wrong.stderr).toContain('invalid <id|number> "a/b"');
    expect(await docs('crs get 99', handbook)).toMatchObject({ code: 5 });
  });

  test('is created and updated', async () => {
    const docs = await sandboxCli();
    const created = await docs('change-requests create --subject Travel --json', handbook);
    expect(created.requests).toEqual([{ method: 'POST', path: base, body: { subject: 'Travel' } }]);
    expect(JSON.parse(created.stdout)).toMatchObject({ number: 6, status: 'draft', subject: 'Travel' });
    const updated = await docs('change-requests update 6 --subject Costs --status open --json', handbook);
    expect(updated.requests).toEqual([
      { method: 'PATCH', path: `${base}/6`, body: { subject: 'Costs', status: 'open' } },
    ]);
    expect(JSON.parse(updated.stdout)).toMatchObject({ subject: 'Costs', status: 'open' });
  });

  test('may have a long subject at first only', async () => {
    const docs = await sandboxCli();
    const subject = 'x'.repeat(101);
    expect(await docs(`crs create --subject ${subject}`, handbook)).toMatchObject({ code: 0 });
    const run = await docs(`crs update 6 --subject ${subject}`, handbook);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--subject');
  });

  test('takes a status that no one has documented, with a warning', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'cr_1' } }));
    const run = await docs('crs update 1 --status reviewed', handbook);
    expect(run.requests[0]?.body).toEqual({ status: 'reviewed' });
    expect(run.stderr).toContain('warning: invalid --status "reviewed"');
  });
});

describe('merge and pull', () => {
  test('print what the service says', async () => {
    const docs = await sandboxCli();
    const pulled = await docs('change-requests pull --yes 5 --json', handbook);
    expect(pulled.requests).toEqual([{ method: 'POST', path: `${base}/5/update` }]);
    expect(JSON.parse(pulled.stdout)).toEqual({ revision: expect.any(String), result: 'update' });
    const merged = await docs('change-requests merge 1 --no-color --yes', { ...handbook, terminal: true });
    expect(merged.requests).toEqual([{ method: 'POST', path: `${base}/1/merge` }]);
    expect(merged).toMatchObject({ code: 0, stdout: '', stderr: '✓ merged change request 1\n' });
  });

  test('merging once more is a conflict', async () => {
    const docs = await sandboxCli();
    const run = await docs('crs merge cr_merged --yes --json', handbook);
    expect(run).toMatchObject({ code: 6, stdout: '' });
    expect(JSON.parse(run.stderr).error).toMatchObject({ kind: 'conflict', exitCode: 6, status: 409 });
  });

  test('a dry run sends nothing', async () => {
    const docs = await sandboxCli();
    const run = await docs('crs merge 1 --dry-run --json', handbook);
    expect(run).toMatchObject({ code: 0, requests: [] });
    expect(JSON.parse(run.stdout)).toEqual({
      method: 'POST',
      url: `http://sandbox.localhost${base}/1/merge`,
    });
  });
});

describe('change-requests pdf', () => {
  test('prints the address', async () => {
    const docs = await sandboxCli();
    const run = await docs('change-requests pdf 1 --page page_onboarding --no-only --json', handbook);
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}/1/pdf?page=page_onboarding&only=false` }]);
    expect(JSON.parse(run.stdout)).toEqual({
      url: expect.stringMatching(/^http:\/\/sandbox\.localhost\/downloads\//),
    });
  });

  test('fetches the file as well', async () => {
    const docs = await sandboxCli();
    const file = join(temporaryFolder(), 'onboarding.pdf');
    const run = await docs(
      ['crs', 'pdf', '1', '--page', 'page_onboarding', '--only', '--download', file],
      handbook,
    );
    expect(run).toMatchObject({ code: 0, stderr: `saved ${file}\n` });
    const url = new URL(run.stdout.split('\n')[1] as string);
    expect(run.requests[1]).toEqual({ method: 'GET', path: url.pathname });
    expect(await readFile(file, 'latin1')).toMatch(/^%PDF-1\.4\n.*\n%%EOF\n$/s);
  });

  test('keeps the token to itself', async () => {
    const seen: (string | undefined)[] = [];
    const docs = await scriptedCli((_, headers) => {
      seen.push(headers.authorization);
      return { json: { url: 'https://files.example/a.pdf?sig=abc' } };
    });
    const file = join(temporaryFolder(), 'a.pdf');
    const run = await docs(['crs', 'pdf', '1', '--download', file], handbook);
    expect(run.requests.map(({ path }) => path)).toEqual([`${base}/1/pdf`, '/a.pdf?sig=abc']);
    expect(seen).toEqual(['Bearer token-of-the-test', undefined]);
    expect(await readFile(file, 'utf8')).toBe('{"url":"https://files.example/a.pdf?sig=abc"}');
  });

  const refusals: [status: number, code: number, message: string, hint: string][] = [
    [403, 1, 'https://files.example answered the download with 403', 'may have expired'],
    [404, 1, 'https://files.example answered the download with 404', 'may have expired'],
    [302, 1, 'https://files.example answered the download with 302', 'redirects are not followed'],
    [503, 7, 'server error 503 after 4 attempts', ''],
  ];
  test.each(refusals)('a download that answers %i ends with %i', async (status, code, message, hint) => {
    const docs = await scriptedCli(({ path }) =>
      path.endsWith('/pdf') ? { json: { url: 'https://files.example/secret-path?sig=abc' } } : { status },
    );
    const file = join(temporaryFolder(), 'a.pdf');
    const run = await docs(['crs', 'pdf', '1', '--download', file], {
      ...handbook,
      env: { ...handbook.env, DOCS_ADMIN_DEBUG: '1' },
    });
    expect(run).toMatchObject({ code, stdout: 'url\nhttps://files.example/secret-path?sig=abc\n' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain(hint);
    expect(run.stderr).not.toMatch(/secret-path|sig=|token rejected/);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  const noFiles: [name: string, answer: object, message: string][] = [
    ['nothing', { text: '' }, 'answered the download with nothing'],
    ['a 204', { status: 204 }, 'answered the download with nothing'],
    ['a part', { status: 206, text: '%PDF-' }, 'answered the download with a part of the file (206)'],
    [
      'a login page',
      { type: 'text/html; charset=utf-8', text: '<html>' },
      'answered the download with text/html (login page or proxy?)',
    ],
  ];
  test.each(noFiles)('%s is no file', async (_, answer, message) => {
    const docs = await scriptedCli(({ path }) =>
      path.endsWith('/pdf') ? { json: { url: 'https://files.example/a.pdf?sig=abc' } } : answer,
    );
    const file = join(temporaryFolder(), 'a.pdf');
    const run = await docs(['crs', 'pdf', '1', '--download', file], handbook);
    expect(run.code).toBe(7);
    expect(run.stderr).toBe(
      `error: https://files.example ${message}\nhint: ask for a new address: this one may have expired\n`,
    );
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'ftp://files.example/a.pdf', '/a.pdf', ''])(
    'nothing is fetched from %j',
    async (url) => {
      const docs = await scriptedCli(() => ({ json: { url } }));
      const run = await docs(['crs', 'pdf', '1', '--download', join(temporaryFolder(), 'a.pdf')], handbook);
      expect(run.code).toBe(7);
      expect(run.requests).toHaveLength(1);
      expect(run.stderr).toContain('no http(s) address');
    },
  );

  test('does not go to standard output', async () => {
    const docs = await sandboxCli();
    const run = await docs('crs pdf 1 --download -', handbook);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain('--download writes a file, and - is none');
  });

  test('a dry run fetches the address only', async () => {
    const docs = await sandboxCli();
    const file = join(temporaryFolder(), 'a.pdf');
    const run = await docs(['crs', 'pdf', '1', '--download', file, '--dry-run'], handbook);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.requests).toHaveLength(1);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});

wireCoverage(contract);
