import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../src/version.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

test('the workflow tries the roster in pull requests, and carries it out on the main branch', async () => {
  const docs = await scriptedCli(() => ({}));
  const run = await docs('init --ci github');
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  const { on, jobs } = parse(run.stdout);
  expect(on.push).toEqual({ branches: ['main'], paths: ['roster.csv'] });
  const [job] = Object.values(jobs) as {
    permissions: object;
    env: object;
    steps: { run?: string; if?: string; env?: object }[];
  }[];
  expect(job?.permissions).toEqual({ contents: 'read' });
  expect(job?.env).toEqual({ DOCS_ADMIN_BASE_URL: 'https://docs.example', DOCS_ADMIN_ORG: 'org_acme' });
  const [install, attempt, change] = job?.steps.filter((step) => step.run) ?? [];
  expect(install?.run).toBe(`npm install --global --ignore-scripts docs-admin@${version}`);
  expect(attempt?.if).toBe(
    "github.event_name == 'pull_request' && !github.event.pull_request.head.repo.fork",
  );
  expect(change).toMatchObject({
    if: "github.event_name != 'pull_request'",
    run: 'docs-admin teams members sync --file roster.csv --prune --json --yes\n',
    env: { DOCS_ADMIN_TOKEN: `\${{ secrets.DOCS_ADMIN_TOKEN }}` },
  });
});

test('its commands run as they are', async () => {
  const docs = await sandboxCli();
  const lines = [...(await docs('init --ci github')).stdout.matchAll(/^ +docs-admin (.+)$/gm)];
  expect(lines).toHaveLength(2);
  for (const [, line] of lines)
    expect(await docs(line as string, { env: { CI: 'true' } })).toMatchObject({ code: 0 });
});

test.each([
  ['./x.csv', 'x.csv'],
  ['people/./a/..//x.csv', 'people/x.csv'],
])('the roster %s is %s to GitHub', async (given, expected) => {
  const docs = await scriptedCli(() => ({}));
  const { stdout } = await docs(`init --ci github --file ${given}`);
  expect(stdout.match(/paths: (.+)/g)).toEqual([`paths: ['${expected}']`, `paths: ['${expected}']`]);
  expect(stdout).toContain(`--file ${expected} `);
});

test.each(['../x.csv', '/etc/x.csv', '.', 'a/..'])('a roster %s is not in the repository', async (given) => {
  const docs = await scriptedCli(() => ({}));
  expect(await docs(`init --ci github --file ${given}`)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `error: invalid --file "${given}": must be a file in the repository\n`,
  });
});

test('what no profile says is left to variables of the repository', async () => {
  const docs = await sandboxCli();
  const { stdout } = await docs('init --ci github --file people/teams.csv');
  expect(stdout).toContain(`DOCS_ADMIN_ORG: '\${{ vars.DOCS_ADMIN_ORG }}'`);
  expect(stdout).toContain("paths: ['people/teams.csv']");
  expect(stdout).not.toContain('sandbox.localhost');
});

test.each(['roster', 'organization', 'audit'])(
  'an address of this machine is not in the workflow (%s)',
  async (what) => {
    const docs = await scriptedCli(() => ({}));
    for (const baseUrl of ['http://localhost:8080', 'http://127.0.0.1:8080/api', 'http://[::1]:8080']) {
      const run = await docs(`init --ci github --what ${what} --base-url ${baseUrl}`);
      expect(run).toMatchObject({ code: 0, requests: [] });
      expect(run.stderr).toBe(
        `warning: ${baseUrl} is on this machine, and no job reaches it: set DOCS_ADMIN_BASE_URL and DOCS_ADMIN_ORG among the variables of the repository\n`,
      );
      expect(run.stdout).not.toContain(baseUrl);
      expect(run.stdout).toContain(`DOCS_ADMIN_BASE_URL: '\${{ vars.DOCS_ADMIN_BASE_URL }}'`);
    }
    const { stderr } = await (await sandboxCli())(`init --ci github --what ${what}`);
    expect(stderr).toContain(
      'the sandbox is on this machine, and no job reaches it: set DOCS_ADMIN_BASE_URL',
    );
  },
);

test('asks on a terminal which system runs it', async () => {
  const docs = await sandboxCli();
  const run = await docs('init', { terminal: true, answers: ['gitlab'] });
  expect(run).toMatchObject({ code: 2, choices: ['github', 'gitlab'] });
});

test.each([
  ['init', 'no --ci given\nhint: it is github or gitlab'],
  ['init --ci jenkins', 'unknown --ci "jenkins"\nhint: it is github or gitlab'],
  [
    'init --ci gitlab',
    'there is no file of --what roster for --ci gitlab\n' +
      'hint: for gitlab, give --what audit or organization; --what roster is for github',
  ],
  ['init --ci github --what nothing', 'unknown --what "nothing"\nhint: it is roster, audit or organization'],
  ['init --ci github --what audit --file x.csv', '--file does not go with --what audit'],
  ['init --ci github --file "a b.csv"', 'invalid --file "a b.csv"'],
  ['init --ci github --file $(id)', 'invalid --file'],
])('%s is refused', async (line, message) => {
  const docs = await sandboxCli();
  expect(await docs(line)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
