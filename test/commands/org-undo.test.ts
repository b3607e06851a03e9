import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';
import { answer as answerOf } from '../support/scripted-transport.ts';

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

type Answers = (path: string, text: string) => string | undefined;

/** Restructures a site. Afterwards, `answers` may replace what the service answers; without a text, it refuses. */
async function restructured(
  answers: Answers = (_, text) => text,
): Promise<{ docs: CliInFolder; before: string; run: Run }> {
  let isDone = false;
  const docs = await sandboxCli(
    { ...exampleFiles, 'org.yaml': file },
    (sandbox) => async (request, signal) => {
      const answer = await sandbox(request, signal);
      if (!isDone || request.method !== 'GET') return answer;
      const text = answers(new URL(request.url).pathname, Buffer.from(answer.body).toString());
      return text === undefined ? answerOf(403, {}) : { ...answer, body: Buffer.from(text) };
    },
  );
  const before = (await docs('org export --only sites')).stdout;
  const run = await docs('org apply --file org.yaml --delete --allow-delete sites --yes');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  expect(run.writes.length).toBeGreaterThan(5);
  isDone = true;
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

  test('finds a space that has got another title since', async () => {
    const { docs, run, before } = await restructured((_, text) =>
      text.replaceAll('"Drafts"', '"Old drafts"'),
    );
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100`);
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect((await docs('org export --only sites')).stdout).toBe(before.replaceAll('Drafts', 'Old drafts'));
  });

  test('names a space that is gone, and gives the rest of the structure back', async () => {
    const { docs, run, before } = await restructured((_, text) =>
      text.replaceAll('space_tutorials', 'space_other'),
    );
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100`);
    expect(undo.stderr).toContain(
      'warning: cannot be restored: structure of site Acme Docs (site_docs): space "Tutorials" (space_tutorials): it no longer exists, and the service has no operation to create a space\n',
    );
    expect(undo.stderr).toContain('0 to stay as it is, 1 not to be restored');
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    const tutorials =
      '          - space: Tutorials\n            path: tutorials\n            condition: ""\n';
    expect(before).toContain(tutorials);
    expect((await docs('org export --only sites')).stdout).toBe(before.replace(tutorials, ''));
  });

  test.each([
    ['/site-spaces', 'its site-space list cannot be read'],
    ['/spaces', 'its space list cannot be read'],
  ])('leaves the structure as it is where %s cannot be read', async (path, reason) => {
    const { docs, run } = await restructured((at, text) => (at.endsWith(path) ? undefined : text));
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100`);
    expect(undo.stderr).toContain('warning: structure of site Acme Docs (site_docs) stays as it is');
    expect(undo.stderr).toContain(reason);
    expect(undo.writes).toEqual([]);
  });

  test('names a site that no longer exists', async () => {
    const { docs, run } = await restructured();
    await docs('sites delete site_docs --yes');
    const undo = await docs(`${undoOf(run)} --yes`);
    expect(undo.stderr).toContain('stays as it is: it no longer exists');
    expect(undo.writes).toEqual([]);
  });
});

test('undo gives a field its options back before the spaces get values of them', async () => {
  const docs = await sandboxCli({
    ...exampleFiles,
    'org.yaml': `format: docs-admin-organization/1
custom-fields:
  tier: { title: Tier, type: "select:single", options: [ platinum, silver, bronze ] }
  audiences: { title: 対象, type: "select:multi", options: [ customers, staff ] }
spaces:
  Guides: { fields: { audiences: [ customers ], labels: [ start, "how-to, long" ], tier: silver } }
`,
  });
  const before = (await docs('org export --only custom-fields,spaces')).stdout;
  const run = await docs('org apply --file org.yaml --yes');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const undo = await docs(`${undoOf(run)} --yes`);
  expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
  expect((await docs('org export --only custom-fields,spaces')).stdout).toBe(before);
});
