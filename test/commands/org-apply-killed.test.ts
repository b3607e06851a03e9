import { describe, expect, test } from 'vitest';
import { exampleFiles } from '../support/example-files.ts';
import { killable } from '../support/killed.ts';

const file = `format: docs-admin-organization/1
teams:
  Writers: { previously: [Docs], members: { ada@acme.example: owner, kim@acme.example: owner } }
  New: { members: { kim@acme.example: member } }
  Newer: {}
custom-fields:
  audience: { title: Audience, type: text }
collections:
  Books: { teams: { New: edit }, collections: { Old: { teams: { Newer: read } } } }
`;
const files = { ...exampleFiles, 'org.yaml': file };

async function wholeRun() {
  const { docs, writes } = await killable(files);
  await docs('org apply --file org.yaml --yes');
  return { writes: writes.length, end: (await docs('org export')).stdout };
}

describe('a process that is killed while it applies a file', () => {
  test('leaves a run that resume ends in the same state, with no write twice', async () => {
    const whole = await wholeRun();
    expect(whole.writes).toBeGreaterThan(8);
    for (let count = 1; count <= whole.writes; count++) {
      const { docs, writes, killedAfter } = await killable(files);
      await killedAfter(count, 'org apply --file org.yaml --yes');
      const resumed = await docs('runs resume run.jsonl --yes');
      expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
      expect((await docs('org export')).stdout).toBe(whole.end);
      expect([count, writes.length]).toEqual([count, whole.writes]);
    }
  });
});
