import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decidedReview, succeeds } from '../support/reviews.ts';

const [, script = ''] =
  /```sh\n(# check\.sh[\s\S]*?)```/.exec(readFileSync('docs/access-review.md', 'utf8')) ?? [];

test('the script of the guide finds the seal that the tool prints, and the first file that was changed', async () => {
  const docs = await decidedReview(
    { 'team-member user_uma team_design': ['remove', '', 'left'] },
    { flags: '--guests' },
  );
  await succeeds(docs, 'access review close q4 --yes');
  writeFileSync(join(docs.folder, 'check.sh'), script);
  const check = () => {
    try {
      return execFileSync('sh', ['check.sh', 'q4'], { cwd: docs.folder, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  const { seal } = JSON.parse((await succeeds(docs, 'access review verify q4 --json')).stdout);
  expect(check()).toBe(`seal: ${seal}\n`);
  await succeeds(docs, `access review verify q4 --seal ${seal}`);
  const other = await docs(`access review verify q4 --seal ${'0'.repeat(64)}`);
  expect([other.code, other.stderr]).toEqual([
    11,
    expect.stringContaining('q4 is not the review with the seal'),
  ]);
  const manifest = join(docs.folder, 'q4/manifest.json');
  const written = readFileSync(manifest, 'utf8');
  const [, first] = /"hash":"(\w+)"/.exec(written) ?? [];
  const earlier = await succeeds(docs, `access review verify q4 --seal ${first}`);
  expect(earlier.stderr).toContain('the seal is an earlier one, and does not cover population.csv, ');
  writeFileSync(manifest, written.replace('"name":"population.csv"', '"name":"packets/user_ada.csv"'));
  expect(check()).toBe('the entry of packets/user_ada.csv is not as it was written\n');
  writeFileSync(manifest, written);
  writeFileSync(join(docs.folder, 'q4/after.csv'), 'grant\n');
  expect(check()).toContain('after.csv: FAILED');
});
