import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../src/version.ts';
import { scriptedCli } from '../support/cli.ts';
import { testHome } from '../support/test-system.ts';

interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly with?: object;
  readonly env?: object;
}

interface Job {
  readonly permissions: object;
  readonly env: object;
  readonly steps: readonly Step[];
}

async function printed(line: string): Promise<string> {
  const run = await (await scriptedCli(() => ({})))(line);
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  return run.stdout;
}

test('the workflow for GitHub uploads SARIF and writes a summary', async () => {
  const text = await printed('init --ci github --what audit');
  const { on, jobs } = parse(text);
  expect(on.schedule).toHaveLength(1);
  const { permissions, env, steps } = jobs['docs-audit'] as Job;
  expect(permissions).toEqual({ contents: 'read', 'security-events': 'write', actions: 'read' });
  expect(env).toEqual({ DOCS_ADMIN_BASE_URL: 'https://docs.example', DOCS_ADMIN_ORG: 'org_acme' });
  expect(steps.map(({ run }) => run)).toContain(
    `npm install --global --ignore-scripts docs-admin@${version}`,
  );
  expect(steps.at(-3)?.env).toEqual({ DOCS_ADMIN_TOKEN: `\${{ secrets.DOCS_ADMIN_TOKEN }}` });
  expect(steps.at(-2)).toMatchObject({ if: "always() && hashFiles('audit.sarif') != ''" });
  expect(steps.at(-1)).toMatchObject({
    if: "always() && steps.code-scanning.outputs.available == 'true'",
    with: { sarif_file: 'audit.sarif' },
  });
});

test('the job for GitLab is a test report', async () => {
  const { 'docs-audit': job } = parse(await printed('init --ci gitlab --what audit'));
  expect(job).toMatchObject({
    variables: { DOCS_ADMIN_BASE_URL: 'https://docs.example', DOCS_ADMIN_ORG: 'org_acme' },
    artifacts: { when: 'always', reports: { junit: 'audit.xml' }, expire_in: '90 days' },
  });
});

/** A folder with a `docs-admin` that ends with this exit code, writes down its words, and its file where it has a result. */
async function withTool(code: number) {
  const { folder } = testHome();
  mkdirSync(join(folder, 'bin'));
  const tool = join(folder, 'bin', 'docs-admin');
  const result = [0, 11, 12].includes(code) ? 'for file; do :; done; echo result > "$file"' : ':';
  writeFileSync(tool, `#!/bin/sh\necho "$*" >> ${join(folder, 'lines')}\n${result}\nexit ${code}\n`);
  chmodSync(tool, 0o755);
  return folder;
}

const systems = [
  { system: 'github', shell: 'bash', file: 'audit.sarif', scriptOf: (text: string) => githubScript(text) },
  { system: 'gitlab', shell: 'sh', file: 'audit.xml', scriptOf: (text: string) => gitlabScript(text) },
];

function githubScript(text: string): string {
  const steps = parse(text).jobs['docs-audit'].steps as Step[];
  return steps.find(({ run }) => run?.includes('org audit'))?.run ?? '';
}

function gitlabScript(text: string): string {
  return parse(text)['docs-audit'].script.at(-1);
}

describe.each(systems)('the script for $system', ({ system, shell, file, scriptOf }) => {
  test.each([0, 11, 12, 4, 7])('ends with %i as the audit does', async (code) => {
    const script = scriptOf(await printed(`init --ci ${system} --what audit`));
    const folder = await withTool(code);
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    const run = spawnSync(shell, ['-e', '-c', script], { cwd: folder, env });
    expect(run.status).toBe(code);
    // Without an audit, there is nothing to upload.
    expect(existsSync(join(folder, file))).toBe([0, 11, 12].includes(code));
    const lines = readFileSync(join(folder, 'lines'), 'utf8').trim().split('\n');
    // The page of GitLab is a second audit; GitHub gets its summary from the first one.
    expect(lines).toHaveLength(system === 'gitlab' && [0, 11, 12].includes(code) ? 2 : 1);
  });

  test('takes the findings that are known from the repository', async () => {
    const script = scriptOf(await printed(`init --ci ${system} --what audit`));
    const folder = await withTool(0);
    writeFileSync(join(folder, 'audit-baseline.yaml'), '{}');
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    expect(spawnSync(shell, ['-e', '-c', script], { cwd: folder, env }).status).toBe(0);
    for (const line of readFileSync(join(folder, 'lines'), 'utf8').trim().split('\n'))
      expect(line).toMatch(/^org audit --baseline audit-baseline\.yaml -o /);
  });
});

test.each([
  [200, 'available=true\n'],
  [404, 'available=true\n'],
  [403, ''],
  [500, ''],
])('alerts are uploaded where code scanning is on: GitHub answers %i', async (status, output) => {
  const { steps } = parse(await printed('init --ci github --what audit')).jobs['docs-audit'] as Job;
  const asked: unknown[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    response.writeHead(status).end('[]');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { folder } = testHome({ output: '' });
  const env = {
    PATH: process.env.PATH,
    API_TOKEN: 'token',
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'acme/docs',
    GITHUB_OUTPUT: join(folder, 'output'),
  };
  const child = spawn('bash', ['-e', '-c', steps.at(-2)?.run ?? 'false'], { env, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(asked).toEqual([['/repos/acme/docs/code-scanning/alerts?per_page=1', 'Bearer token']]);
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe(output);
});
