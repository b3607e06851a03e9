import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshHome, runInstalled, runShell, tool } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';

interface Serving {
  readonly process: ChildProcess;
  /** The one line on stdout that says that it is ready. */
  readonly line: string;
  /** Everything on stderr so far. */
  readonly stderr: () => string;
}

/** `sandbox serve` of the installed tool, from when it is ready until the test ends. */
async function startServing(home: string, ...flags: string[]): Promise<Serving> {
  const [command, ...words] = tool();
  const child = spawn(command, [...words, 'sandbox', 'serve', ...flags], {
    cwd: home,
    env: { HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { process: child, line, stderr: () => stderr };
}

describe('serve', () => {
  test('says as JSON where it is, and other command lines use it with address and token', async () => {
    const home = freshHome();
    const { line } = await startServing(home, '--json');
    const { baseUrl, token, org, ...rest } = JSON.parse(line);
    expect(rest).toEqual({});
    expect(org).toBe('org_acme');
    const env = { DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_TOKEN: token, DOCS_ADMIN_ORG: org };
    const made = await runInstalled(['sites', 'create', '--title', 'Handbook', '-o', 'id'], { home, env });
    expect(made).toMatchObject({ code: 0, stdout: 'site_1\n', stderr: '' });
    // The profile has the same file.
    const seen = await runHere(['sites', 'get', 'site_1', '--profile', 'sandbox', '-o', 'id'], { home });
    expect(seen).toMatchObject({ code: 0, stdout: 'site_1\n' });
    const refused = await runHere(['sites', 'list'], {
      home,
      env: { ...env, DOCS_ADMIN_TOKEN: 'other' },
    });
    expect(refused).toMatchObject({ code: 4, stdout: '' });
  });

  test('takes port, token and file from flags, and says so in words', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'token.txt'), 'token-of-my-own\n');
    const { line } = await startServing(home, '--token-file', 'token.txt', '--data', 'mine.db');
    const [, address] =
      /^serving (http:\/\/127\.0\.0\.1:\d+) \(organization org_acme, token token-of-my-own\)$/.exec(line) ??
      [];
    const curl = (flags: string) =>
      runShell(`curl -s -o - -w '%{http_code}' ${flags} ${address}/v1/orgs/org_acme/teams?limit=1`, { home });
    const listed = await curl(`-H 'Authorization: Bearer token-of-my-own'`);
    expect(listed.stdout).toMatch(/^\{"items":\[\{"object":"team".*\}200$/);
    expect((await curl('')).stdout).toMatch(/401$/);
    expect((statSync(join(home, 'mine.db')).mode & 0o777).toString(8)).toBe('600');
  });

  test('keeps the token of a file that it has made itself', async () => {
    const home = freshHome();
    const first = await startServing(home, '--json', '--token-file', 'token.txt');
    const { token } = JSON.parse(first.line);
    expect(readFileSync(join(home, 'token.txt'), 'utf8')).toBe(`${token}\n`);
    expect((statSync(join(home, 'token.txt')).mode & 0o777).toString(8)).toBe('600');
    first.process.kill('SIGTERM');
    await once(first.process, 'close');
    const second = await startServing(home, '--json', '--token-file', 'token.txt');
    expect(JSON.parse(second.line)).toMatchObject({ token });
  });

  test('takes no empty token file', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'token.txt'), '\n');
    const run = await runHere(['sandbox', 'serve', '--token-file', 'token.txt'], { home });
    expect(run).toMatchObject({
      code: 2,
      stderr: 'error: token.txt is empty\nhint: expected a token, or no file\n',
    });
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('%s ends it with %i and leaves one file', async (signal, code) => {
    const home = freshHome();
    const { process: child, stderr } = await startServing(home, '--data', 'data/own.db');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(stderr()).toBe('');
    expect((await runShell('ls data', { home })).stdout).toBe('own.db\n');
  });

  test('logs a line for each request, without token, query and body', async () => {
    const home = freshHome();
    const { line } = await startServing(home, '--json', '--log', 'requests.jsonl');
    const { baseUrl, token } = JSON.parse(line);
    await fetch(`${baseUrl}/v1/orgs/org_acme/members?search=someone`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const log = readFileSync(join(home, 'requests.jsonl'), 'utf8');
    expect(JSON.parse(log)).toMatchObject({ method: 'GET', path: '/v1/orgs/org_acme/members', status: 200 });
    expect(log).not.toMatch(/someone|Bearer/);
    expect(log).not.toContain(token);
  });

  test('a port that is taken is a usage error', async () => {
    const home = freshHome();
    const { line } = await startServing(home, '--json');
    const { port } = new URL(JSON.parse(line).baseUrl);
    const second = await runHere(['sandbox', 'serve', '--port', port], { home });
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toContain(`error: cannot listen on 127.0.0.1:${port}`);
  });
});

describe('the file', () => {
  test('is printed by path, in the state folder or where the variable says', async () => {
    const home = freshHome();
    const usual = await runHere(['sandbox', 'path'], { home });
    expect(usual).toMatchObject({
      code: 0,
      stdout: `${home}/.local/state/docs-admin/sandbox.db\n`,
      stderr: '',
    });
    const env = { DOCS_ADMIN_SANDBOX_DATA: '/elsewhere/s.db' };
    expect((await runHere(['sandbox', 'path'], { home, env })).stdout).toBe('/elsewhere/s.db\n');
  });

  test('is as it was after a reset, whatever was done to it', async () => {
    const home = freshHome();
    const fresh = await runHere(['sandbox', 'export'], { home });
    await runHere(['sites', 'delete', 'site_docs', '--profile', 'sandbox', '--yes'], { home });
    expect((await runHere(['sandbox', 'export'], { home })).stdout).not.toBe(fresh.stdout);
    const reset = await runHere(['sandbox', 'reset'], { home });
    expect(reset).toMatchObject({ code: 0, stdout: '' });
    expect((await runHere(['sandbox', 'export'], { home })).stdout).toBe(fresh.stdout);
  });

  test('is filled from a fixture, or stays as it is where that is wrong', async () => {
    const home = freshHome();
    await runHere(['sandbox', 'export', '--out', 'acme.json'], { home });
    await runHere(['sites', 'delete', 'site_docs', '--profile', 'sandbox', '--yes'], { home });
    writeFileSync(
      join(home, 'broken.json'),
      '{"format":"docs-admin-sandbox","version":1,"tables":{"sites":[{}]}}',
    );
    const broken = await runHere(['sandbox', 'reset', '--snapshot', 'broken.json'], { home });
    expect(broken).toMatchObject({ code: 2, stdout: '' });
    const ids = async () =>
      (await runHere(['sites', 'list', '--profile', 'sandbox', '-o', 'id'], { home })).stdout;
    expect(await ids()).toBe('site_handbook\nsite_partners\n');
    expect(await runHere(['sandbox', 'reset', '--snapshot', 'acme.json'], { home })).toMatchObject({
      code: 0,
      stderr: `acme.json (organization org_acme) in ${home}/.local/state/docs-admin/sandbox.db\n`,
    });
    expect(await ids()).toBe('site_docs\nsite_handbook\nsite_partners\n');
    const input = readFileSync(join(home, 'acme.json'), 'utf8').replaceAll('org_acme', 'org_piped');
    const piped = await runHere(['sandbox', 'reset', '--snapshot', '-'], { home, input });
    expect(piped.stderr).toContain('standard input (organization org_piped) in ');
  });

  test('has other data after a reset: runs from before leave that alone', async () => {
    const home = freshHome();
    const docs = (line: string) => runHere(line.split(' '), { home, env: { DOCS_ADMIN_PROFILE: 'sandbox' } });
    await docs('teams create --title One');
    await docs('members update user_pat user_kim --role read --yes');
    const runs = (await docs('runs list -o id')).stdout.trim().split('\n');
    await docs('sandbox reset');
    await docs('teams create --title Other');
    const stderr = (run: string) =>
      `error: run ${run} is about other data of the sandbox: it was reset since, or another file is used\n`;
    for (const run of runs)
      for (const verb of ['undo', 'resume'])
        expect(await docs(`runs ${verb} ${run} --yes`)).toMatchObject({ code: 2, stderr: stderr(run) });
    expect((await docs('undo --yes -o csv --fields name --no-headers')).stdout).toBe(
      '"team ""Other"" (team_1)"\n',
    );
    expect(await docs('undo --yes')).toMatchObject({ code: 0, stderr: 'nothing to undo\n' });
    expect(runs).toHaveLength(2);
  });

  test('stays as it is where the disk has no room for a reset', async () => {
    const home = freshHome();
    await runHere(['sandbox', 'reset'], { home });
    const run = await runShell('ulimit -f 2000; docs-admin sandbox reset --members 30000', { home });
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toMatch(/^error: cannot use the sandbox's file .*sandbox\.db: .+\nhint: /);
    const list = await runHere(['sites', 'list', '--profile', 'sandbox', '-o', 'id'], { home });
    expect(list).toMatchObject({ code: 0, stdout: 'site_docs\nsite_handbook\nsite_partners\n' });
  });

  test.each([
    ['a short text', 'dear diary'],
    ['a long text', ''.padEnd(4096, 'x')],
  ])('is not taken from another user: %s', async (_, content) => {
    const home = freshHome();
    writeFileSync(join(home, 'diary'), content);
    const env = { DOCS_ADMIN_SANDBOX_DATA: 'diary', DOCS_ADMIN_PROFILE: 'sandbox' };
    for (const line of ['sites list', 'sandbox reset', 'sandbox serve', 'sandbox export']) {
      const run = await runHere(line.split(' '), { home, env });
      expect(run).toMatchObject({ code: 3, stdout: '' });
      expect(run.stderr).toContain('is not a file of the sandbox');
    }
    expect(readFileSync(join(home, 'diary'), 'utf8')).toBe(content);
  });
});
