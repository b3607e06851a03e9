import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/openapi.ts';
import { Interrupted } from '../../src/errors.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/openapi';

describe('openapi', () => {
  test('list follows the cursors', async () => {
    const docs = await sandboxCli();
    const run = await docs('openapi list --page-size 2 -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'petstore\npayments\nbroken\n', stderr: '' });
    expect(run.requests).toHaveLength(2);
    expect(run.requests[1]?.path).toMatch(/[?&]page=/);
  });

  test('an empty file is refused', async () => {
    const docs = await sandboxCli({ 'empty.yaml': ' \n' });
    const run = await docs('openapi set petstore --file empty.yaml');
    expect(run).toMatchObject({
      code: 2,
      requests: [],
      stderr:
        'error: invalid --file empty.yaml: the file is empty; nothing was sent\n' +
        'hint: give the specification, as JSON or YAML\n',
    });
  });

  test('create sends an address', async () => {
    const docs = await sandboxCli();
    const run = await docs('openapi create orders --url https://api.example/openapi.json --json');
    expect(run.requests).toEqual([
      {
        method: 'POST',
        path: base,
        body: { slug: 'orders', source: { url: 'https://api.example/openapi.json' } },
      },
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ slug: 'orders', processingState: 'pending' });
  });

  test('an address with credentials is a warning, and is sent', async () => {
    const docs = await sandboxCli();
    const run = await docs('openapi set orders --url https://ada:pw@api.example/openapi.json -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'orders\n' });
    expect(run.stderr).toMatch(/^warning: --url holds credentials: /);
  });

  test('create and set send the text of a file as it is', async () => {
    const text = '# a comment\r\nopenapi: 3.1.0\n\n';
    const docs = await scriptedCli(() => ({ json: { id: 'o1', slug: 'orders' } }), { 'spec.yaml': text });
    const created = await docs('openapi create orders --file spec.yaml -o table');
    expect(created.requests[0]?.body).toEqual({ slug: 'orders', source: { text } });
    expect(created.stderr).toBe('created OpenAPI specification orders\n');
    const set = await docs('openapi set orders --file - -o table', { stdin: text });
    expect(set.requests).toEqual([{ method: 'PUT', path: `${base}/orders`, body: { source: { text } } }]);
    expect(set.stderr).toBe('set OpenAPI specification orders\n');
  });

  describe('--wait', () => {
    /** A service that answers these states, one after the other and the last for ever. */
    function processing(...states: readonly object[]) {
      const left = [...states];
      return scriptedCli(() => ({
        json: { id: 'o1', slug: 'orders', ...(left.length > 1 ? left.shift() : left[0]) },
      }));
    }
    const pending = { processingState: 'pending' };
    const create = 'openapi create orders --url https://a.example/x --wait';

    test('reads it until it is processed', async () => {
      const docs = await processing(pending, pending, { processingState: 'complete' });
      const run = await docs(`${create} --fields processingState`);
      expect(run).toMatchObject({ code: 0, stdout: 'processingState\ncomplete\n', stderr: '' });
      const read = { method: 'GET', path: `${base}/orders` };
      expect(run.requests).toEqual([expect.objectContaining({ method: 'POST' }), read, read]);
    });

    test('reads nothing where the answer says all', async () => {
      const docs = await processing({ processingState: 'complete' });
      expect((await docs(create)).requests).toHaveLength(1);
    });

    test.each([
      [{ processingState: 'error', lastProcessErrorCode: 'FETCH_TIMEOUT' }, 'FETCH_TIMEOUT'],
      [{ processingState: 'error' }, 'the service does not say why'],
    ])('a failure is shown and ends it with 1: %j', async (state, why) => {
      const docs = await processing(pending, state);
      const run = await docs(`${create} --json`);
      expect(run.code).toBe(1);
      expect(JSON.parse(run.stdout)).toEqual({ id: 'o1', slug: 'orders', ...state });
      expect(JSON.parse(run.stderr)).toEqual({
        error: {
          kind: 'processing-failed',
          exitCode: 1,
          message: `OpenAPI specification orders failed: ${why}`,
          details: [],
        },
      });
    });

    test('what does not end in time is shown and ends it with 7', async () => {
      const docs = await processing(pending);
      const run = await docs(`${create} --wait-timeout 5 -o id`);
      expect(run).toMatchObject({ code: 7, stdout: 'orders\n' });
      expect(run.stderr).toBe(
        'error: OpenAPI specification orders is still processed after 5 s\n' +
          'hint: the service is still processing it: check again later, or allow more time with --wait-timeout\n',
      );
      // After 1 s, 1.5 s more, 2.25 s more, and at the end.
      expect(run.requests).toHaveLength(5);
    });

    test('a clock of the day that is set back prolongs nothing', async () => {
      const docs = await processing(pending);
      const exact = virtualClock();
      const clock = { ...exact, now: () => exact.now() - (exact.monotonic() > 0 ? 3_600_000 : 0) };
      const run = await docs(`${create} --wait-timeout 5 -o id`, { clock });
      expect(run).toMatchObject({ code: 7 });
      expect(run.requests).toHaveLength(5);
    });

    test('a state that no one knows is told once, and is no end', async () => {
      const queued = { processingState: 'queued', lastProcessErrorCode: 'PARSE' };
      const docs = await processing(pending, queued, queued, { processingState: 'complete' });
      const run = await docs(`${create} --query processingState`);
      expect(run).toMatchObject({
        code: 0,
        stdout: 'complete\n',
        stderr: 'warning: the state "queued" of OpenAPI specification orders is not known; still waiting\n',
      });
    });

    test('an interrupt shows how far it is, and claims nothing', async () => {
      const user = new AbortController();
      const docs = await scriptedCli(({ method }) => {
        if (method === 'GET') user.abort(new Interrupted('SIGINT'));
        return { json: { id: 'o1', slug: 'orders', ...pending } };
      });
      const run = await docs(`${create} -o table`, {
        terminal: true,
        interrupt: user.signal,
        env: { NO_COLOR: '1', CI: '1', DOCS_ADMIN_TOKEN: 't', DOCS_ADMIN_BASE_URL: 'https://docs.example' },
      });
      expect(run).toMatchObject({ code: 130, stdout: expect.stringContaining('pending') });
      expect(run.stderr).not.toContain('created');
      expect(run.stderr).toContain('the service is still processing OpenAPI specification orders\n');
    });

    test('where it can no longer be read, the answer is shown', async () => {
      const answers = [{ json: { id: 'o1', slug: 'orders', ...pending } }, { status: 403, json: {} }];
      const docs = await scriptedCli(() => answers.shift() as object);
      expect(await docs(`${create} -o id`)).toMatchObject({ code: 4, stdout: 'orders\n' });
    });

    test('nothing is waited for where nothing is sent', async () => {
      const docs = await processing(pending);
      expect(await docs(`${create} --dry-run`)).toMatchObject({ code: 0, requests: [] });
    });

    test('set waits too', async () => {
      const docs = await sandboxCli();
      const run = await docs('openapi set petstore --file - --wait --fields processingState', {
        stdin: 'no: specification',
      });
      expect(run).toMatchObject({ code: 1, stdout: 'processingState\nerror\n' });
    });

    test('the timeout is a number of seconds', async () => {
      const docs = await sandboxCli();
      expect(await docs(`${create} --wait-timeout 0`)).toMatchObject({ code: 2, requests: [] });
    });
  });

  test('exactly one source is needed', async () => {
    const docs = await sandboxCli();
    const both = await docs('openapi set petstore --url https://a.example --file invoices.openapi.yaml');
    expect(both).toMatchObject({ code: 2, requests: [] });
    const none = await docs('openapi create orders');
    expect(none).toMatchObject({ code: 2, requests: [] });
    expect(none.stderr).toContain('error: --url or --file is required');
    const given = await docs('openapi set orders --input -', {
      stdin: 'source: { url: "https://a.example/x" }',
    });
    expect(given.code).toBe(0);
  });

  test('slug and address are checked before anything is sent', async () => {
    const docs = await sandboxCli();
    const run = await docs('openapi create Not_A_Slug --url nowhere');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('invalid <slug> "Not_A_Slug": must be lower-case');
    expect(run.stderr).toContain('invalid --url "nowhere": must be an absolute http(s) URL');
    const set = await docs('openapi set a--b --url https://a.example');
    expect(set).toMatchObject({ code: 2, requests: [] });
    expect(set.stderr).toContain('invalid <slug> "a--b"');
  });

  test('get and delete name the specification', async () => {
    const docs = await sandboxCli();
    const shown = await docs('openapi get broken --fields lastProcessErrorCode -o tsv --no-headers');
    expect(shown).toMatchObject({ code: 0, stdout: 'FETCH_TIMEOUT\n' });
    expect(shown.requests).toEqual([{ method: 'GET', path: `${base}/broken` }]);
    const deleted = await docs('openapi rm broken -y');
    expect(deleted).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted OpenAPI specification broken\n',
      writes: [{ method: 'DELETE', path: `${base}/broken` }],
    });
    expect(await docs('openapi get broken')).toMatchObject({ code: 5 });
  });

  test('a slug that is taken is a conflict', async () => {
    const docs = await sandboxCli();
    const run = await docs('openapi create petstore --url https://a.example/x');
    expect(run).toMatchObject({ code: 6, stdout: '' });
    expect(run.stderr).toContain('conflict: slug "petstore" is taken');
  });
});

wireCoverage(contract);
