import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A comment or an issue, as both systems show one. */
interface Written {
  readonly id: number;
  readonly number: number;
  readonly iid: number;
  readonly user: { readonly login: string };
  readonly author: { readonly id: number };
  body?: string;
  description?: string;
  state?: string;
}

const markers = {
  plan: '<!-- docs-admin: plan of the organization -->',
  refused: '<!-- docs-admin: plan that was not applied -->',
  drift: '<!-- docs-admin: drift of the organization -->',
};
const file = 'organization.yaml';

const systems = {
  github: {
    shell: 'bash',
    scripts(text: string): Scripts {
      const { jobs } = parse(text) as { jobs: Record<keyof Scripts, { steps: Step[] }> };
      const [plan, comment] = runs(jobs.plan.steps);
      const [find, apply, refused] = runs(jobs.apply.steps);
      const [compare, tell] = runs(jobs.drift.steps);
      // A step ends its job, unless it is to run after a failure; outputs of one step are variables of the others.
      const outputs = 'set -a; . "$GITHUB_OUTPUT"; set +a';
      return {
        plan: `(${plan}\n) || code=$?\nif [ -f comment.md ]; then\n${comment}\nfi\nexit $code`,
        apply: `if [ -z "$BY_HAND" ]; then\n${find}\n${outputs}; DIGEST=$digest NUMBER=$number; export DIGEST NUMBER\nfi
(${apply}\n) || code=$?\nif [ -f comment.md ] && [ -n "$NUMBER" ]; then\n${refused}\nfi\nexit $code`,
        drift: `(${compare}\n) || code=$?\n${outputs}; export STATUS=$status\n${tell}\nexit $code`,
      };
    },
    env: (url: string) => ({
      GITHUB_API_URL: url,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_RUN_ID: '41',
      GITHUB_SHA: 'abc',
      ARTIFACT_URL: 'https://github.example/artifacts/1',
      NUMBER: '7',
      API_TOKEN: 'notes',
    }),
    byHand: { BY_HAND: 'true', NUMBER: '' },
    comments: '/repos/acme/docs/issues/7/comments',
    comment: '/repos/acme/docs/issues/comments/',
    requests: '/repos/acme/docs/commits/abc/pulls',
    issues: '/repos/acme/docs/issues',
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
      CI_COMMIT_SHA: 'abc',
      CI_JOB_ID: '41',
      CI_JOB_URL: 'https://gitlab.example/jobs/41',
      GITLAB_NOTES_TOKEN: 'notes',
    }),
    byHand: { CI_PIPELINE_SOURCE: 'web' },
    comments: '/projects/3/merge_requests/7/notes',
    comment: '/projects/3/merge_requests/7/notes/',
    requests: '/projects/3/repository/commits/abc/merge_requests',
    issues: '/projects/3/issues',
    method: 'PUT',
  },
} as const;

function runs(steps: readonly Step[]): string[] {
  return steps.flatMap(({ run }) => run ?? []).filter((run) => !run.startsWith('npm '));
}

type System = (typeof systems)[keyof typeof systems];

/**
 * Serves the comments of one change request, which is merged, and issues: two pages of other people's comments first, of
 * which one has our marker, and an issue of somebody else with our marker.
 */
async function systemOf({ comments: list, comment, requests, issues, method }: System) {
  const person = { user: { login: 'mallory' }, author: { id: 5 } };
  const own = { user: { login: 'github-actions[bot]' }, author: { id: 9 } };
  const numbered = (id: number) => ({ id, number: id, iid: id });
  const comments: Written[] = Array.from({ length: 120 }, (_, id) => ({
    ...{ ...numbered(id), ...person },
    body: id === 0 ? `${markers.plan}\nDigest \`sha256:${'0'.repeat(64)}\`` : `comment ${id}`,
  }));
  const foreign: Written = { ...numbered(900), ...person, body: markers.drift, description: markers.drift };
  const tracked: Written[] = [foreign];
  const writes: string[] = [];
  let isMerged = true;
  let artifact = '';
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const sent = Buffer.concat(await request.toArray()).toString();
    const body = (sent === '' ? {} : JSON.parse(sent)) as Partial<Written>;
    const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    if (request.headers.authorization !== 'Bearer notes') return answer(401, {});
    if (request.method !== 'GET') writes.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') {
      const page = (all: readonly Written[]) => {
        const start = (Number(searchParams.get('page')) - 1) * 100;
        return answer(200, all.slice(start, start + 100));
      };
      if (pathname === '/user') return answer(200, { id: 9 });
      if (pathname === list) return page(comments);
      if (pathname === issues) return page(tracked.filter(({ state }) => state === undefined));
      if (pathname === requests)
        return answer(200, isMerged ? [{ number: 7, iid: 7, merged_at: 'today', state: 'merged' }] : []);
      if (pathname.endsWith('/jobs/41/artifacts/plan.json')) return response.end(artifact);
      return answer(404, {});
    }
    const all = pathname === issues || pathname.startsWith(`${issues}/9`) ? tracked : comments;
    if (request.method === 'POST' && (pathname === list || pathname === issues)) {
      const made = { ...numbered(all === tracked ? 901 : 500 + writes.length), ...own, ...body };
      all.push(made);
      return answer(201, made);
    }
    const address = all === tracked ? `${issues}/` : comment;
    const found = all.find(({ id }) => pathname === `${address}${id}`);
    if (request.method !== method || !found) return answer(404, {});
    Object.assign(found, 'state_event' in body ? { state: 'closed' } : body);
    return answer(200, found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const ownOf = (marker: string) =>
    comments.find(({ id, body }) => id >= 500 && body?.startsWith(marker))?.body ?? '';
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: () => ownOf(markers.plan),
    refusal: () => ownOf(markers.refused),
    isUntouched: () => comments[0]?.body?.endsWith(`${'0'.repeat(64)}\``) && foreign.state === undefined,
    issue: () => tracked[1],
    writes,
    set isMerged(value: boolean) {
      isMerged = value;
    },
    set artifact(text: string) {
      artifact = text;
    },
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

/** A repository with the organization file. Each job runs on a machine of its own. */
async function repository(name: keyof typeof systems) {
  const system = systems[name];
  const scripts = await scriptsFor(name);
  const service = await servedSandbox({ members: 30, teams: 8 });
  const comments = await systemOf(system);
  const home = freshHome();
  let summaries = '';
  const run = async (
    job: keyof Scripts,
    env: Record<string, string> = {},
    files: Record<string, string> = {},
  ) => {
    const machine = freshHome();
    const output = join(machine, 'output');
    copyFileSync(join(home, file), join(machine, file));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(machine, path), text);
    writeFileSync(output, '');
    writeFileSync(join(machine, 'job.sh'), `code=0\n${scripts[job]}`);
    const summary = join(machine, 'summary.md');
    const outputs = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output };
    const given = { CI: 'true', ...service.env, ...system.env(comments.url), ...outputs, ...env };
    const result = await runShell(`${system.shell} -e job.sh`, { home: machine, env: given });
    if (existsSync(summary)) summaries += readFileSync(summary, 'utf8');
    const kept = (path: string) =>
      existsSync(join(machine, path)) ? readFileSync(join(machine, path), 'utf8') : undefined;
    return { ...result, kept };
  };
  await runHere(['org', 'export', '--out', file], { home, env: service.env, cwd: home });
  const change = (edit: (text: string) => string) =>
    writeFileSync(join(home, file), edit(readFileSync(join(home, file), 'utf8')));
  /** What a colleague does in the app. */
  const colleague = (...words: string[]) => runHere(words, { home: freshHome(), env: service.env });
  /** The changes since the last call. */
  const written = () => service.requests().filter(({ method }) => method !== 'GET');
  return {
    run,
    change,
    comments,
    service,
    summary: () => summaries,
    colleague,
    written,
    byHand: system.byHand,
  };
}

const publicSite = (text: string) => text.replace('visibility: unlisted', 'visibility: public');
const digestIn = (text: string) => /Digest `(sha256:[0-9a-f]{64})`$/m.exec(text)?.[1] ?? 'none';

describe.each(['github', 'gitlab'] as const)('the jobs for %s', (name) => {
  test('comment on a plan, or that there is none, replace the comment, apply what was reviewed, and find no drift', {
    timeout: 120_000,
  }, async () => {
    const { run, change, comments, written, summary } = await repository(name);
    expect(await run('plan')).toMatchObject({ code: 0 });
    expect(comments.body()).toMatch(
      new RegExp(`^${markers.plan}\n## Plan for .*\n\n.*the service is as the file says`),
    );

    change(publicSite);
    const planned = await run('plan');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.kept('plan.json')).toBeUndefined();
    expect(comments.body()).toContain('**1 to update**');
    expect(comments.body()).toContain('### Who gains or loses access');
    expect(comments.body().match(/^## /gm)).toHaveLength(1);
    expect(comments.writes.map((write) => write.split(' ')[0])).toEqual(['POST', systems[name].method]);
    expect(comments.isUntouched()).toBe(true);
    expect(written()).toEqual([]);

    const applied = await run('apply');
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.kept('apply.jsonl')).toMatch(/^{"type":"run"/);
    expect(written()).toHaveLength(1);
    expect(comments.refusal()).toBe('');
    // One for each job: a rehearsal repeats the plan.
    expect(summary().match(/^## .*/gm)).toEqual([
      ...Array(2).fill('## Plan for `org_acme`'),
      '## `docs-admin org apply` in `org_acme`',
    ]);

    change(() => 'format: docs-admin-organization/1\nteams: null\n');
    expect(await run('plan')).toMatchObject({ code: 2 });
    expect(comments.body()).toBe(
      `${markers.plan}\n**There is no plan: exit code 2.** The log of the job has the reason.\n`,
    );
  });

  test('do not apply what a colleague has changed since: they say what is different, and a person may go on', {
    timeout: 120_000,
  }, async () => {
    const { run, change, comments, written, colleague, byHand } = await repository(name);
    change(publicSite);
    expect(await run('plan')).toMatchObject({ code: 0 });
    await colleague('sites', 'update', 'site_handbook', '--visibility', 'share-link', '--yes');
    await colleague('custom-fields', 'create', 'stray', '--type', 'text');
    expect(written()).toHaveLength(2);

    const refused = await run('apply');
    expect(refused).toMatchObject({ code: 6 });
    expect(refused.stderr).toContain('error: the plan is not the one that was reviewed; nothing was sent\n');
    expect(written()).toEqual([]);
    expect(comments.refusal()).toMatch(/^.*\n\*\*Not applied\.\*\* .*\n\n`{6}text\nerror: /);
    expect(comments.refusal()).toMatch(
      /^ {2}changed: update site .*visibility: share-link .* public \(was: unlisted .* public\)$/m,
    );
    expect(comments.refusal()).toContain('## Plan for `org_acme`');
    expect(comments.refusal()).not.toContain('stray');
    // A second try says it in the same comment, and changes nothing either.
    expect(await run('apply')).toMatchObject({ code: 6 });
    expect(comments.writes.map((write) => write.split(' ')[0])).toEqual([
      'POST',
      'POST',
      systems[name].method,
    ]);

    expect(await run('apply', byHand)).toMatchObject({ code: 0 });
    expect(written()).toEqual([]);
    const DIGEST = digestIn(comments.refusal());
    expect(await run('apply', { ...byHand, DIGEST })).toMatchObject({ code: 0 });
    expect(written()).toHaveLength(1);
    expect(await run('drift')).toMatchObject({ code: 0 });
  });

  test('apply nothing that was not reviewed', { timeout: 120_000 }, async () => {
    const { run, change, comments, written } = await repository(name);
    comments.isMerged = false;
    expect(await run('apply')).toMatchObject({ code: 0 });
    change(publicSite);
    // Somebody else has written a comment with a digest.
    const pushed = await run('apply');
    expect(pushed).toMatchObject({ code: 1 });
    expect(pushed.stderr).toContain('To apply this plan, start the workflow by hand with its digest.');
    expect(pushed.stdout).toContain('**1 to update**');
    comments.isMerged = true;
    expect(await run('apply')).toMatchObject({ code: 1 });
    expect(comments.refusal()).toContain('**Not applied: nobody has reviewed a plan of this change.**');
    expect(written()).toEqual([]);
  });

  test('keep a plan that is too long for a comment, and compare with it', { timeout: 180_000 }, async () => {
    const { run, change, comments, written, colleague } = await repository(name);
    const description = () => randomBytes(145).toString('base64');
    const fields = Array.from(
      { length: 220 },
      (_, at) => `  long_${at}: { title: F, type: text, description: "${description()}" }\n`,
    );
    change((text) => text.replace('custom-fields:\n', `custom-fields:\n${fields.join('')}`));
    const planned = await run('plan');
    expect(planned).toMatchObject({ code: 0 });
    expect(comments.body().length).toBeLessThan(65_536);
    expect(comments.body()).toContain('**220 to create**');
    expect(comments.body()).toMatch(
      /\*\*The plan is too long for a comment\.\*\* \[All of it\]\(https:\/\/.*\) is an artifact/,
    );
    const plan = planned.kept('plan.json') ?? '';
    expect(digestIn(comments.body())).toBe(JSON.parse(plan).digest);

    // GitHub's own action puts the artifact there.
    comments.artifact = plan;
    const files: Record<string, string> = name === 'github' ? { 'plan.json': plan } : {};
    await colleague('custom-fields', 'create', 'long_7', '--type', 'text', '--title', 'F');
    expect(written()).toHaveLength(1);
    expect(await run('apply', {}, files)).toMatchObject({ code: 6 });
    expect(comments.refusal()).toContain('\n  no longer: create custom field long_7\n');
    expect(written()).toEqual([]);
    await colleague('custom-fields', 'delete', 'long_7', '--yes');
    expect(await run('apply', {}, files)).toMatchObject({ code: 0 });
    expect(written()).toHaveLength(1 + 220);
  });

  test('open an issue while something differs, and close it', { timeout: 120_000 }, async () => {
    const { run, comments, colleague } = await repository(name);
    expect(await run('drift')).toMatchObject({ code: 0 });
    expect(comments.writes).toEqual([]);
    await colleague('members', 'update', 'user_hana', '--role', 'comment');
    await colleague('sites', 'update', 'site_handbook', '--visibility', 'share-link', '--yes');
    const found = await run('drift');
    expect(found).toMatchObject({ code: 11 });
    expect(found.stdout).toContain('hana@agency.example');
    await run('drift');
    const { body, description } = comments.issue() ?? {};
    const text = body ?? description ?? '';
    expect(text.split('\n\n').slice(0, 4)).toEqual([
      markers.drift,
      expect.stringMatching(
        /^The service is not as `organization.yaml` says: \*\*2 to update\*\*\. \[The job\]\(https:/,
      ),
      '- update site `Handbook 手册, “internal”`: visibility',
      '- If the service is right, take it over into the file: `docs-admin org plan --file organization.yaml --adopt`.',
    ]);
    expect(text).toMatch(/by hand with the digest [0-9a-f]{12}\.\n/);
    expect(text).not.toContain('@');
    await colleague('members', 'update', 'user_hana', '--role', 'guest', '--yes');
    await colleague('sites', 'update', 'site_handbook', '--visibility', 'unlisted', '--yes');
    expect(await run('drift')).toMatchObject({ code: 0 });
    expect(comments.issue()).toMatchObject({ state: 'closed' });
    expect(comments.writes.map((write) => write.split(' ')[0])).toEqual([
      'POST',
      systems[name].method,
      systems[name].method,
    ]);
    expect(comments.isUntouched()).toBe(true);
  });
});

// The jobs for both systems have the same commands, and `sh` knows less than `bash`.
test('the jobs say what cannot be read, and what a guard refuses until a person allows it', {
  timeout: 120_000,
}, async () => {
  const [github, gitlab] = [await scriptsFor('github'), await scriptsFor('gitlab')];
  const commands = /status=0\n[\s\S]*?\nesac\n/.exec(github.plan)?.[0] ?? 'none';
  expect(gitlab.plan).toContain(commands);

  const { run, change, comments, service, byHand } = await repository('gitlab');
  const url = await forbidding(service.env.DOCS_ADMIN_BASE_URL as string, /\/custom-fields/);
  expect(await run('plan', { DOCS_ADMIN_BASE_URL: url })).toMatchObject({ code: 12 });
  expect(comments.body()).toContain('403');
  expect(comments.body()).toContain('**Not rehearsed:** a part cannot be read.');
  expect(await run('drift', { DOCS_ADMIN_BASE_URL: url })).toMatchObject({ code: 12 });
  expect(comments.issue()).toBeUndefined();

  // Every second person of the teams.
  let at = 0;
  change((text) => text.replace(/^ {6}\S+: member\n/gm, (line) => (at++ % 2 ? '' : line)));
  expect(await run('plan')).toMatchObject({ code: 2 });
  const flag = comments.body().match(/--max-removals (\d+)/);
  expect(comments.body()).toContain('**The rehearsal ended with exit code 2.**');
  const DIGEST = digestIn(comments.body());
  expect(await run('apply')).toMatchObject({ code: 2 });
  expect(await run('apply', { ...byHand, DIGEST, MAX_REMOVALS: '1; touch hacked' })).toMatchObject({
    code: 2,
  });
  expect(await run('apply', { ...byHand, DIGEST, MAX_REMOVALS: flag?.[1] ?? '' })).toMatchObject({ code: 0 });
  expect(await run('drift')).toMatchObject({ code: 0 });
});

test('the jobs count what a plan opens where a comment has no room for it, and apply it with the artifact alone', {
  timeout: 180_000,
}, async () => {
  const { run, change, comments, written, colleague, byHand } = await repository('gitlab');
  const sites = Array.from({ length: 530 }, (_, at) => `  ${'Public documentation '.repeat(5)}${at}: {}\n`);
  change((text) => text.replace('sites:\n', `sites:\n${sites.join('')}`));
  const planned = await run('plan');
  expect(planned).toMatchObject({ code: 0 });
  const digest = digestIn(comments.body());
  expect(comments.body()).toMatch(
    new RegExp(
      `^${markers.plan}\n## Plan\n\nOpens: public 0, administrators 0, other 530\\. Loses: 0\\. Addresses: 0\\.\n\nDigest .*\n\n.* \\[All of it\\]\\(https:.*\\) is an artifact of run 41\\.\n`,
    ),
  );
  const plan = planned.kept('plan.json') ?? '';
  expect(digest).toBe(JSON.parse(plan).digest);

  // The digest alone is not enough.
  const alone = await run('apply', { ...byHand, DIGEST: digest });
  expect(alone).toMatchObject({ code: 2 });
  expect(alone.stderr).toContain(
    'error: what the plan opens and takes away is too long for a comment; nothing was sent\n' +
      'hint: give the plan that was reviewed with --reviewed: ',
  );
  comments.artifact = plan;
  await colleague('members', 'update', 'user_hana', '--role', 'comment');
  expect(await run('apply')).toMatchObject({ code: 6 });
  expect(comments.refusal().length).toBeLessThan(65_536);
  expect(comments.refusal()).toMatch(
    /\n## Plan\n\nOpens: public 0, administrators 0, other 530.*\n\nDigest `/,
  );
  expect(written()).toHaveLength(1);
  await colleague('members', 'update', 'user_hana', '--role', 'guest', '--yes');
  expect(await run('apply', { ...byHand, DIGEST: digest, RUN: '41' })).toMatchObject({ code: 0 });
  expect(written()).toHaveLength(1 + 530);
});
