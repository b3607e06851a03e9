import { describe, expect, test } from 'vitest';
import { orgCli } from '../support/planned.ts';

/** Applies a file, undoes the run, and expects the export of before. Returns what the undo says. */
async function thereAndBack(sections: string, flags = '') {
  const { docs } = await orgCli(sections);
  const before = (await docs('org export')).stdout;
  const run = await docs(`org apply --file org.yaml --yes --journal run.jsonl ${flags}`);
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  expect((await docs('org export')).stdout).not.toBe(before);
  const undo = await docs('runs undo run.jsonl --yes --max-removals 100 --allow-opening public');
  expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
  expect((await docs('org export')).stdout).toBe(before);
  return undo;
}

describe('undo of an apply', () => {
  test('deletes a team that the run has made and given roles on collections and spaces', async () => {
    const undo = await thereAndBack(`teams: { Writers: {} }
collections: { Empty: { teams: { Writers: edit } } }
spaces: { Drafts: { teams: { Writers: read } } }
`);
    expect(undo.stderr).toContain('3 requests; 0 left alone');
  });

  test('puts a space back into a section whose spaces the file does not list', async () => {
    await thereAndBack(`sites:
  Acme Docs:
    sections:
      - { title: Guides, path: guides }
      - { title: API reference, path: api }
      - { title: News, path: news, spaces: [ { space: Changelog }, { space: Tutorials } ] }
`);
  });

  test('takes a section out of a group that the run has renamed', async () => {
    await thereAndBack(`sites:
  Acme Docs:
    section-groups: [ { title: Build }, { title: Learn more, previously: [ Learn ] }, { title: New } ]
    sections:
      - { title: Guides, path: guides, group: Build }
      - { title: API reference, path: reference, previously: [ api ], group: New }
      - { title: News, path: news, group: Learn more }
`);
  });
});

test('undo leaves a space that another user has published anew in another section', async () => {
  const { docs } = await orgCli(
    'sites: { Acme Docs: { sections: [ { title: Guides, path: guides }, { title: API reference, path: api } ] } }',
  );
  await docs('org apply --file org.yaml --delete --yes --journal run.jsonl');
  await docs('site-spaces create --site site_docs --section section_api --space space_changelog --yes');
  const undo = await docs('runs undo run.jsonl --yes');
  expect(undo).toMatchObject({ code: 6, writes: [] });
  expect(undo.stderr).toContain('"Changelog" (sitesp_1) stays as it is: sectionId has been changed since');
  expect(undo.stderr).toContain('section "News": the service makes sections of a space only');
});
