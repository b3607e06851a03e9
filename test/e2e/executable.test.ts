import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshHome, packageFolder, type RunOptions, runInstalled, runShell } from '../support/installed.ts';

const run = promisify(execFile);

const runsNewNode = process.platform === 'linux' && Number.parseInt(process.versions.node, 10) >= 24;

/** A Node.js that can build executables. Without it these tests are left out. */
const node = process.env.DOCS_ADMIN_TEST_NODE ?? (runsNewNode ? process.execPath : undefined);

const builder = resolve('src/build/executable.js');
const driver = resolve('src/build/executable/driver.cjs');

describe.skipIf(node === undefined)('the single executable', () => {
  let folder = '';
  const executable = () => join(folder, 'docs-admin');
  // Nothing of this machine is in the way to it.
  const inside = (line: string, options: RunOptions = {}) =>
    runShell(line, { ...options, env: { PATH: `${folder}:/usr/bin:/bin`, ...options.env } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-admin-executable-'));
    const words = ['--node', String(node), '--package', packageFolder(), '--output', executable()];
    await run(process.execPath, [builder, ...words]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    '--version',
    '--help',
    'help members list',
    'sites list --json',
    'members list --limit 3 -o csv',
    'access who-can edit --space space_runbooks --json',
    'org export --json',
    'completion bash',
    '__complete -- sites create --v',
    '__complete -- apply-plan x',
    '__complete -- teams get team_d',
    'sites get nowhere',
    'sites lst',
  ])('"%s" does what the package does', async (line) => {
    const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
    const [ours, packages] = await Promise.all([
      inside(`docs-admin ${line}`, { env, home: freshHome() }),
      runInstalled(line.split(' '), { env, home: freshHome() }),
    ]);
    expect(ours).toEqual(packages);
  });

  test('keeps what the sandbox holds and the record of the change, and writes nothing but that', async () => {
    const home = freshHome();
    const made = await inside('docs-admin --profile sandbox teams create --title New -o id', { home });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const read = await inside(`docs-admin --profile sandbox teams get ${made.stdout.trim()} --json`, {
      home,
    });
    expect(JSON.parse(read.stdout)).toMatchObject({ title: 'New' });
    const written = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(written.sort()).toEqual([expect.stringMatching(/^\d{8}-001\.jsonl$/), 'sandbox.db']);
  });

  test('serves the sandbox to its own rows', async () => {
    const rows = 'user_id,role\nuser_ada,edit\nuser_mei,read\n';
    const words = 'batch --file - -o json -- members update {user_id} --role {role}';
    const { code, stdout } = await inside(`docs-admin --profile sandbox --yes ${words}`, { input: rows });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(2);
  });

  test('talks to an assistant', async () => {
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello };
    const { stdout } = await inside('docs-admin mcp --profile sandbox', {
      input: `${JSON.stringify(message)}\n`,
    });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'docs-admin' } } });
  });

  test('runs no other code: NODE_OPTIONS, folders of modules, its own words for Node', async () => {
    const home = freshHome();
    for (const name of ['libsql', '@napi-rs/keyring', 'node:sea']) plant(home, name);
    const env = {
      NODE_OPTIONS: `--require ${join(home, 'node_modules/libsql/index.js')}`,
      NODE_PATH: join(home, 'node_modules'),
      DOCS_ADMIN_BASE_URL: 'http://127.0.0.1:1',
    };
    const listed = await inside('docs-admin --profile sandbox sites list -o id', { home, env, cwd: home });
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    const status = await inside('docs-admin auth status', { home, env, cwd: home });
    expect(status.stdout + status.stderr).not.toContain('planted');
    const evaluated = await inside('docs-admin -e "console.log(1)"', { home, env, cwd: home });
    expect(evaluated).toMatchObject({ code: 2, stdout: '' });
  });

  test('prints its licences, with the one of Node.js', async () => {
    const { stdout } = await inside('docs-admin version --licenses');
    expect(stdout).toMatch(/^MIT License/);
    expect(stdout).toMatch(/^commander 14\.\S+ \(MIT\)$/m);
    expect(stdout).toContain('Node.js is licensed for use as follows');
  });

  test('adds at most 8 MiB to Node.js', () => {
    const added = statSync(executable()).size - statSync(String(node)).size;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(8 * 2 ** 20);
  });

  test('names the errors of the database as the driver of the package does', () => {
    const script = `
      const Database = require(${JSON.stringify(driver)});
      const codeOf = (action) => { try { action(); } catch (error) { return error.code; } };
      const [first, second] = [new Database('a.db'), new Database('a.db')];
      first.exec('CREATE TABLE t (a TEXT UNIQUE); BEGIN IMMEDIATE');
      const busy = codeOf(() => second.exec('BEGIN IMMEDIATE'));
      first.exec('COMMIT; PRAGMA max_page_count = 4');
      const full = codeOf(() => first.prepare('INSERT INTO t VALUES (?)').run(['x'.repeat(100000)]));
      first.prepare('INSERT INTO t VALUES (?)').run(['x']);
      const other = codeOf(() => first.prepare('INSERT INTO t VALUES (?)').run(['x']));
      console.log(JSON.stringify([busy, full, other]));
    `;
    const stdout = execFileSync(String(node), ['-e', script], {
      cwd: freshHome(),
      encoding: 'utf8',
      env: {},
    });
    expect(JSON.parse(stdout)).toEqual(['SQLITE_BUSY', 'SQLITE_FULL', 'ERR_SQLITE_ERROR']);
  });
});

test('an executable is not built without a Node.js, or with one that is too old', async () => {
  const old = join(freshHome(), 'node');
  writeFileSync(old, '#!/bin/sh\necho v22.21.0\n', { mode: 0o755 });
  const warning = join(freshHome(), 'node');
  writeFileSync(warning, '#!/bin/sh\necho v24.1.0\necho experimental >&2\n', { mode: 0o755 });
  await expect(run(process.execPath, [builder])).rejects.toThrow(/--node <path>/);
  for (const path of [old, warning])
    await expect(run(process.execPath, [builder, '--node', path])).rejects.toThrow(
      /node is Node.js v2\d\.\S+; the executable needs the latest Node.js 24, or a newer one/,
    );
});

/** Makes a module that says that it was loaded. */
function plant(home: string, name: string): void {
  for (const folder of ['node_modules', '.node_modules']) {
    const path = join(home, folder, name, 'index.js');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'console.log("planted")');
  }
}
