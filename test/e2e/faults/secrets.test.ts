import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { canaries, canariesIn } from '../../support/canaries.ts';
import { inTurn, json, silent } from '../../support/scripted-server.ts';
import { faults, onStage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const check = 'GET /v1/integrations?limit=1';
const site = inTurn(json({ id: 's', items: [] }));
const gitUrl = `https://bot:${encodeURIComponent(canaries.gitPassword)}@git.example/acme/docs.git`;
const manifest = { description: 'x', scopes: [], script: 'x', organization: 'org_acme', title: 'Pets' };

faults({
  'a token with a line end behind it': {
    service: site,
    line: 'sites get s -o id',
    env: { DOCS_ADMIN_TOKEN: `${canaries.token}\r\n` },
    code: 0,
    stdout: 's\n',
    requests: [get],
  },
  'a token that is empty': {
    line: 'sites get s',
    env: { DOCS_ADMIN_TOKEN: '' },
    code: 4,
    stderr: 'error: DOCS_ADMIN_TOKEN is set but empty',
  },
  'a token that is two words': {
    line: 'sites get s',
    env: { DOCS_ADMIN_TOKEN: `${canaries.token} x` },
    code: 2,
    stderr: 'error: the token contains characters that a token cannot have',
  },
  'who is signed in': {
    service: site,
    line: 'auth status --json',
    code: 0,
    stdout: /"token": "\*\*\*\*x=1"|"token": "\*\*\*\*.{4}"/,
    requests: [check],
  },
  'what is set': { line: 'config list -o csv', code: 0, stdout: /base-url/ },
  '--debug of a read': {
    service: inTurn(
      json({ site: { id: 's' } }, '200 OK', [
        'X-Request-Id: req_1',
        `Set-Cookie: session=${canaries.gitPassword}`,
      ]),
    ),
    line: [
      'sites',
      'published',
      's',
      '--share-key',
      canaries.integrationSecret,
      '--debug',
      '--fields',
      'site.id',
      '-o',
      'json',
    ],
    code: 0,
    stdout: /"id": "s"/,
    stderr: [
      'debug: GET {origin}/v1/orgs/org_acme/sites/s/published?shareKey=***',
      ': 200 in ',
      'request id req_1',
    ],
    requests: [
      `GET /v1/orgs/org_acme/sites/s/published?shareKey=${encodeURIComponent(canaries.integrationSecret)}`,
    ],
  },
  '--debug of a retry': {
    service: inTurn('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n', json({ id: 's' })),
    line: 'sites get s --debug -o id',
    code: 0,
    stdout: 's\n',
    stderr: [': 500 in ', 'debug: trying again in ', '(attempt 2)', ': 200 in '],
    requests: [get, get],
  },
  'a git address with a password, in the environment': {
    service: inTurn('HTTP/1.1 204 No Content\r\n\r\n'),
    line: 'git import --space s --ref main --yes --debug',
    code: 0,
    stderr: ['debug: POST', 'requested the import of refs/heads/main into space s'],
    requests: ['POST /v1/spaces/s/git/import'],
  },
  'a git address with a password, on the line': {
    service: inTurn(json({ error: { message: `cannot reach ${gitUrl}` } }, '422 Unprocessable Content')),
    line: ['git', 'import', '--space', 's', '--ref', 'main', '--yes', '--url', gitUrl],
    code: 1,
    stderr: [
      'warning: --url holds credentials',
      'DOCS_ADMIN_GIT_URL',
      'error: the service answered 422: cannot reach https://***@git.example/acme/docs.git',
    ],
    requests: ['POST /v1/spaces/s/git/import'],
  },
  'a git address in a dry run': {
    line: ['git', 'import', '--space', 's', '--ref', 'main', '--dry-run', '--json'],
    code: 0,
    stdout: /"url": "https:\/\/\*\*\*@git\.example\/acme\/docs\.git"/,
  },
  'a secret of an integration': {
    service: inTurn(
      json({ error: { message: `bad secret ${canaries.integrationSecret}` } }, '400 Bad Request'),
    ),
    files: { 'manifest.json': JSON.stringify(manifest) },
    line: 'integrations publish pets --input manifest.json --secret INTEGRATION_SECRET --yes --debug',
    code: 1,
    stderr: ['error: the service answered 400: bad secret ***'],
    requests: ['POST /v1/integrations/pets'],
  },
  'a secret of an integration in a dry run': {
    files: { 'manifest.json': JSON.stringify(manifest) },
    line: 'integrations publish pets --input manifest.json --secret INTEGRATION_SECRET --dry-run --json',
    code: 0,
    stdout: /"secrets": \{\s+"INTEGRATION_SECRET": "\*\*\*"/,
  },
  'secrets that an error repeats in another form': {
    service: inTurn(
      json(
        {
          error: {
            message: [
              encodeURIComponent(canaries.token),
              JSON.stringify(canaries.token),
              Buffer.from(`x:${canaries.token}`).toString('base64'),
              gitUrl,
            ].join(' '),
            details: [canaries.token, { path: canaries.token, message: canaries.token }],
          },
        },
        '400 Bad Request',
        [`X-Request-Id: ${canaries.token.slice(0, 10)}`],
      ),
    ),
    line: 'sites get s --json',
    code: 1,
    stderr: '***',
    requests: [get],
  },
});

test.concurrent('the command line of a running tool shows no secret', () =>
  onStage(async (stage) => {
    await stage.write({ 'manifest.json': JSON.stringify(manifest) });
    const { requests } = await stage.service(silent);
    const { process, comesTo } = stage.start(
      'integrations publish pets --input manifest.json --secret INTEGRATION_SECRET --yes',
    );
    while (requests.length === 0 && process.exitCode === null) await sleep(10);
    const shown = readFileSync(`/proc/${process.pid}/cmdline`, 'utf8');
    process.kill('SIGINT');
    await comesTo({ code: 130, stderr: 'interrupted', requests: ['POST /v1/integrations/pets'] });
    expect(canariesIn(shown)).toEqual([]);
  }));

test.concurrent('signing out leaves nothing behind', () =>
  onStage(async (stage) => {
    await stage.service(site);
    const env = { DOCS_ADMIN_TOKEN: undefined };
    await stage.run(
      'auth login --with-token',
      { code: 0, stderr: 'signed in', requests: [check] },
      { input: canaries.token, env },
    );
    const path = join(stage.home, '.config/docs-admin/credentials.json');
    expect(canariesIn(readFileSync(path, 'utf8'))).not.toEqual([]);
    await stage.write({ '.config/docs-admin/credentials.json.tmp-1x': canaries.token });
    chmodSync(`${path}.tmp-1x`, 0o600);
    await stage.run(
      'auth logout',
      { code: 0, stderr: 'the service still accepts it until it is revoked' },
      { env },
    );
    expect(canariesIn(readFileSync(path, 'utf8'))).toEqual([]);
    await stage.run('auth logout', { code: 0, stderr: 'profile default has no stored token' }, { env });
    await stage.run('sites get s', { code: 4, stderr: 'error: no token for {origin}' }, { env });
  }));
