import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/saml.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/saml';
const certificate = exampleFiles['okta.pem'] as string;
const base64 = certificate.replace(/-----[A-Z ]+-----|\n/g, '');

describe('saml', () => {
  test('list follows the cursors', async () => {
    const docs = await sandboxCli();
    const run = await docs('saml list --page-size 1 -o id');
    expect(run).toMatchObject({ code: 0, stdout: 'saml_okta\nsaml_entra\n', stderr: '' });
    expect(run.requests.map(({ path }) => path.replace(/page=[^&]+/, 'page=C'))).toEqual([
      `${base}?limit=1`,
      `${base}?limit=1&page=C`,
    ]);
  });

  test('create sends the text of the certificate as it is', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'saml create --label Okta --entity-id e --certificate okta.pem --sso-url https://okta.example/sso --default-team team_docs --default-role edit --json --yes',
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.requests).toEqual([
      {
        method: 'POST',
        path: base,
        body: {
          label: 'Okta',
          entityID: 'e',
          certificate,
          ssoURL: 'https://okta.example/sso',
          defaultTeam: 'team_docs',
          defaultRole: 'edit',
        },
      },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ certificate, defaultTeam: { id: 'team_docs' } });
  });

  test('a certificate may come from standard input', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'saml_1' } }));
    const run = await docs('saml create --label Okta --certificate - -o table --yes', {
      stdin: `${base64}\n`,
    });
    expect(run.requests[0]?.body).toEqual({ label: 'Okta', certificate: `${base64}\n` });
    expect(run.stderr).toBe('created SAML provider saml_1\n');
  });

  test('the role guest is null in the body', async () => {
    const docs = await sandboxCli();
    const run = await docs('saml create --label Guests --default-role guest');
    expect(run.requests[0]?.body).toEqual({ label: 'Guests', defaultRole: null });
    expect(run.code).toBe(0);
  });

  test('everything that is wrong is reported at once, before anything is sent', async () => {
    const docs = await sandboxCli();
    const run = await docs([
      'saml',
      'create',
      '--entity-id',
      'e'.repeat(1025),
      '--sso-url',
      'u'.repeat(2049),
    ]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    for (const line of ['--label is required', '--entity-id', 'at most 1024', '--sso-url', 'at most 2048']) {
      expect(run.stderr).toContain(line);
    }
    const long = await docs(`saml create --label ${'x'.repeat(31)} --yes`);
    expect(long).toMatchObject({ code: 2, requests: [] });
    expect(long.stderr).toMatch(/invalid --label "x+": must have at most 30 characters/);
    expect(await docs('saml create --label A --certificate nowhere.pem')).toMatchObject({
      code: 2,
      requests: [],
    });
  });

  test('get and delete name the provider', async () => {
    const docs = await sandboxCli();
    const shown = await docs('saml get saml_okta --fields label -o json');
    expect(shown).toMatchObject({ code: 0, requests: [{ method: 'GET', path: `${base}/saml_okta` }] });
    const refused = await docs('saml delete saml_okta');
    expect(refused).toMatchObject({ code: 2, requests: [] });
    const deleted = await docs('saml delete saml_okta', { terminal: true, answers: [true] });
    expect(deleted).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/deleted SAML provider ".*" \(saml_okta\)/),
      writes: [{ method: 'DELETE', path: `${base}/saml_okta` }],
    });
    expect(deleted.questions[0]).toContain('saml_okta');
    expect(await docs('saml get saml_okta')).toMatchObject({ code: 5, stdout: '' });
  });

  test('update sends only what was asked for; flags override the input', async () => {
    const docs = await sandboxCli();
    const run = await docs('saml update saml_entra --input - --label New --default-role read --json --yes', {
      stdin: '{"label":"Old","entityID":"e2","ssoURL":"https://e.example","defaultTeam":"team_tokyo"}',
    });
    expect(run.requests).toEqual([
      {
        method: 'PATCH',
        path: `${base}/saml_entra`,
        body: {
          label: 'New',
          entityID: 'e2',
          ssoURL: 'https://e.example',
          defaultTeam: 'team_tokyo',
          defaultRole: 'read',
        },
      },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ label: 'New', defaultRole: 'read' });
    expect((await docs('saml update saml_entra --certificate okta.pem')).requests[0]?.body).toEqual({
      certificate,
    });
  });

  test('an id that is no path segment names the argument', async () => {
    const docs = await sandboxCli();
    const run = await docs('saml get a/b');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('invalid <id> "a/b": contains "/"');
  });
});

wireCoverage(contract);
