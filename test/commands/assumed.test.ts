import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { statedStore } from '../support/demo-store.ts';
import { head } from '../support/planned.ts';

const rest = '--yes --max-removals 100 --journal';

/** Runs a line that deletes things on a service where only what is stated happens, then undoes it. */
async function thereAndBack(line: string, files: Record<string, string>) {
  const docs = await sandboxCli(files, undefined, statedStore());
  const spaces = async () =>
    (await docs('spaces list --fields id --no-headers')).stdout.trim().split('\n').sort();
  const before = await spaces();
  for (const one of [line, `runs undo run.jsonl ${rest} undo.jsonl`]) {
    const run = await docs(one);
    expect([run.code, run.stderr]).toEqual([0, expect.not.stringMatching(/error/)]);
    expect(run.stdout).not.toContain('failed');
  }
  expect(await spaces()).toEqual(before);
  return docs;
}

describe('where only what is stated happens, a deletion and its undo end without failure', () => {
  test('collections whose spaces survive', async () => {
    const docs = await thereAndBack(`batch --file rows.csv ${rest} run.jsonl -- collections delete {id}`, {
      'rows.csv': 'id\ncol_internal\ncol_empty\n',
    });
    const titles = (await docs('collections list --no-nested --fields title --no-headers')).stdout;
    expect(titles).toBe('Product\nEmpty\nInternal 内部\n');
  });

  test('teams whose roles survive', async () => {
    const docs = await thereAndBack(`batch --file rows.csv ${rest} run.jsonl -- teams delete {id}`, {
      'rows.csv': 'id\nteam_docs\nteam_platform\n',
    });
    // The role of a team that is gone is not shown.
    expect(
      (await docs('collections permissions list col_product --fields team.id --no-headers')).stdout,
    ).toBe('team_support\n');
  });

  test('teams, collections and sites that a file does not have', async () => {
    const docs = await thereAndBack(
      `org apply --file org.yaml --delete --allow-delete sites --allow-delete collections --allow-ownerless ${rest} run.jsonl`,
      {
        'org.yaml': `${head}managed: { teams: full, collections: full, sites: full }
teams: {}
collections:
  Empty: {}
  Product: { collections: { "API & SDKs": { collections: { "Legacy (v1), do not edit": {} } } } }
sites: { Acme Docs: {}, Partner portal: {} }
`,
      },
    );
    const handbook =
      'site-spaces list --site name:"Handbook 手册, “internal”" --fields space.id --no-headers';
    expect((await docs(handbook)).stdout).toBe('space_handbook\nspace_hr\nspace_runbooks\n');
  });
});
