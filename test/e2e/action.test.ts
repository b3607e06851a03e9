import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { version as ownVersion } from '../../src/version.ts';
import { freshHome } from '../support/installed.ts';
import { reachesRegistry, registrySettings } from '../support/registry.ts';

const action = '.github/actions/docs-admin';
const { inputs, outputs, runs } = parse(readFileSync(`${action}/action.yml`, 'utf8'));

interface Job {
  /** The inputs that the workflow gives. */
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly workspace?: string;
  /** The folder of the action, if it is not in its own repository. */
  readonly actionPath?: string;
}

/** Runs the steps of the action as GitHub does: in a workspace of its own, with files for the path and the outputs. */
async function runAction(job: Job = {}) {
  const home = freshHome();
  const workspace = job.workspace ?? join(home, 'work it');
  mkdirSync(workspace, { recursive: true });
  const [temp, path, output] = ['temp', 'path', 'output'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(temp);
  for (const file of [path, output]) writeFileSync(file, '');
  let stdout = '';
  let code: number | null = 0;
  for (const step of runs.steps) {
    expect(step.shell).toBe('bash');
    const own = Object.entries<string>(step.env).map(([name, value]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
      return [name, job.with?.[input] ?? inputs[input].default];
    });
    const script = join(home, 'step.sh');
    writeFileSync(script, step.run);
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd: workspace,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...registrySettings(),
        ...Object.fromEntries(own),
        GITHUB_ACTION_PATH: job.actionPath ?? join(process.cwd(), action),
        GITHUB_PATH: path,
        GITHUB_OUTPUT: output,
        RUNNER_TEMP: temp,
        ...job.env,
      },
    });
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stdout += text));
    [code] = await once(child, 'close');
    if (code !== 0) break;
  }
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return { code, stdout, path: lines(path), output: lines(output), workspace };
}

/** Starts a registry that has these versions of docs-admin, without dependencies. Returns the variables for npm. */
async function registry(versions: readonly string[]) {
  const server = createServer(({ url, headers }, response) => {
    if (url?.endsWith('.tgz')) response.end(readFileSync(inject('installed').tarball));
    else if (url !== '/docs-admin') response.writeHead(404).end('{}');
    else {
      const dist = { tarball: `http://${headers.host}/docs-admin.tgz` };
      const bin = { 'docs-admin': 'bin/docs-admin.js' };
      const manifests = versions.map((version) => [version, { name: 'docs-admin', version, bin, dist }]);
      response.end(JSON.stringify({ name: 'docs-admin', versions: Object.fromEntries(manifests) }));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: freshHome() };
}

test('no text of a workflow is a part of a script, and each input is a variable', () => {
  for (const step of runs.steps) expect(step.run).not.toContain('${{');
  expect(Object.keys(inputs)).toEqual(['version', 'package']);
  expect(outputs.version.value).toMatch(/^\$\{\{ steps\.install\.outputs\.version \}\}$/);
});

test.skipIf(!reachesRegistry())(
  'a packed package is installed, without its scripts, and is on the path',
  async () => {
    const home = freshHome();
    const packed = join(home, "it's 100% docs-admin.tgz");
    copyFileSync(inject('installed').tarball, packed);
    const run = await runAction({ with: { package: packed } });
    expect(run).toMatchObject({
      code: 0,
      stdout: `docs-admin ${ownVersion}\n`,
      output: [`version=${ownVersion}`],
    });
    expect(run.path).toHaveLength(1);
    const child = spawn('docs-admin', ['members', 'list', '--role', 'guest', '--query', 'length(@)'], {
      cwd: run.workspace,
      env: { PATH: `${run.path[0]}:${dirname(process.execPath)}`, HOME: home, DOCS_ADMIN_PROFILE: 'sandbox' },
    });
    let stdout = '';
    child.stdout.on('data', (text) => (stdout += text));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stdout).toBe('4\n');
  },
);

test.each([[{}], [{ version: ownVersion }]])(
  'a version is installed from npm, whatever the settings of the repository of the workflow: %j',
  async (given) => {
    const home = freshHome();
    writeFileSync(join(home, '.npmrc'), 'registry=http://127.0.0.1:1/');
    const env = await registry([ownVersion, '9.9.9']);
    const run = await runAction({ with: given, env, workspace: home });
    expect(run).toMatchObject({ code: 0, output: [`version=${ownVersion}`] });
  },
);

describe('bad input', () => {
  test.each<[string, Job, string]>([
    [
      'a tag',
      { with: { version: 'latest' } },
      'input "version": "latest" is no exact version, such as 0.1.0',
    ],
    ['a range', { with: { version: '^1.0.0' } }, 'input "version": "^1.0.0" is no exact version'],
    ['a v before it', { with: { version: 'v1.0.0' } }, 'input "version": "v1.0.0" is no exact version'],
    ['another package', { with: { version: 'npm:other@1.0.0' } }, 'is no exact version'],
    [
      'lines that would be commands',
      { with: { version: '1.0.0\n::set-env name=PATH::100%\r' } },
      '"1.0.0%0A::set-env name=PATH::100%25%0D" is no exact version',
    ],
    [
      'shell',
      { with: { version: '$(touch hacked)`touch hacked`' } },
      '"$(touch hacked)`touch hacked`" is no exact version',
    ],
    [
      'both',
      { with: { version: '0.1.0', package: 'x.tgz' } },
      'inputs "version" and "package" exclude each other',
    ],
    [
      'a missing package',
      { with: { package: '--global.tgz' } },
      'input "package": there is no file --global.tgz',
    ],
    ['a package that is none', { with: { package: '/etc/passwd' } }, '/etc/passwd is no packed package'],
    ['outside of GitHub', { env: { RUNNER_TEMP: '' } }, 'RUNNER_TEMP is not set'],
  ])('%s', async (_, job, message) => {
    const run = await runAction(job);
    expect(run).toMatchObject({ code: 1, path: [], output: [] });
    expect(run.stdout).toMatch(/^::error title=docs-admin::.*\n$/);
    expect(run.stdout).toContain(message);
  });

  test('no version, where the action is a copy in another repository', async () => {
    const home = freshHome();
    const copy = join(home, 'repository', action);
    cpSync(action, copy, { recursive: true });
    writeFileSync(join(home, 'repository/package.json'), '{"name":"other","version":"9.9.9"}');
    const run = await runAction({ actionPath: copy });
    expect(run).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('input "version" is required here'),
    });
  });

  test('a file that npm cannot install', async () => {
    const packed = join(freshHome(), 'bad.tgz');
    writeFileSync(packed, 'no archive');
    const run = await runAction({ with: { package: packed } });
    expect(run).toMatchObject({ code: 1, path: [] });
    expect(run.stdout).toMatch(/^::error title=docs-admin::npm cannot install .*bad\.tgz:%0A.*\n$/);
  });

  test.each([
    ['a version that does not exist', '1.2.3', ['0.1.0'], 'npm cannot install docs-admin@1.2.3:%0A'],
    [
      'a package that says another version',
      '9.9.9',
      ['9.9.9'],
      `npm installed docs-admin ${ownVersion} instead of 9.9.9`,
    ],
  ])('%s', async (_, version, versions, message) => {
    const run = await runAction({ with: { version }, env: await registry(versions) });
    expect(run).toMatchObject({ code: 1, path: [], output: [] });
    expect(run.stdout).toContain(`::error title=docs-admin::${message}`);
  });

  test('no Node.js on the path', async () => {
    const folder = freshHome();
    symlinkSync('/bin/bash', join(folder, 'bash'));
    const run = await runAction({ env: { PATH: folder } });
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('Node.js is not on the path') });
  });
});
