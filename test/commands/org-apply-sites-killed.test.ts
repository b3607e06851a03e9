import { expect, test } from 'vitest';
import { killable } from '../support/killed.ts';

/** Makes a section of a space that another one has, swaps paths, and moves, fills and deletes. */
const file = `format: docs-admin-organization/1
sites:
  Acme Docs:
    section-groups: [ { title: Build, icon: hammer }, { title: New } ]
    sections:
      - { title: Tutorials, path: tutorials, group: New, default: true, spaces: [ { space: Tutorials, path: all }, { space: Handbook, default: true } ] }
      - { title: Guides, path: guides, group: Build, spaces: [ { space: ドキュメント, path: guides, default: true }, { space: Guides, path: ja } ] }
      - { title: API reference, path: api, group: New }
  New site: { basename: new, spaces: [ { space: Runbooks, path: runs } ] }
`;
const files = { 'org.yaml': file };
const apply = 'org apply --file org.yaml --yes --delete --max-removals 20';

test('a run over sites that is killed after any write ends in the same state, with no write twice', async () => {
  const { docs, writes } = await killable(files);
  expect(await docs(apply)).toMatchObject({ code: 0 });
  const end = (await docs('org export --only sites')).stdout;
  expect(writes.length).toBeGreaterThan(15);
  for (let count = 1; count <= writes.length; count++) {
    const again = await killable(files);
    await again.killedAfter(count, apply);
    const resumed = await again.docs('runs resume run.jsonl --yes');
    expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
    expect((await again.docs('org export --only sites')).stdout).toBe(end);
    expect([count, inAnyOrder(again.writes)]).toEqual([count, inAnyOrder(writes)]);
  }
});

/** Sites are changed at once, so that the ids of new things in them differ from run to run. */
function inAnyOrder(writes: readonly string[]): string[] {
  return writes.map((write) => write.replace(/_\d+/g, '_1')).sort();
}
