import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type KillableRun, killableRun } from '../support/killed.ts';
import { head } from '../support/planned.ts';

/** A file that changes fields, renames, moves, grants and revokes. The request for the site is the first one. */
const files = {
  'a.yaml': `${head}teams:
  Docs team: { previously: [Docs] }
  Platform: { members: { kim@acme.example: owner, leo@acme.example: owner, zoe@acme.example: member } }
collections:
  Product: { default-level: comment, teams: { Docs team: read, Platform: edit } }
  Archive: { previously: ["Product/API & SDKs"] }
spaces:
  Handbook: { fields: { owner_team: Docs, public: true, review_days: 90 } }
sites:
  Acme Docs: { visibility: unlisted }
`,
};
const flags = '--yes --delete --allow-delete sites,collections --allow-ownerless --max-removals 100';

let known: Promise<KillableRun> | undefined;

/** Interrupts a run of the file after its first write, applies another file, and resumes the run. */
async function resumedAfter(other: string) {
  known ??= killableRun(files, `org apply --file a.yaml ${flags}`);
  const { docs } = await (await known).killedAfter(1);
  await writeFile(join(docs.folder, 'b.yaml'), head + other);
  expect(await docs(`org apply --file b.yaml ${flags}`)).toMatchObject({ code: 0 });
  const run = await docs('runs resume run.jsonl --yes');
  return { docs, run, writes: run.writes.map(({ method, path }) => `${method} ${path}`) };
}

const org = '/v1/orgs/org_acme';
const onProduct = '/v1/collections/col_product/permissions/teams';

describe('a resumption does not overwrite', () => {
  test.each([
    [
      'a level',
      'collections: { Product: { default-level: create } }',
      'PATCH /v1/collections/col_product',
      'Product (default-level): # defaultLevel',
      // What is put into another collection waits for the level, and a new role on the first one for that.
      3,
    ],
    [
      'a title',
      'teams: { Writers: { previously: [Docs] } }',
      `PATCH ${org}/teams/team_docs`,
      'Docs team: # title',
    ],
    [
      'the place of a collection',
      'collections: { Empty: { collections: { "API & SDKs": { previously: ["Product/API & SDKs"] } } } }',
      'POST /v1/collections/col_api/move',
      'Archive (parent): # parent',
      // A new role on the collection that it leaves.
      2,
    ],
    [
      'a role that it was to end',
      'collections: { Product: { teams: { Docs: admin, "Support, EMEA": edit } } }',
      `DELETE ${onProduct}/team_support`,
      'Product: Support, EMEA: #',
      // What is put into another collection waits for lower roles.
      3,
    ],
    [
      'another role',
      'collections: { Product: { teams: { Docs: edit, "Support, EMEA": comment } } }',
      `PATCH ${onProduct}/team_docs`,
      'Product: Docs team: #',
      3,
    ],
    [
      'a role that is new',
      'collections: { Product: { teams: { Docs: admin, "Support, EMEA": comment, Platform: read } } }',
      `PATCH ${onProduct}/team_platform`,
      'Product: Platform: #',
    ],
    [
      'a field value that was cleared',
      'spaces: { Handbook: { fields: { owner_team: Docs, review_days: 90 } } }',
      'PATCH /v1/spaces/space_handbook/custom-fields',
      'Handbook: public: #',
    ],
    [
      'a field of a site',
      'sites: { Acme Docs: { visibility: share-link } }',
      `PATCH ${org}/sites/site_docs`,
      'Acme Docs (visibility): # visibility',
    ],
  ])('%s that a later run has set, and does the rest', async (_, other, address, conflict, failed = 1) => {
    const { run, writes } = await resumedAfter(`${other}\n`);
    expect(run.code).toBe(6);
    expect(run.stderr).toContain(`error: ${10 - failed} of 10 changes done, ${failed} failed\n`);
    const message = conflict.replace(
      / #(?: (.*))?$/,
      (_, field) => ` changed by another user since the run began${field ? `: ${field}` : ''}`,
    );
    expect(run.stderr).toContain(`  ${message}\n`);
    expect(writes).not.toContain(address);
  });

  test('the memberships that a later run has changed, and changes those of the other people', async () => {
    const { run, docs } = await resumedAfter(
      'teams: { Platform: { members: { kim@acme.example: member, zoe@acme.example: owner } } }\n',
    );
    expect(run.code).toBe(6);
    expect(run.stderr).toContain(
      'team "Platform": changed by another user since the run began: Zoë “Zed” O’Neil (user_zoe) in team',
    );
    expect(run.writes.find(({ path }) => path === `${org}/teams/team_platform/members`)?.body).toEqual({
      remove: ['user_grace', 'user_ivan', 'user_linus', 'user_min'],
      memberships: { user_kim: { role: 'owner' } },
    });
    const again = await docs('runs resume run.jsonl --yes');
    expect(again).toMatchObject({ code: 6, writes: [] });
  });
});

test('what a later run has set to the same value, or has not touched, is no conflict', async () => {
  const { run } = await resumedAfter(`collections: { Product: { default-level: comment, description: New } }
spaces: { Handbook: { fields: { owner_team: Docs, public: true, review_days: 30 } } }
teams: { Docs team: { previously: [Docs] } }
`);
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
});

test('a role that a later run has ended, too, is not ended again', async () => {
  const { run, writes } = await resumedAfter('collections: { Product: { teams: { Docs: admin } } }\n');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  expect(writes).not.toContain(`DELETE ${onProduct}/team_support`);
});

test('the order of sections that a later run has changed stays', async () => {
  const order = (...paths: string[]) =>
    `sites: { Acme Docs: { sections: [ ${paths.map((path) => `{ title: ${path === 'api' ? 'API reference' : path === 'news' ? 'News' : 'Guides'}, path: ${path} }`).join(', ')} ] } }\n`;
  const begun = await killableRun(
    {
      'a.yaml': `${head}teams: { New: {} }\n${order('news', 'guides', 'api')}`,
      'b.yaml': `${head}${order('api', 'guides', 'news')}`,
    },
    `org apply --file a.yaml ${flags}`,
  );
  const { docs } = await begun.killedAfter(1);
  expect(await docs(`org apply --file b.yaml ${flags}`)).toMatchObject({ code: 0 });
  const run = await docs('runs resume run.jsonl --yes');
  expect([run.code, run.stderr]).toEqual([6, expect.stringContaining('changed by another user')]);
  expect(await docs('org plan --check --file b.yaml')).toMatchObject({ code: 0 });
});

test('a sync of memberships keeps what another user has changed', async () => {
  const roster =
    'user,team,role\nuser_kim,team_docs,owner\nuser_gil,team_docs,member\nuser_ada,team_empty,owner\n';
  const begun = await killableRun(
    { 'roster.csv': roster },
    'teams members sync --file roster.csv --yes --max-removals 100 --allow-opening administrators',
  );
  const { docs } = await begun.killedAfter(1);
  await docs('teams members set team_empty user_ada --role member');
  const run = await docs('runs resume run.jsonl --yes');
  expect(run.stderr).toContain('changed by another user since the run began: ');
  expect(run).toMatchObject({ code: 6, writes: [] });
});
