import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../src/version.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

async function printed(line: string): Promise<string> {
  const run = await (await scriptedCli(() => ({})))(line);
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  return run.stdout;
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

test('each job for GitHub has the permissions and tokens that it needs, and no more', async () => {
  const { on, permissions, jobs } = parse(await printed('init --ci github --what organization'));
  expect(Object.keys(on)).toEqual(['push', 'pull_request', 'schedule', 'workflow_dispatch']);
  expect(permissions).toEqual({});
  expect(jobs).toMatchObject({
    plan: {
      if: "github.event_name == 'pull_request' && !github.event.pull_request.head.repo.fork",
      permissions: { contents: 'read', 'pull-requests': 'write' },
    },
    // It reads the plan that was reviewed, and says what it did not apply.
    apply: {
      environment: 'docs-organization',
      permissions: { contents: 'read', 'pull-requests': 'write', actions: 'read' },
    },
    drift: {
      if: "github.event_name == 'schedule'",
      permissions: { contents: 'read', issues: 'write' },
    },
  });
  for (const { env, steps } of Object.values(jobs) as { env: object; steps: Step[] }[]) {
    expect(env).toEqual({ DOCS_ADMIN_BASE_URL: 'https://docs.example', DOCS_ADMIN_ORG: 'org_acme' });
    expect(steps.map(({ run }) => run)).toContain(
      `npm install --global --ignore-scripts docs-admin@${version}`,
    );
    // What others have written reaches a script as a variable alone.
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const { env: own = {} } of steps)
      expect('DOCS_ADMIN_TOKEN' in own && 'API_TOKEN' in own).toBe(false);
  }
});

test('the jobs for GitLab keep forks out, and apply on the default branch one after another', async () => {
  const jobs = parse(await printed('init --ci gitlab --what organization --file org'));
  expect(jobs['.docs-organization'].variables).toEqual({
    DOCS_ADMIN_BASE_URL: 'https://docs.example',
    DOCS_ADMIN_ORG: 'org_acme',
  });
  expect(jobs['docs-plan'].rules).toEqual([
    {
      if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID',
      changes: ['org/**'],
    },
  ]);
  expect(jobs['docs-apply']).toMatchObject({ resource_group: 'docs-organization', interruptible: false });
  expect(jobs['docs-drift'].script.join('\n')).toContain('docs-admin org plan --file org --check');
  for (const name of ['docs-plan', 'docs-apply'])
    expect(jobs[name].artifacts).toMatchObject({ when: 'always', expire_in: '90 days' });
});

test('the jobs for GitHub apply the digest of the comment, or the one that a person gives, and keep artifacts for a while', async () => {
  const text = await printed('init --ci github --what organization');
  const { on, jobs } = parse(text) as {
    on: { workflow_dispatch: { inputs: object } };
    jobs: Record<string, { steps: (Step & { uses?: string; with?: object })[] }>;
  };
  expect(Object.keys(on.workflow_dispatch.inputs)).toContain('digest');
  const apply = jobs.apply?.steps.find(({ run }) => run?.includes('org apply'));
  expect(apply?.run).toContain('docs-admin org apply "$@" --digest "$DIGEST"');
  expect(apply?.env).toMatchObject({
    DIGEST: `\${{ inputs.digest || steps.reviewed.outputs.digest }}`,
    BY_HAND: `\${{ github.event_name == 'workflow_dispatch' }}`,
  });
  const uploads = Object.values(jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses?.includes('upload-artifact')),
  );
  expect(uploads.map((step) => step.with)).toEqual([
    { name: 'plan', path: 'plan.json', 'retention-days': 90 },
    { name: 'plan', path: 'plan.json', 'retention-days': 90 },
    { name: 'journal', path: 'apply.jsonl', 'if-no-files-found': 'ignore', 'retention-days': 90 },
  ]);
  expect(text).toContain('do not use it in a public repository');
});

test.each([
  ['', undefined],
  [' --file ./organization.yaml', undefined],
  [' --file people/organization.yaml', ['people/**']],
  [' --file org', ['org/**']],
])('"init --what organization%s" watches the folder of the file', async (flags, paths) => {
  const { on } = parse(await printed(`init --ci github --what organization${flags}`));
  expect(on.push.paths).toEqual(paths);
  expect(on.pull_request?.paths).toEqual(paths);
});

test.each([
  ['init --ci github --what audit --file organization.yaml', '--file does not go with --what audit'],
  ['init --ci gitlab --what organization --file ../x.yaml', 'invalid --file "../x.yaml"'],
  ['init --ci github --what organization --file "a;b.yaml"', 'invalid --file "a;b.yaml"'],
])('%s is refused', async (line, message) => {
  const docs = await sandboxCli();
  expect(await docs(line)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
