import { expect, test } from 'vitest';
import { killableRun } from '../support/killed.ts';
import { applyRestructured, restructuredFiles } from '../support/restructured.ts';

/** Every n-th write is a moment to be killed at; every write with `DOCS_ADMIN_TEST_ROUNDS`. */
const step = process.env.DOCS_ADMIN_TEST_ROUNDS ? 1 : 3;

test('a run over all sections that is killed after any write ends in the same state, with no write twice', async () => {
  const run = await killableRun(restructuredFiles, `${applyRestructured} --yes`, step);
  const { writes, end, counts, killedAfter } = run;
  expect(writes.length).toBeGreaterThan(40);
  expect(counts).toHaveLength(Math.ceil(writes.length / step));
  for (const count of counts) {
    const left = await killedAfter(count);
    const resumed = await left.docs('runs resume run.jsonl --yes');
    expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
    expect((await left.docs('org export')).stdout).toBe(end);
    expect([count, inAnyOrder(left.writes)]).toEqual([count, inAnyOrder(writes)]);
  }
});

/** Things are made at once, so that their ids differ from run to run. */
function inAnyOrder(writes: readonly string[]): string[] {
  return writes.map((write) => write.replace(/_\d+/g, '_1')).sort();
}
