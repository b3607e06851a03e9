import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/operations/openapi.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
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
    expect(run.stderr).toContain('invalid --url "nowhere": must be an absolute URL');
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
      requests: [{ method: 'DELETE', path: `${base}/broken` }],
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
