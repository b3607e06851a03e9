import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markers, type Scripts, systemOf, systems } from '../support/ci-systems.ts';
import { freshHome, runShell } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { servedSandbox } from '../support/served-sandbox.ts';
import { pathOfToolHere } from '../support/tool-here.ts';

const file = 'organization.yaml';

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
  const PATH = await pathOfToolHere();
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
    const given = { CI: 'true', ...service.env, ...system.env(comments.url), ...outputs, PATH, ...env };
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
  test('comment on a plan, or that there is none, replace the comment, apply what was reviewed, and find no drift', async () => {
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

  test('do not apply what a colleague has changed since: they say what is different, and a person may go on', async () => {
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

  test('apply nothing that was not reviewed', async () => {
    const { run, change, comments, written } = await repository(name);
    comments.isMerged = false;
    expect(await run('apply')).toMatchObject({ code: 0 });
    change(publicSite);
    // Another user has written a comment with a digest.
    const pushed = await run('apply');
    expect(pushed).toMatchObject({ code: 1 });
    expect(pushed.stderr).toContain('To apply this plan, start the workflow by hand with its digest.');
    expect(pushed.stdout).toContain('**1 to update**');
    comments.isMerged = true;
    expect(await run('apply')).toMatchObject({ code: 1 });
    expect(comments.refusal()).toContain('**Not applied: no one has reviewed a plan of this change.**');
    expect(written()).toEqual([]);
  });

  test('keep a plan that is too long for a comment, and compare with it', { timeout: 180_000 }, async () => {
    const { run, change, comments, written, colleague } = await repository(name);
    // What is random cannot be compressed.
    const options = () => Array.from({ length: 50 }, () => randomBytes(145).toString('base64'));
    const fields = Array.from(
      { length: 10 },
      (_, at) => `  long_${at}: { title: F, type: 'select:single', options: ${JSON.stringify(options())} }\n`,
    );
    change((text) => text.replace('custom-fields:\n', `custom-fields:\n${fields.join('')}`));
    const planned = await run('plan');
    expect(planned).toMatchObject({ code: 0 });
    expect(comments.body().length).toBeLessThan(65_536);
    expect(comments.body()).toContain('**10 to create**');
    expect(comments.body()).toMatch(
      /\*\*The plan is too long for a comment\.\*\* \[All of it\]\(https:\/\/.*\) is an artifact/,
    );
    const plan = planned.kept('plan.json') ?? '';
    expect(digestIn(comments.body())).toBe(JSON.parse(plan).digest);

    // GitHub's own action puts the artifact there.
    comments.artifact = plan;
    const files: Record<string, string> = name === 'github' ? { 'plan.json': plan } : {};
    await colleague('custom-fields', 'create', 'long_7', '--type', 'select:single', '--option', 'one');
    expect(written()).toHaveLength(1);
    expect(await run('apply', {}, files)).toMatchObject({ code: 6 });
    expect(comments.refusal()).toContain('\n  no longer: create custom field long_7\n');
    expect(written()).toEqual([]);
    await colleague('custom-fields', 'delete', 'long_7', '--yes');
    expect(await run('apply', {}, files)).toMatchObject({ code: 0 });
    expect(written()).toHaveLength(1 + 10);
  });

  test('open an issue while something differs, and close it', async () => {
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
  // What hides text is shown as its code, which is eight times as long.
  const sites = Array.from({ length: 70 }, (_, at) => `  "Public ${'\\u200b'.repeat(115)}${at}": {}\n`);
  change((text) => text.replace('sites:\n', `sites:\n${sites.join('')}`));
  const planned = await run('plan');
  expect(planned).toMatchObject({ code: 0 });
  const digest = digestIn(comments.body());
  expect(comments.body()).toMatch(
    new RegExp(
      `^${markers.plan}\n## Plan\n\nOpens: public 0, administrators 0, other 70\\. Loses: 0\\. Addresses: 0\\.\n\nDigest .*\n\n.* \\[All of it\\]\\(https:.*\\) is an artifact of run 41\\.\n`,
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
    /\n## Plan\n\nOpens: public 0, administrators 0, other 70.*\n\nDigest `/,
  );
  expect(written()).toHaveLength(1);
  await colleague('members', 'update', 'user_hana', '--role', 'guest', '--yes');
  expect(await run('apply', { ...byHand, DIGEST: digest, RUN: '41' })).toMatchObject({ code: 0 });
  expect(written()).toHaveLength(1 + 70);
});
