import { describe, expect, test } from 'vitest';
import { orgCli } from '../support/planned.ts';

const deleting =
  '--delete --allow-delete sites --allow-delete collections --allow-ownerless --max-removals 100 --yes';

/** Applies a file with deletions, and undoes the run. Returns both, and the sites of the exports around them. */
async function thereAndBack(sections: string) {
  const { docs } = await orgCli(sections);
  const sites = async () => (await docs('org export --only sites,collections')).stdout;
  const before = await sites();
  const run = await docs(`org apply --file org.yaml ${deleting} --journal run.jsonl --allow-opening public`);
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const undo = await docs(
    'runs undo run.jsonl --yes --max-removals 100 --journal undo.jsonl --allow-opening public,administrators',
  );
  expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
  return { docs, run, undo, before, after: await sites() };
}

const lost = (name: string, space: string) =>
  `  cannot be restored: ${name}: space ${space}: it no longer exists, and the service has no operation to create a space\n`;

/** Everything but the collection "Internal 内部", which holds "People & HR" and Runbooks in the demo data. */
const withoutInternal = `managed: { collections: full, sites: full }
collections:
  Empty: {}
  Product: { collections: { "API & SDKs": { collections: { "Legacy (v1), do not edit": {} } } } }
`;

const structure = 'structure of site Handbook 手册, “internal” (site_handbook)';
const acme = 'structure of site Acme Docs (site_docs)';
const spaces = (text: string, ...titles: string[]) =>
  titles.reduce(
    (left, title) => left.replace(new RegExp(`      - space: ${title}\n(        .*\n)*`), ''),
    text,
  );

describe('undo, after the service has deleted spaces with their collection,', () => {
  test('makes a site again with the other spaces, and names those that are lost', async () => {
    const { undo, before, after } = await thereAndBack(
      `${withoutInternal}sites: { Acme Docs: {}, Partner portal: {} }\n`,
    );
    expect(undo.stderr).toContain(lost(structure, '"People & HR" (space_hr)'));
    expect(undo.stderr).toContain(lost(structure, '"Runbooks" (space_runbooks)'));
    expect(undo.stderr).toContain('plan: 7 requests; 0 left alone, 6 lost');
    expect(after).toBe(spaces(before, 'People & HR', 'Runbooks'));
  });

  test('makes a site again whose spaces are all lost, without its sections', async () => {
    const { undo, after } = await thereAndBack(`managed: { collections: full, sites: full }
collections: { Empty: {}, Internal 内部: {} }
sites: { "Handbook 手册, “internal”": {}, Partner portal: {} }
`);
    expect(undo.stderr).toContain(lost(acme, '"Guides" (space_guides)'));
    expect(undo.stderr).toContain(`${acme}: section "Guides": the service makes sections of a space only\n`);
    expect(after).toMatch(
      / {2}Acme Docs:\n {4}visibility: public\n {4}basename: docs\n[\s\S]*section-groups:\n {6}- title: Learn\n/,
    );
    expect(after).toMatch(/ {4}spaces: \[\]\n {2}Handbook/);
  });

  test('gives the structure of a site back without them', async () => {
    const { undo, before, after } = await thereAndBack(`${withoutInternal}sites:
  "Handbook 手册, “internal”": { visibility: public, spaces: [ { space: Drafts }, { space: Changelog } ] }
  Acme Docs: {}
  Partner portal: {}
`);
    expect(undo.stderr).toContain(lost(structure, '"People & HR" (space_hr)'));
    expect(undo.stderr).toContain(lost(structure, '"Runbooks" (space_runbooks)'));
    expect(after).toBe(spaces(before, 'People & HR', 'Runbooks'));
  });

  test('gives sections back that have other spaces, or are still there', async () => {
    const { undo, after } = await thereAndBack(`managed: { collections: full }
collections: { Empty: {}, Internal 内部: {} }
sites:
  Acme Docs:
    section-groups: [ { title: Learn more, previously: [ Learn ] } ]
    sections:
      - { title: Guides, path: start, previously: [ guides ], group: Learn more, spaces: [ { space: Drafts } ] }
      - { title: News, path: news, spaces: [ { space: Handbook } ] }
`);
    expect(undo.stderr).toContain(lost(acme, '"REST API" (space_rest)'));
    expect(undo.stderr).toContain(
      `${acme}: section "API reference": the service makes sections of a space only\n`,
    );
    expect(after).toMatch(
      / {6}- title: Guides\n {8}path: guides\n {8}group: Learn\n[\s\S]*spaces: \[\]\n {6}- title: News\n {8}path: news\n/,
    );
  });

  test('makes sections and site spaces again that rows have deleted', async () => {
    const lines = [
      'site-spaces delete sitesp_rest --site site_docs --yes',
      'sections delete section_guides --site site_docs --yes',
      'sections delete section_news --site site_docs --yes',
      'collections delete col_product --yes',
    ];
    const { docs } = await orgCli('', { files: { 'rows.txt': lines.join('\n') } });
    const run = await docs('batch --file rows.txt --journal run.jsonl --max-removals 100 --yes');
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    const undo = await docs('runs undo run.jsonl --yes --allow-opening administrators');
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect(undo.stderr).toContain(lost(acme, '"Tutorials" (space_tutorials)'));
    expect(undo.stderr).toContain(lost(acme, '"REST API" (space_rest)'));
  });

  test('names them in a dry run', async () => {
    const { docs } = await orgCli(`${withoutInternal}sites: { Acme Docs: {}, Partner portal: {} }\n`);
    await docs(`org apply --file org.yaml ${deleting} --journal run.jsonl --allow-opening public`);
    const undo = await docs('runs undo run.jsonl --dry-run --allow-opening public');
    expect(undo.stderr).toContain(lost(structure, '"Runbooks" (space_runbooks)'));
    expect([undo.code, undo.writes]).toEqual([0, []]);
  });
});

test('site spaces are taken out of a site before the collection of their spaces is deleted', async () => {
  const { apply } = await orgCli(`${withoutInternal}sites:
  "Handbook 手册, “internal”": { spaces: [ { space: Drafts } ] }
  Acme Docs: {}
  Partner portal: {}
`);
  const writes = await apply('--delete --allow-delete collections --max-removals 100');
  const place = (end: string) => writes.findIndex((line) => line.startsWith('DELETE') && line.endsWith(end));
  expect(place('/sitesp_hr')).toBeGreaterThan(-1);
  expect(place('/sitesp_runbooks')).toBeGreaterThan(-1);
  expect(place('collections/col_internal')).toBeGreaterThan(place('/sitesp_hr'));
  expect(place('collections/col_internal')).toBeGreaterThan(place('/sitesp_runbooks'));
});

test('a collection is not deleted while the file names spaces in it', async () => {
  const { docs, plan } = await orgCli(`${withoutInternal}spaces: { Runbooks: {} }
sites: { "Handbook 手册, “internal”": { spaces: [ { space: People & HR } ] }, Acme Docs: {}, Partner portal: {} }
`);
  const flags = '--delete --allow-delete collections --max-removals 100';
  const message =
    'collection "Internal 内部" holds spaces that the file names, which would be deleted with it: People & HR and Runbooks';
  expect((await plan(flags)).objections).toEqual([{ message }]);
  expect((await plan('--max-removals 100')).objections).toEqual([]);
  const run = await docs(`org apply --file org.yaml ${flags} --yes --allow-opening public`);
  expect([run.code, run.writes]).toEqual([2, []]);
  expect(run.stderr).toContain(
    'hint: change the file: list the collection, or no longer name the spaces in it\n',
  );
});
