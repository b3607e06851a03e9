import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/sites.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/sites';

describe('sites list', () => {
  test('prints one array of the objects as the service sent them', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites list --json');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toHaveLength(3);
  });

  test('sends its filters, and follows the cursors', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites list --page-size 1 -o id');
    expect(run.code).toBe(0);
    expect(run.stdout.trim().split('\n')).toHaveLength(3);
    expect(run.requests).toHaveLength(3);
    expect(run.requests[1]?.path).toMatch(/[?&]page=/);
    const filtered = await docs(
      'sites list --space space_handbook --title hand --no-published --type basic --limit 5',
    );
    expect(filtered.requests[0]?.path).toBe(
      `${base}?space=space_handbook&title=hand&published=false&type=basic&limit=5`,
    );
  });

  test('repeats --type, or takes it with commas', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [] } }));
    const run = await docs('sites list --type basic,basic --type basic --json');
    expect(run.requests[0]?.path).toBe(`${base}?type=basic&type=basic&type=basic&limit=1000`);
    expect(run).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
  });
});

describe('sites create', () => {
  test('sends only what was asked for', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites create --title Handbook --visibility unlisted --json');
    expect(run.requests).toEqual([
      { method: 'POST', path: base, body: { title: 'Handbook', visibility: 'unlisted' } },
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      object: 'site',
      title: 'Handbook',
      visibility: 'unlisted',
    });
  });

  test('sends the ids of --space, or the word of --new-space as it is', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'site_1' } }));
    const spaces = await docs('sites create --type basic --space a,b --space c --yes');
    expect(spaces.requests[0]?.body).toEqual({ type: 'basic', spaces: ['a', 'b', 'c'] });
    const fresh = await docs('sites create --new-space document --yes');
    expect(fresh.requests[0]?.body).toEqual({ spaces: 'document' });
    expect(await docs('sites create --new-space document --space a')).toMatchObject({
      code: 2,
      requests: [],
    });
  });

  test('takes the body from a file or standard input, flags first', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'site_1' } }), {
      'site.yaml': 'title: From file\nvisibility: public\n',
    });
    const file = await docs('sites create --input site.yaml --title "From flag" --yes');
    expect(file.requests[0]?.body).toEqual({ title: 'From flag', visibility: 'public' });
    const stdin = await docs('sites create --input -', { stdin: '{"title":"From stdin"}' });
    expect(stdin.requests[0]?.body).toEqual({ title: 'From stdin' });
  });

  test('warns of what the contract does not know, and sends it', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'site_1' } }));
    const run = await docs('sites create --visibility secret --input -', { stdin: 'shiny: true' });
    expect(run.requests[0]?.body).toEqual({ shiny: true, visibility: 'secret' });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('warning: invalid --visibility "secret"');
    expect(run.stderr).toContain('field "shiny"');
  });

  test('reports all problems at once, and sends nothing', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites update site_docs --title x --basename ""');
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toBe(
      [
        'error: 2 problems with the input; nothing was sent',
        '  invalid --title "x": must have at least 2 characters',
        '  invalid --basename "": must not be empty',
        'hint: see `docs-admin sites update --help`',
        '',
      ].join('\n'),
    );
  });
});

describe('sites get, update, delete', () => {
  test('get prints the object', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites get site_docs --json');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}/site_docs` }]);
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'site_docs', object: 'site' });
  });

  test('update sends every flag under its field', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 's' } }));
    const run = await docs(
      'sites update s --title Docs --visibility public --basename docs --adaptive-content --default-site-space ss --default-site-section sec --proxy https://example.com/docs --yes',
    );
    expect(run.requests).toEqual([
      {
        method: 'PATCH',
        path: `${base}/s`,
        body: {
          title: 'Docs',
          visibility: 'public',
          basename: 'docs',
          adaptiveContent: { enabled: true },
          defaultSiteSpace: 'ss',
          defaultSiteSection: 'sec',
          proxy: 'https://example.com/docs',
        },
      },
    ]);
    const cleared = await docs('sites update s --no-proxy --no-adaptive-content --yes');
    expect(cleared.requests[0]?.body).toEqual({ proxy: null, adaptiveContent: { enabled: false } });
  });

  test('delete asks on a terminal, and takes no for an answer', async () => {
    const docs = await sandboxCli();
    const no = await docs('sites delete site_docs', { terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    expect(no.questions[0]).toMatch(
      /^delete site "Acme Docs" \(site_docs\)\? It goes offline with its 6 spaces\. /,
    );
    const yes = await docs('sites delete site_docs', { terminal: true, answers: [true] });
    expect(yes).toMatchObject({
      code: 0,
      stdout: '',
      writes: [{ method: 'DELETE', path: `${base}/site_docs` }],
    });
    expect(await docs('sites get site_docs')).toMatchObject({ code: 5 });
  });

  test('delete needs --yes without a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites delete site_docs');
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain('hint: give --yes');
    expect(await docs('sites rm site_docs --yes')).toMatchObject({
      code: 0,
      stderr: 'deleted site "Acme Docs" (site_docs)\n',
    });
  });
});

describe('sites adaptive-schema and published', () => {
  test('set reads the schema from a file, get shows it', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites adaptive-schema set site_docs --schema visitor.schema.yaml --json');
    expect(run.requests).toEqual([
      {
        method: 'PUT',
        path: `${base}/site_docs/adaptive-schema`,
        body: {
          jsonSchema: {
            type: 'object',
            properties: { isBetaUser: { type: 'boolean' } },
            additionalProperties: false,
          },
        },
      },
    ]);
    const shown = await docs('sites adaptive-schema get site_docs --json');
    expect(JSON.parse(shown.stdout).jsonSchema.properties).toEqual({ isBetaUser: { type: 'boolean' } });
    expect(await docs('sites adaptive-schema set site_docs')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--schema is required'),
    });
  });

  test('published sends the share key', async () => {
    const docs = await scriptedCli(() => ({ json: { site: { id: 's' } } }));
    const run = await docs('sites published s --share-key "a b"');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}/s/published?shareKey=a%20b` }]);
    expect(run.code).toBe(0);
  });
});

wireCoverage(contract);
