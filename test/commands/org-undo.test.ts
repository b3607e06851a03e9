import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const file = `format: docs-admin-organization/1
sites:
  Acme Docs:
    section-groups: [ { title: Start, previously: [ Learn ] }, { title: Build } ]
    sections:
      - { title: API reference, path: api, group: Build, spaces: [ { space: REST API }, { space: Drafts, default: true } ] }
      - { title: Guides, path: start, previously: [ guides ], group: Start, default: true, spaces: [ { space: Guides } ] }
      - { title: News, path: news, spaces: [ { space: Changelog } ] }
`;

const undoOf = ({ stderr }: Run) => /undo with `docs-admin (runs undo \S+)`/.exec(stderr)?.[1] ?? '';

async function restructured(): Promise<{ docs: CliInFolder; before: string; run: Run }> {
  const docs = await sandboxCli({ ...exampleFiles, 'org.yaml': file });
  const before = (await docs('org export --only sites')).stdout;
  const run = await docs('org apply --file org.yaml --delete --allow-delete sites --yes');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  expect(run.writes.length).toBeGreaterThan(5);
  return { docs, before, run };
}

describe('undo of a site that a file has restructured', () => {
  test('gives the structure back, and its own undo the new one', async () => {
    const { docs, before, run } = await restructured();
    const after = (await docs('org export --only sites')).stdout;
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100`);
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect((await docs('org export --only sites')).stdout).toBe(before);
    const redo = await docs(`${undoOf(undo)} --yes --max-removals 100`);
    expect([redo.code, redo.stderr]).toEqual([0, redo.stderr]);
    expect((await docs('org export --only sites')).stdout).toBe(after);
  });

  test.each([
    ['sections update section_guides --path elsewhere --site site_docs', 'guides has been deleted since'],
    ['sections move section_api --after section_news --site site_docs', 'position has been changed since'],
    ['sections create --space space_runbooks --title Extra --site site_docs', 'has been made since'],
  ])('leaves the structure as it is after somebody ran %s', async (line, reason) => {
    const { docs, run } = await restructured();
    const change = await docs(line);
    expect([change.code, change.stderr]).toEqual([0, change.stderr]);
    const changed = (await docs('org export --only sites')).stdout;
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100`);
    expect(undo.stderr).toContain('warning: structure of site Acme Docs (site_docs) stays as it is');
    expect(undo.stderr).toContain(reason);
    expect((await docs('org export --only sites')).stdout).toBe(changed);
  });

  test('names a site that no longer exists', async () => {
    const { docs, run } = await restructured();
    await docs('sites delete site_docs --yes');
    const undo = await docs(`${undoOf(run)} --yes`);
    expect(undo.stderr).toContain('stays as it is: it no longer exists');
    expect(undo.writes).toEqual([]);
  });
});
