import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';
import { answer } from '../support/scripted-transport.ts';

const everyone = `ada@acme.example: admin, ana@acme.example: read, bo@acme.example: comment, dee@acme.example: read,
  eve@acme.example: read, gil@contractor.example: guest, grace@acme.example: admin, hana@agency.example: guest,
  ines@acme.example: edit, ivan@acme.example: comment, jan@acme.example: review, leo@acme.example: create,
  linus@acme.example: create, mei.chen@acme.example: create, min@acme.example: read, noa@acme.example: review,
  omar@acme.example: edit, pat@partner.example: guest, ravi@acme.example: edit, sofia@acme.example: comment,
  tom@acme.example: read, uma@partner.example: guest, yuki@acme.example: edit, zoe@acme.example: review`;

/** Files that delete a thing and take it out of use, with the request that takes it out of use. */
const uses = [
  [
    'a custom field with a value',
    `managed: { custom-fields: full }
custom-fields:
  audiences: { type: "select:multi", options: [ customers, partners, staff ] }
  owner_team: { type: text }
  public: { type: boolean }
  review_days: { type: number }
  tier: { type: "select:single", options: [ gold, silver, bronze ] }
spaces: { Guides: { fields: { tier: silver } } }`,
    /^PATCH .*\/spaces\/[^/]+\/custom-fields$/,
    /^DELETE .*\/custom-fields\/labels$/,
  ],
  [
    'a team with a role on a space',
    `managed: { teams: full }
teams: { Design 🎨: {}, Docs: {}, Nobody yet: {}, Platform: {}, 東京オフィス: {} }
spaces: { Handbook: { teams: { Docs: edit } } }`,
    /^DELETE .*\/spaces\/[^/]+\/permissions\/teams\//,
    /^DELETE .*\/orgs\/[^/]+\/teams\/team_support$/,
  ],
  [
    'a team with a role on a collection',
    `managed: { teams: full }
teams: { Design 🎨: {}, Docs: {}, Nobody yet: {}, Platform: {}, 東京オフィス: {} }
collections: { Product: { teams: { Docs: admin } } }`,
    /^DELETE .*\/collections\/[^/]+\/permissions\/teams\//,
    /^DELETE .*\/orgs\/[^/]+\/teams\/team_support$/,
  ],
  [
    'a team of a SAML provider',
    `managed: { teams: full }
teams: { Design 🎨: {}, "Support, EMEA": {}, Nobody yet: {}, Platform: {}, 東京オフィス: {} }
saml: { Okta: { default-team: Platform } }`,
    /^PATCH .*\/saml\//,
    /^DELETE .*\/orgs\/[^/]+\/teams\/team_docs$/,
  ],
  [
    'a member of a team',
    `managed: { members: full }
members: { ${everyone} }
teams:
  Platform: { members: { grace@acme.example: owner, ivan@acme.example: member, leo@acme.example: member, linus@acme.example: member, min@acme.example: member } }`,
    /^PUT .*\/teams\/[^/]+\/members$/,
    /^DELETE .*\/members\/[^/]+$/,
  ],
  [
    'a collection with a collection that leaves it',
    `managed: { collections: full }
collections: { Empty: {}, Internal 内部: {}, API & SDKs: { previously: [ Product/API & SDKs ], collections: { "Legacy (v1), do not edit": {} } } }`,
    /^POST .*\/collections\/[^/]+\/move$/,
    /^DELETE .*\/collections\/[^/]+$/,
  ],
] as const;

/** Makes a command line where the requests that match fail while `failing.now`; a POST may not be repeated after 500. */
async function failingAt(file: string, pattern: RegExp) {
  const failing = { now: true };
  const docs: CliInFolder = await sandboxCli(
    { 'org.yaml': `${head}${file}\n` },
    (sandbox): Transport =>
      (request, signal) =>
        failing.now && pattern.test(`${request.method} ${new URL(request.url).pathname}`)
          ? Promise.resolve(answer(request.method === 'POST' ? 403 : 500, {}))
          : sandbox(request, signal),
  );
  return { docs, failing };
}

const flags = '--delete --max-removals 100 --allow-ownerless --allow-delete collections';

describe('where a request fails that takes a thing out of use', () => {
  test.each(uses)('%s is not deleted, and a resumption does both', async (_, file, pattern, deletion) => {
    const { docs, failing } = await failingAt(file, pattern);
    const run = await docs(`org apply --file org.yaml ${flags} --yes --journal run.jsonl`);
    expect([run.code, run.stderr]).toEqual([9, run.stderr]);
    const deletions = (writes: typeof run.writes) =>
      writes.filter(({ method, path }) => deletion.test(`${method} ${path}`));
    expect(deletions(run.writes)).toEqual([]);
    failing.now = false;
    const resumed = await docs('runs resume run.jsonl --yes');
    expect([resumed.code, resumed.stderr]).toEqual([0, resumed.stderr]);
    expect(deletions(resumed.writes)).toHaveLength(1);
    const plan = await docs(`org plan --file org.yaml --json ${flags}`);
    expect(JSON.parse(plan.stdout).changes).toEqual([]);
  });

  test('in an undo, what the run has made is not deleted either', async () => {
    const file = `custom-fields: { level: { title: Level, type: text } }
spaces: { Changelog: { fields: { level: high } } }`;
    const { docs, failing } = await failingAt(file, /^PATCH .*\/spaces\/[^/]+\/custom-fields$/);
    failing.now = false;
    const before = (await docs('org export')).stdout;
    expect(await docs('org apply --file org.yaml --yes --journal run.jsonl')).toMatchObject({ code: 0 });
    failing.now = true;
    const undo = await docs('runs undo run.jsonl --yes --max-removals 50 --journal undo.jsonl');
    expect([undo.code, undo.stderr]).toEqual([9, undo.stderr]);
    expect(undo.writes.filter(({ method }) => method === 'DELETE')).toEqual([]);
    failing.now = false;
    const resumed = await docs('runs resume undo.jsonl --yes');
    expect([resumed.code, resumed.stderr]).toEqual([0, resumed.stderr]);
    expect((await docs('org export')).stdout).toBe(before);
  });
});

test.each([
  [
    'a site with sections in groups',
    `managed: { sites: full }
sites: { "Handbook 手册, “internal”": {}, Partner portal: {} }`,
    /^DELETE .*\/sites\/site_docs$/,
  ],
  [
    'a space whose place as the default another one has got',
    `sites:
  Acme Docs:
    sections:
      - { title: Guides, path: guides, spaces: [ { space: Tutorials, path: tutorials, default: true }, { space: ドキュメント, path: ja } ] }
      - { title: API reference, path: api, spaces: [ { space: REST API, path: rest, default: true }, { space: Guides, path: guides } ] }
      - { title: News, path: news }`,
    /^DELETE .*\/site-spaces\/sitesp_guides$/,
  ],
])('where %s is not deleted, a resumption deletes it', async (_, file, pattern) => {
  const { docs, failing } = await failingAt(file, pattern);
  const run = await docs(`org apply --file org.yaml ${flags} --allow-delete sites --yes --journal run.jsonl`);
  expect([run.code, run.stderr]).toEqual([9, run.stderr]);
  failing.now = false;
  const resumed = await docs('runs resume run.jsonl --yes');
  expect([resumed.code, resumed.stderr]).toEqual([0, resumed.stderr]);
  const plan = await docs(`org plan --file org.yaml --json ${flags}`);
  expect(JSON.parse(plan.stdout).changes).toEqual([]);
});

test('a resumption does not overwrite what others have changed of what the run has made', async () => {
  const file = 'collections: { New: { default-level: edit } }';
  const { docs, failing } = await failingAt(file, /^PATCH .*\/collections\/col_1$/);
  expect(await docs('org apply --file org.yaml --yes --journal run.jsonl')).toMatchObject({ code: 9 });
  failing.now = false;
  await docs('collections update col_1 --default-level read --yes');
  const resumed = await docs('runs resume run.jsonl --yes');
  expect(resumed).toMatchObject({ code: 6, writes: [] });
  expect(resumed.stderr).toContain(
    'New (default-level): changed by another user since the run began: defaultLevel',
  );
});
