import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freshHome, runShell } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

/** The three jobs, as scripts. */
interface Scripts {
  readonly plan: string;
  readonly apply: string;
  readonly drift: string;
}

interface Step {
  readonly run?: string;
}

interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  readonly author: { readonly id: number };
  body: string;
}

const marker = '<!-- docs-admin: plan of the organization -->';
const file = 'organization.yaml';

const systems = {
  github: {
    shell: 'bash',
    scripts(text: string): Scripts {
      const { jobs } = parse(text) as { jobs: Record<keyof Scripts, { steps: Step[] }> };
      const [plan, comment] = runs(jobs.plan.steps);
      // The step that comments runs after a step that failed, too.
      return {
        plan: `(${plan}\n) || code=$?\n${comment}\nexit $code`,
        apply: runs(jobs.apply.steps).join('\n'),
        drift: runs(jobs.drift.steps).join('\n'),
      };
    },
    env: (url: string) => ({
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: 'acme/docs',
      PULL_REQUEST: '7',
      API_TOKEN: 'notes',
    }),
    list: '/repos/acme/docs/issues/7/comments',
    one: '/repos/acme/docs/issues/comments/',
    method: 'PATCH',
  },
  gitlab: {
    shell: 'sh',
    scripts(text: string): Scripts {
      const jobs = parse(text) as Record<string, { script: string[] }>;
      const script = (name: string) => jobs[name]?.script.join('\n') ?? '';
      return { plan: script('docs-plan'), apply: script('docs-apply'), drift: script('docs-drift') };
    },
    env: (url: string) => ({
      CI_API_V4_URL: url,
      CI_PROJECT_ID: '3',
      CI_MERGE_REQUEST_IID: '7',
      GITLAB_NOTES_TOKEN: 'notes',
    }),
    list: '/projects/3/merge_requests/7/notes',
    one: '/projects/3/merge_requests/7/notes/',
    method: 'PUT',
  },
} as const;

function runs(steps: readonly Step[]): string[] {
  return steps.flatMap(({ run }) => run ?? []).filter((run) => !run.startsWith('npm '));
}

type System = (typeof systems)[keyof typeof systems];

/** Serves the comments of one change request: two pages of other people's first, of which one has our marker. */
async function commentsOf({ list, one, method }: System) {
  const person = { user: { login: 'mallory' }, author: { id: 5 } };
  const comments: Comment[] = Array.from({ length: 120 }, (_, id) => ({
    ...{ id, ...person },
    body: id === 0 ? `${marker}\nlooks good` : `comment ${id}`,
  }));
  const writes: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const sent = Buffer.concat(await request.toArray()).toString();
    const { body = '' } = sent === '' ? {} : (JSON.parse(sent) as { body?: string });
    const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    if (request.headers.authorization !== 'Bearer notes') return answer(401, {});
    if (request.method !== 'GET') writes.push(`${request.method} ${pathname}`);
    if (request.method === 'GET' && pathname === '/user') return answer(200, { id: 9 });
    if (request.method === 'GET' && pathname === list) {
      const start = (Number(searchParams.get('page')) - 1) * 100;
      return answer(200, comments.slice(start, start + 100));
    }
    if (request.method === 'POST' && pathname === list) {
      const made = { id: 500, user: { login: 'github-actions[bot]' }, author: { id: 9 }, body };
      comments.push(made);
      return answer(201, made);
    }
    const found = comments.find(({ id }) => pathname === `${one}${id}`);
    if (request.method !== method || !found) return answer(404, {});
    found.body = body;
    return answer(200, found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: () => comments.find(({ id }) => id === 500)?.body ?? '',
    isUntouched: () => comments[0]?.body === `${marker}\nlooks good`,
    writes,
  };
}

/** Forwards everything to the service, but forbids what `path` names. */
async function forbidding(baseUrl: string, path: RegExp): Promise<string> {
  const server = createServer(async (request, response) => {
    if (path.test(request.url ?? '')) return response.writeHead(403).end('{}');
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${baseUrl}${request.url}`, { headers: { authorization } });
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function scriptsFor(name: keyof typeof systems): Promise<Scripts> {
  const { stdout } = await runHere(['init', '--ci', name, '--what', 'organization'], {});
  return systems[name].scripts(stdout);
}

async function repository(name: keyof typeof systems) {
  const system = systems[name];
  const scripts = await scriptsFor(name);
  const service = await servedSandbox({ members: 30, teams: 8 });
  const comments = await commentsOf(system);
  const home = freshHome();
  const run = (job: keyof Scripts, env: Record<string, string> = {}) => {
    writeFileSync(join(home, 'job.sh'), `code=0\n${scripts[job]}`);
    const summary = { GITHUB_STEP_SUMMARY: join(home, 'summary.md') };
    const given = { CI: 'true', ...service.env, ...system.env(comments.url), ...summary, ...env };
    return runShell(`${system.shell} -e job.sh`, { home, env: given });
  };
  await runHere(['org', 'export', '--out', file], { home, env: service.env, cwd: home });
  const change = (edit: (text: string) => string) =>
    writeFileSync(join(home, file), edit(readFileSync(join(home, file), 'utf8')));
  const summary = () => readFileSync(join(home, 'summary.md'), 'utf8');
  return { run, change, comments, service, summary };
}

const publicSite = (text: string) => text.replace('visibility: unlisted', 'visibility: public');

describe.each(['github', 'gitlab'] as const)('the jobs for %s', (name) => {
  test('comment on a plan, or that there is none, replace the comment, apply, and find no drift', {
    timeout: 120_000,
  }, async () => {
    const { run, change, comments, service, summary } = await repository(name);
    expect(await run('plan')).toMatchObject({ code: 0 });
    expect(comments.body()).toMatch(
      new RegExp(`^${marker}\n## Plan for .*\n\n.*the service is as the file says`),
    );

    change(publicSite);
    expect(await run('drift')).toMatchObject({ code: 11 });
    expect(await run('plan')).toMatchObject({ code: 0 });
    expect(comments.body()).toContain('**1 to update**');
    expect(comments.body()).toContain('### Who gains or loses access');
    expect(comments.body().match(/^## /gm)).toHaveLength(1);
    expect(comments.writes.map((write) => write.split(' ')[0])).toEqual(['POST', systems[name].method]);
    expect(comments.isUntouched()).toBe(true);
    const written = service.requests().filter(({ method }) => method !== 'GET');
    expect(written).toEqual([]);

    expect(await run('apply')).toMatchObject({ code: 0 });
    expect(await run('drift')).toMatchObject({ code: 0 });
    // One for each job: a rehearsal repeats the plan.
    expect(summary().match(/^## .*/gm)).toEqual([
      ...Array(3).fill('## Plan for `org_acme`'),
      '## `docs-admin org apply` in `org_acme`',
      '## Plan for `org_acme`',
    ]);
    expect(service.requests().filter(({ method }) => method !== 'GET')).toHaveLength(1);

    change(() => 'format: docs-admin-organization/1\nteams: null\n');
    expect(await run('plan')).toMatchObject({ code: 2 });
    expect(comments.body()).toBe(
      `${marker}\n**There is no plan: exit code 2.** The log of the job has the reason.\n`,
    );
  });
});

// The jobs for both systems have the same commands, and `sh` knows less than `bash`.
test('the jobs say what cannot be read, and what a guard refuses until a person allows it', {
  timeout: 120_000,
}, async () => {
  const [github, gitlab] = [await scriptsFor('github'), await scriptsFor('gitlab')];
  const commands = /status=0\n[\s\S]*?\nesac\n/.exec(github.plan)?.[0] ?? 'none';
  expect(gitlab.plan).toContain(commands);
  expect(gitlab.apply).toContain(github.apply.trimEnd());
  expect(gitlab.drift.trimEnd()).toBe(github.drift.trimEnd());

  const { run, change, comments, service } = await repository('gitlab');
  const url = await forbidding(service.env.DOCS_ADMIN_BASE_URL as string, /\/custom-fields/);
  expect(await run('plan', { DOCS_ADMIN_BASE_URL: url })).toMatchObject({ code: 12 });
  expect(comments.body()).toContain('403');
  expect(comments.body()).toContain('**Not rehearsed:** a part cannot be read.');

  // Every second person of the teams.
  let at = 0;
  change((text) => text.replace(/^ {6}\S+: member\n/gm, (line) => (at++ % 2 ? '' : line)));
  expect(await run('plan')).toMatchObject({ code: 2 });
  const flag = comments.body().match(/--max-removals (\d+)/);
  expect(comments.body()).toContain('**The rehearsal ended with exit code 2.**');
  expect(await run('apply')).toMatchObject({ code: 2 });
  expect(await run('apply', { MAX_REMOVALS: '1; touch hacked' })).toMatchObject({ code: 2 });
  expect(await run('apply', { MAX_REMOVALS: flag?.[1] ?? '' })).toMatchObject({ code: 0 });
  expect(await run('drift')).toMatchObject({ code: 0 });
});
