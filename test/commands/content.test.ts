import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/content.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/spaces/space_handbook/change-requests/1/content';
const inRequest = { env: { DOCS_ADMIN_SPACE: 'space_handbook', DOCS_ADMIN_CHANGE_REQUEST: '1' } };
const onTerminal = { ...inRequest, terminal: true, columns: 120 };

describe('content get', () => {
  test('prints the whole revision', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'content get --space space_handbook --change-request 1 --metadata --computed --json',
    );
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?metadata=true&computed=true` }]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ object: 'revision', files: [{}, {}] });
  });

  test('draws it as a tree on a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs('content get --no-metadata --no-computed --no-color', onTerminal);
    expect(run.requests[0]?.path).toBe(`${base}?metadata=false&computed=false`);
    expect(run.stdout).toContain(
      [
        '├─ pages',
        '│  ├─ Welcome  page_welcome  /welcome',
        '│  ├─ Onboarding  page_onboarding  /onboarding',
        '│  │  ├─ Your laptop, "the machine"  page_laptop  /onboarding/laptop',
        '│  │  └─ Checklist  page_checklist  /onboarding/checklist',
        '│  └─ Holidays 休暇  page_holidays  /holidays',
        '├─ files',
        '│  ├─ logo – dark.png  file_logo',
        '│  └─ policy, final (2).pdf  file_policy',
        '└─ reusable contents',
        '   └─ Contact  reusable_contact',
      ].join('\n'),
    );
  });

  test('needs a change request, and says how to give it', async () => {
    const docs = await sandboxCli();
    const run = await docs('content get --space space_handbook');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toMatch(/--change-request <id>.*DOCS_ADMIN_CHANGE_REQUEST.*config set change-request/);
  });

  test('shows what an answer has, whatever is missing', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'r1', pages: null } }));
    expect(await docs('content get --no-color', onTerminal)).toMatchObject({ code: 0 });
  });
});

describe('imports', () => {
  test('go into the change request, or into a page', async () => {
    const docs = await sandboxCli();
    const body = { url: 'https://wiki.acme.example/travel', source: 'website' };
    const whole = await docs(`content import --yes --url ${body.url} --source website --json`, inRequest);
    expect(whole.requests).toEqual([{ method: 'POST', path: `${base}/import`, body }]);
    expect(JSON.parse(whole.stdout)).toMatchObject({ importedResources: 1, totalResources: 1 });
    const page = await docs(
      `content pages import --yes page_welcome --url ${body.url} --source website`,
      inRequest,
    );
    expect(page.requests).toEqual([{ method: 'POST', path: `${base}/page/page_welcome/import`, body }]);
    expect(page.code).toBe(0);
  });

  describe('with --wait', () => {
    const line = 'content import --yes --url https://a.example --source website --wait';
    const read = { method: 'GET', path: `${base}?metadata=false&computed=false` };

    /** A service that answers the import, then the content of the change request as it becomes. */
    function importing(answer: object, ...contents: readonly object[]) {
      const left = [...contents];
      return scriptedCli(({ method }) => ({
        json: method === 'POST' ? answer : left.length > 1 ? left.shift() : left[0],
      }));
    }

    test.each(['content import --yes', 'content pages import page_welcome --yes'])(
      '%s ends when the change request shows it',
      async (words) => {
        const docs = await sandboxCli();
        const run = await docs(`${words} --url https://a.example --source website --wait`, inRequest);
        expect(run.code).toBe(0);
        expect(run.requests.slice(1)).toEqual([read]);
      },
    );

    test('the revision may be an older one by then', async () => {
      const answer = { revision: 'r2', importedResources: 4, totalResources: 4 };
      const docs = await importing(answer, { id: 'r1' }, { id: 'r3', parents: ['r2'] });
      const run = await docs(`${line} -o id`, inRequest);
      expect(run).toMatchObject({ code: 0, stdout: 'r2\n' });
      expect(run.requests.slice(1)).toEqual([read, read]);
    });

    test('what was not imported in full has failed', async () => {
      const answer = { revision: 'r2', importedResources: 3, totalResources: 5 };
      const docs = await importing(answer, { id: 'r2' });
      const run = await docs(line, inRequest);
      expect(run).toMatchObject({
        code: 1,
        stdout: 'importedResources\ttotalResources\trevision\n3\t5\tr2\n',
      });
      expect(run.stderr).toBe(
        'error: the import into the change request failed: 3 of 5 resources were imported\n',
      );
    });

    test('a revision that never comes is waited for as long as is allowed', async () => {
      const docs = await importing({ revision: 'r2' }, { id: 'r1' });
      const run = await docs(`${line} --wait-timeout 1 -o id`, inRequest);
      expect(run).toMatchObject({ code: 7, stdout: 'r2\n' });
    });

    test('an answer that names no revision is all that there is', async () => {
      const docs = await importing({ importedResources: 1, totalResources: 1 });
      const run = await docs(line, inRequest);
      expect(run).toMatchObject({ code: 0, requests: [expect.objectContaining({ method: 'POST' })] });
    });
  });

  test('need both an address and a source', async () => {
    const docs = await sandboxCli();
    for (const line of ['content import', 'content pages import page_welcome']) {
      const run = await docs(line, inRequest);
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('--url is required');
      expect(run.stderr).toContain('--source is required');
    }
    const wrong = await docs('content import --yes --url wiki --source website', inRequest);
    expect(wrong.stderr).toContain('invalid --url "wiki": must be an absolute http(s) URL');
  });
});

describe('content pages list', () => {
  test('prints the array as the service sent it', async () => {
    const docs = await sandboxCli();
    const run = await docs('content pages list --no-metadata --no-computed --json', inRequest);
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}/pages?metadata=false&computed=false` }]);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { id: 'page_welcome', pages: [] },
      { id: 'page_onboarding', pages: [{ id: 'page_laptop' }, { id: 'page_checklist' }] },
      { id: 'page_holidays' },
    ]);
  });

  test('has a row for every page, those below another too', async () => {
    const docs = await sandboxCli();
    const ids = ['page_welcome', 'page_onboarding', 'page_laptop', 'page_checklist', 'page_holidays'];
    const run = await docs('content pages list -o id', inRequest);
    expect(run.stdout.trim().split('\n')).toEqual(ids);
    const csv = await docs('content pages list --fields id,path -o csv', inRequest);
    expect(csv.stdout).toContain('\npage_laptop,onboarding/laptop\n');
    const table = await docs('content pages list --no-color', onTerminal);
    expect(table.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['ID', ...ids, '']);
  });
});

describe('content pages get', () => {
  test('finds a page by its id', async () => {
    const docs = await sandboxCli();
    const line = 'content pages get page_laptop --format markdown --metadata --computed --json';
    const run = await docs(line, inRequest);
    expect(run.requests).toEqual([
      { method: 'GET', path: `${base}/page/page_laptop?format=markdown&metadata=true&computed=true` },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'page_laptop', markdown: expect.any(String) });
  });

  test('finds a page by its path, as one segment', async () => {
    const docs = await sandboxCli();
    const line =
      'content pages get --path onboarding/laptop --format document --no-metadata --no-computed --json';
    const run = await docs(line, inRequest);
    expect(run.requests).toEqual([
      {
        method: 'GET',
        path: `${base}/path/onboarding%2Flaptop?format=document&metadata=false&computed=false`,
      },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'page_laptop', document: { object: 'document' } });
  });

  test.each([
    ['content pages get', 'no page given'],
    ['content pages get page_welcome --path welcome', 'two pages given: <pageId> and --path'],
    ['content pages get a/b', 'invalid <pageId> "a/b": contains "/"'],
    ['content pages get --path a//b', 'invalid --path "a//b": has an empty part'],
    ['content pages get --path /a', 'invalid --path "/a": has an empty part'],
    ['content pages get --path a/../b', 'invalid --path "a/../b"'],
    ['content pages get --path ""', 'invalid --path ""'],
    ['content pages get ""', 'invalid <pageId> ""'],
  ])('%s is refused', async (line, message) => {
    const docs = await sandboxCli();
    const run = await docs(line, inRequest);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(message);
  });
});

describe('links', () => {
  test('are listed, with what the service counts on stderr', async () => {
    const docs = await sandboxCli();
    const run = await docs('content pages links page_checklist --fields kind,target,broken', inRequest);
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}/page/page_checklist/links?limit=1000` }]);
    expect(run).toMatchObject({
      code: 0,
      stdout: 'kind\ttarget\tbroken\npage\tpage_laptop\tfalse\nfile\tfile_badge\ttrue\n',
      stderr: '2 links, 1 broken, 1 of them by this change request\n',
    });
  });

  test('are the items alone in JSON; --quiet leaves the count out', async () => {
    const docs = await sandboxCli();
    const run = await docs('content pages links page_onboarding --json --quiet --page-size 2', inRequest);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.requests[1]?.path).toMatch(/[?&]page=/);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { target: 'page_laptop' },
      { target: 'page_gone', broken: true },
      { target: 'reusable_contact' },
    ]);
  });

  test.each([
    [undefined, ''],
    [null, ''],
    [{ total: 1 }, '1 link, 0 broken\n'],
    [{ total: 4, broken: { total: 2 } }, '4 links, 2 broken\n'],
  ])('counted as %j are told as "%s"', async (stats, stderr) => {
    const docs = await scriptedCli(() => ({ json: { items: [{ anything: 1 }], stats } }));
    const run = await docs('content pages links p --json', inRequest);
    expect(run).toMatchObject({ code: 0, stderr });
    expect(JSON.parse(run.stdout)).toEqual([{ anything: 1 }]);
  });

  test('to a page and to a file are found', async () => {
    const docs = await sandboxCli();
    const page = await docs('content pages backlinks page_laptop --page-size 1 -o id', inRequest);
    expect(page).toMatchObject({ code: 0, stdout: 'page_onboarding\npage_checklist\n', stderr: '' });
    expect(page.requests[0]?.path).toBe(`${base}/page/page_laptop/backlinks?limit=1`);
    expect(page.requests[1]?.path).toMatch(/[?&]page=/);
    const file = await docs('content files backlinks file_policy --json', inRequest);
    expect(file.requests).toEqual([
      { method: 'GET', path: `${base}/files/file_policy/backlinks?limit=1000` },
    ]);
    expect(JSON.parse(file.stdout)).toMatchObject([{ page: { id: 'page_welcome' } }]);
    const cursor = await docs('content files backlinks file_policy --cursor x', inRequest);
    expect(cursor).toMatchObject({ code: 1 });
  });
});

describe('files and reusable contents', () => {
  test('files are listed and shown', async () => {
    const docs = await sandboxCli();
    const list = await docs('content files list --no-metadata --no-computed --page-size 1 -o id', inRequest);
    expect(list).toMatchObject({ code: 0, stdout: 'file_logo\nfile_policy\n' });
    expect(list.requests[0]?.path).toBe(`${base}/files?metadata=false&computed=false&limit=1`);
    const get = await docs('content files get file_logo --no-metadata --no-computed --json', inRequest);
    expect(get.requests[0]?.path).toBe(`${base}/files/file_logo?metadata=false&computed=false`);
    expect(JSON.parse(get.stdout)).toMatchObject({ id: 'file_logo', dimensions: { width: 512 } });
  });

  test('a reusable content is shown', async () => {
    const docs = await sandboxCli();
    const line = 'content reusable-contents get reusable_contact --no-metadata --no-computed --json';
    const run = await docs(line, inRequest);
    expect(run.requests[0]?.path).toBe(
      `${base}/reusable-contents/reusable_contact?metadata=false&computed=false`,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ title: 'Contact' });
    expect(await docs('content reusable-contents get gone', inRequest)).toMatchObject({ code: 5 });
  });
});

wireCoverage(contract);
