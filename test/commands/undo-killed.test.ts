import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { killableRun } from '../support/killed.ts';

/** Deletions of things that undo makes again, of each kind that the service makes under an id of its own. */
const deletions = [
  'teams delete team_docs --yes',
  'sites delete site_docs --yes',
  'sites delete site_partners --yes',
  'collections delete col_internal --yes',
  'translations delete translation_docs --yes',
  'saml delete saml_okta --yes',
];

/** Deletes things, runs another line, and undoes the deletions, as a run that can be killed. */
async function undoOf(lines: readonly string[], meanwhile?: string) {
  const store = demoStore();
  const docs = await sandboxCli({ 'rows.txt': lines.join('\n') }, undefined, store);
  const allowed = '--max-removals 100 --allow-ownerless --yes';
  const run = await docs(`batch --file rows.txt --journal rows.jsonl ${allowed}`);
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  if (meanwhile !== undefined) expect((await docs(meanwhile)).code).toBe(0);
  const rows = await readFile(join(docs.folder, 'rows.jsonl'), 'utf8');
  return killableRun(
    { 'rows.jsonl': rows },
    'runs undo rows.jsonl --yes --allow-opening public,administrators',
    1,
    store,
  );
}

/** Returns the operation of a request, without the ids of its path. */
const shapeOf = (write: string) => write.replace(/\/[a-z]+_\w+/g, '');

describe('an undo that makes things again', () => {
  test('is resumed after any request that makes one: nothing is made twice', async () => {
    const run = await undoOf(deletions);
    const shapes = run.writes.map(shapeOf);
    const making = new Set(shapes.filter((shape) => /^POST|^PUT .*\/teams$/.test(shape)));
    const counts = [...making].map((shape) => shapes.lastIndexOf(shape) + 1);
    expect(counts.length).toBe(8);
    for (const count of counts) {
      const { docs, writes } = await run.killedAfter(count);
      const again = await docs('runs resume run.jsonl');
      expect([count, again.code, again.stderr]).toEqual([count, 0, again.stderr]);
      expect([count, (await docs('org export')).stdout]).toEqual([count, run.end]);
      const made = (all: readonly string[]) => all.filter((write) => write.startsWith('POST')).sort();
      expect([count, made(writes.map(shapeOf))]).toEqual([count, made(shapes)]);
    }
  });

  test('is not sure of a thing if another one has its name', async () => {
    const run = await undoOf(['teams delete team_docs --yes'], 'teams create --title Docs');
    expect(run.writes[0]).toBe('PUT /v1/orgs/org_acme/teams');
    const { docs } = await run.killedAfter(1);
    const again = await docs('runs resume run.jsonl');
    expect([again.code, again.stderr]).toEqual([10, again.stderr]);
    expect(JSON.parse((await docs('teams list --title Docs --json')).stdout)).toHaveLength(2);
  });
});

test('an undo of the structure of a site is resumed after any request that must not be sent twice', async () => {
  const store = demoStore();
  const file = `format: docs-admin-organization/1
sites:
  Acme Docs:
    section-groups: [ { title: Build } ]
    sections:
      - { title: API reference, path: api }
      - { title: Guides, path: guides, default: true }
      - { title: News, path: news, group: Build }
`;
  const docs = await sandboxCli({ 'org.yaml': file }, undefined, store);
  const before = (await docs('org export')).stdout;
  const applied = await docs('org apply --file org.yaml --delete --yes --journal rows.jsonl');
  expect([applied.code, applied.stderr]).toEqual([0, applied.stderr]);
  const journal = await readFile(join(docs.folder, 'rows.jsonl'), 'utf8');
  const line = 'runs undo rows.jsonl --yes --max-removals 100';
  const run = await killableRun({ 'rows.jsonl': journal }, line, 1, store);
  expect(run.end).toBe(before);
  const posts = run.writes.flatMap((write, at) => (/^POST .*\/(sections|move)$/.test(write) ? [at + 1] : []));
  expect(posts.length).toBeGreaterThan(1);
  for (const count of posts) {
    const { docs, writes } = await run.killedAfter(count);
    const again = await docs('runs resume run.jsonl');
    expect([count, again.code, again.stderr]).toEqual([count, 0, again.stderr]);
    expect([count, (await docs('org export')).stdout]).toEqual([count, before]);
    expect([count, writes.length]).toEqual([count, run.writes.length]);
  }
});

test('a run that was killed within a swap or a move is undone: what it has left is taken for its own', async () => {
  const file = `format: docs-admin-organization/1
sites:
  Acme Docs:
    sections:
      - { title: Tutorials, path: tutorials, spaces: [ { space: Tutorials, path: all, default: true } ] }
      - { title: Guides, path: guides, default: true, spaces: [ { space: ドキュメント, path: guides, default: true }, { space: Guides, path: ja } ] }
      - { title: API reference, path: api }
      - { title: News, path: news }
  Handbook 手册, “internal”: { spaces: [ { space: People & HR, path: handbook, default: true }, { space: Handbook, path: people }, { space: Runbooks, path: runbooks } ] }
`;
  const run = await killableRun({ 'org.yaml': file }, 'org apply --file org.yaml --delete --yes');
  const { stdout: before } = await (await sandboxCli())('org export');
  const within = run.counts.filter((count) => /site-spaces\/\w+$/.test(run.writes[count - 1] ?? ''));
  expect(within.length).toBeGreaterThan(4);
  for (const count of within) {
    const { docs } = await run.killedAfter(count);
    const undo = await docs('runs undo run.jsonl --yes --max-removals 100 --allow-opening public');
    expect([count, undo.code, undo.stderr]).toEqual([count, 0, expect.not.stringContaining('warning')]);
    expect([count, (await docs('org export')).stdout]).toEqual([count, before]);
  }
});
