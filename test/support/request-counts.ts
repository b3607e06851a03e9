import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Run } from './cli.ts';

/** The requests of each example of the help: reads and writes. The numbers may only become smaller. */
const path = 'test/support/request-counts.json';
const counted: Record<string, string> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};

/**
 * Holds the requests of an example against the table. `DOCS_ADMIN_TEST_COUNT=1` writes what it has sent into the table, for
 * a new example, or one that needs fewer now.
 */
export function expectRequests(example: string, { requests, writes }: Run): void {
  const count = `${requests.length - writes.length} reads, ${writes.length} writes`;
  if (process.env.DOCS_ADMIN_TEST_COUNT) {
    counted[example] = count;
    const sorted = Object.entries(counted).sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
  expect(count, `what \`${example}\` sends is in ${path}`).toBe(counted[example]);
}
