// Known, and not mended yet: undo does not look at what is in a thing.
import { expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

async function afterBatch(rows: string): Promise<CliInFolder> {
  const docs = await sandboxCli({ 'rows.txt': rows });
  expect((await docs('batch --file rows.txt --yes --journal run.jsonl')).code).toBe(0);
  return docs;
}

test('a deleted team comes back with its roles, and as the team of newcomers', async () => {
  const docs = await sandboxCli({ 'rows.txt': 'teams delete team_docs\n' });
  await docs('saml update saml_okta --default-team team_docs');
  await docs('batch --file rows.txt --yes --journal run.jsonl');
  expect((await docs('runs undo run.jsonl --yes')).code).toBe(0);
  const roles = JSON.parse((await docs('collections permissions list col_product --json')).stdout);
  expect(roles).toContainEqual(expect.objectContaining({ permission: 'admin' }));
  const { defaultTeam } = JSON.parse((await docs('saml get saml_okta --json')).stdout);
  expect(defaultTeam).toBeTruthy();
});

test.fails('a collection to which others have given a team a role stays', async () => {
  const docs = await afterBatch('collections create --title New\n');
  await docs('collections permissions set name:New team_docs --role edit');
  const undo = await docs('runs undo run.jsonl --yes');
  expect(undo.writes).toEqual([]);
  expect(undo.stderr).toContain('New');
});

test.fails('a custom field that others have filled stays', async () => {
  const docs = await afterBatch('custom-fields create zone --type text\n');
  const set = await docs('custom-fields values set zone=north --space space_guides');
  expect(set.code).toBe(0);
  const undo = await docs('runs undo run.jsonl --yes');
  expect(undo.writes).toEqual([]);
  expect(undo.stderr).toContain('zone');
});

test.fails('a public site with a space is deleted only where that is allowed', async () => {
  const docs = await afterBatch('sites create --title Fresh --visibility public --space space_drafts\n');
  const undo = await docs('runs undo run.jsonl --yes');
  expect(undo).toMatchObject({ code: 2, writes: [] });
  expect(undo.stderr).toContain('--allow-delete sites');
});
