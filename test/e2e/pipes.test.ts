import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Run, runShell } from '../support/installed.ts';

const memberCount = 6000;

/** A list of more than 3 MB: far more than a pipe holds. */
const listMembers = 'docs-admin --profile sandbox members list';
const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));

beforeAll(async () => {
  const reset = await run(`docs-admin --profile sandbox sandbox reset --members ${memberCount} --yes`);
  expect(reset).toMatchObject({ code: 0, stdout: '' });
});
afterAll(() => rmSync(home, { recursive: true }));

function run(line: string): Promise<Run> {
  return runShell(line, { home });
}

test('a slow reader gets every byte', async () => {
  const direct = await run(`${listMembers} --json`);
  expect(direct.stdout.length).toBeGreaterThan(3_000_000);
  expect(JSON.parse(direct.stdout)).toHaveLength(memberCount);
  const slow = await run(`${listMembers} --json | (sleep 1; cat)`);
  expect(slow).toMatchObject({ code: 0, stderr: '' });
  expect(slow.stdout === direct.stdout).toBe(true);
});

test.each(['json', 'jsonl', 'csv', 'tsv', 'yaml', 'table', 'id'])(
  'a reader of %s that has seen enough ends it quietly',
  async (format) => {
    const { code, stdout, stderr } = await run(`${listMembers} -o ${format} | head -1`);
    expect({ code, lines: stdout.split('\n').length, stderr }).toEqual({ code: 0, lines: 2, stderr: '' });
  },
);

test.each(['jsonl', 'csv', 'tsv', 'yaml', 'table', 'id'])(
  '%s that cannot be written is an error',
  async (format) => {
    const { code, stderr } = await run(`${listMembers} -o ${format} > /dev/full`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: cannot write output: ENOSPC\n' });
  },
);

test('an answer to an assistant that cannot be written is an error', async () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const { code, stderr } = await run(`echo '${ping}' | docs-admin --profile sandbox mcp > /dev/full`);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: cannot write output: ENOSPC\n' });
});

test('JSON that cannot be written is an error in JSON', async () => {
  const { code, stderr } = await run(`${listMembers} --json > /dev/full`);
  expect(code).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { kind: 'output', exitCode: 1 } });
});
