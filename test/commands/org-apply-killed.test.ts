import { expect, test } from 'vitest';
import { killable } from '../support/killed.ts';
import { applyRestructured, restructuredFiles } from '../support/restructured.ts';

/** Every n-th write is a moment to be killed at; every write with `DOCS_ADMIN_TEST_ROUNDS`. */
const step = process.env.DOCS_ADMIN_TEST_ROUNDS ? 1 : 3;
const apply = `${applyRestructured} --yes`;

test('a run over all sections that is killed after any write ends in the same state, with no write twice', async () => {
  const { docs, writes } = await killable(restructuredFiles);
  expect(await docs(apply)).toMatchObject({ code: 0 });
  const end = (await docs('org export')).stdout;
  expect(writes.length).toBeGreaterThan(40);
  for (let count = 1; count <= writes.length; count += step) {
    const again = await killable(restructuredFiles);
    await again.killedAfter(count, apply);
    const resumed = await again.docs('runs resume run.jsonl --yes');
    expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
    expect((await again.docs('org export')).stdout).toBe(end);
    expect([count, inAnyOrder(again.writes)]).toEqual([count, inAnyOrder(writes)]);
  }
});

/** Things are made at once, so that their ids differ from run to run. */
function inAnyOrder(writes: readonly string[]): string[] {
  return writes.map((write) => write.replace(/_\d+/g, '_1')).sort();
}
