import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { killableRun } from '../support/killed.ts';

const site = (text: string) => `format: docs-admin-organization/1\nsites:\n  Acme Docs:\n${text}`;

/** Moves the only space of a section: it leaves the site before it joins another section. */
const moved = site(`    sections:
      - { title: Guides, path: guides, group: Learn, default: true, spaces: [ { space: Guides, path: guides, default: true }, { space: Tutorials, path: tutorials }, { space: ドキュメント, path: ja }, { space: Changelog, path: changelog } ] }
      - { title: API reference, path: api, group: Build }
`);
const apply = 'org apply --file org.yaml --delete --yes --allow-opening public';

async function expectUndone(docs: CliInFolder, before: string): Promise<void> {
  const undo = await docs('runs undo run.jsonl --yes --allow-opening public');
  expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
  expect((await docs('org export')).stdout).toBe(before);
}

test('a section that was deleted comes back where its space could not join another one', async () => {
  let isRefused = true;
  const docs = await sandboxCli(
    { 'org.yaml': moved },
    (sandbox): Transport =>
      async (request, signal) => {
        if (isRefused && request.method === 'POST')
          return { status: 422, headers: {}, body: new Uint8Array() };
        return sandbox(request, signal);
      },
  );
  const { stdout: before } = await docs('org export');
  expect((await docs(`${apply} --journal run.jsonl`)).code).toBe(9);
  isRefused = false;
  await expectUndone(docs, before);
});

test('a section that was deleted comes back where the process was killed then', async () => {
  const { stdout: before } = await (await sandboxCli())('org export');
  const run = await killableRun({ 'org.yaml': moved }, apply);
  const deletion = run.writes.findIndex((write) => /^DELETE .*\/sections\/section_news$/.test(write));
  expect(deletion).toBeGreaterThan(0);
  for (const writes of [1, deletion, deletion + 1]) {
    const { docs } = await run.killedAfter(writes);
    await expectUndone(docs, before);
  }
});

const regrouped = site(`    sections:
      - { title: Guides, path: guides, group: Build, default: true }
      - { title: API reference, path: api, group: Build }
      - { title: News, path: news }
`);

test('a section goes back to its group where the file does not list the groups', async () => {
  const docs = await sandboxCli({ 'org.yaml': regrouped });
  const { stdout: before } = await docs('org export');
  expect((await docs(`${apply} --journal run.jsonl`)).code).toBe(0);
  await expectUndone(docs, before);
});

test('a deleted group comes back with its sections', async () => {
  const docs = await sandboxCli({ 'org.yaml': site('    section-groups: [ { title: Build } ]\n') });
  const { stdout: before } = await docs('org export');
  expect((await docs(`${apply} --journal run.jsonl`)).code).toBe(0);
  await expectUndone(docs, before);
});

const reordered = site(`    section-groups: [ { title: Build } ]
    sections:
      - { title: API reference, path: api }
      - { title: Guides, path: guides, default: true }
      - { title: News, path: news, group: Build }
`);

test('what others have changed in a site stays, and the rest goes back', async () => {
  const docs = await sandboxCli({ 'org.yaml': reordered });
  const { stdout: before } = await docs('org export');
  expect((await docs(`${apply} --journal run.jsonl`)).code).toBe(0);
  await docs('sections update section_api --site site_docs --description Changed');
  await expectUndone(docs, before.replace('REST and SDKs', 'Changed'));
});

test('a run that was killed has made nothing where nothing has the name', async () => {
  const docs = await sandboxCli({
    'rows.txt': 'teams update team_docs --title One\nteams create --title New\n',
  });
  await docs('batch --file rows.txt --journal run.jsonl --concurrency 1');
  const journal = join(docs.folder, 'run.jsonl');
  const lines = (await readFile(journal, 'utf8')).split('\n');
  const kept = lines.filter((line) => /"type":"run"|"type":"intent"|"task":0/.test(line));
  await writeFile(journal, `${kept.join('\n')}\n`);
  await docs('teams delete name:New --yes');
  const undo = await docs('runs undo run.jsonl --yes');
  expect(undo).toMatchObject({ code: 0, writes: [{ body: { title: 'Docs' } }] });
  expect(undo.stderr).toContain('plan: 1 request; 0 left alone, 0 lost\n');
});

describe('a row that has failed keeps nothing from coming back that has ended with another one', () => {
  test.each([
    ['teams delete team_support', 'teams members remove team_support user_ines'],
    ['teams delete team_docs', 'saml update saml_okta --default-team team_docs'],
    [
      'section-groups delete group_build --site site_docs',
      'section-groups remove-section group_build section_api --site site_docs',
    ],
  ])('%s, then %s', async (...rows) => {
    const docs = await sandboxCli({ 'rows.txt': rows.map((row) => `${row}\n`).join('') });
    const before = (await docs('org export')).stdout;
    const given = '--yes --allow-opening administrators';
    expect(await docs(`batch --file rows.txt --concurrency 1 --max-removals 9 ${given}`)).toMatchObject({
      code: 9,
    });
    expect(await docs(`undo ${given}`)).toMatchObject({ code: 0 });
    expect((await docs('org export')).stdout).toBe(before);
  });
});

describe('what a run has set to a thing that it deletes, or has taken away from it, is its own change', () => {
  test.each([
    ['saml update saml_okta --default-team team_empty', 'teams delete team_empty'],
    ['saml update saml_okta --default-team team_empty', 'teams delete team_docs'],
    ['saml delete saml_okta', 'teams delete team_docs'],
  ])('%s, then %s', async (...rows) => {
    const docs = await sandboxCli({ 'rows.txt': rows.map((row) => `${row}\n`).join('') });
    const before = (await docs('org export')).stdout;
    const given = '--yes --allow-opening administrators --max-removals 9';
    expect(await docs(`batch --file rows.txt --concurrency 1 ${given}`)).toMatchObject({ code: 0 });
    expect(await docs(`undo ${given}`)).toMatchObject({ code: 0 });
    expect((await docs('org export')).stdout).toBe(before);
  });
});

test('a collection comes back that should have left the one with which it has ended', async () => {
  let isRefused = true;
  const docs = await sandboxCli(
    {
      'rows.txt': 'collections move col_2 --no-parent\ncollections delete col_1\n',
    },
    (sandbox): Transport =>
      async (request, signal) =>
        isRefused && request.url.endsWith('/col_2/move')
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : sandbox(request, signal),
  );
  await docs('collections create --title Outer');
  await docs('collections create --title Inner --parent col_1');
  await docs('collections permissions set col_2 team_docs --role edit --yes');
  const { stdout: before } = await docs('org export');
  expect(await docs('batch --file rows.txt --yes --journal run.jsonl')).toMatchObject({ code: 9 });
  expect((await docs('collections list -o id')).stdout).not.toContain('col_2');
  isRefused = false;
  await expectUndone(docs, before);
});
