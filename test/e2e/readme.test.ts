import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runShell } from '../support/installed.ts';

const readme = readFileSync('README.md', 'utf8');
const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
afterAll(() => rmSync(home, { recursive: true }));

/** The lines `$ command` of the README's console blocks, each with what is shown below it. */
const sessions = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block]) =>
  [...(block as string).matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm)].map(
    ([, command, shown]) => [command, shown] as [string, string],
  ),
);

// In order, in one home: a task builds on the ones before it, as for somebody who follows the page.
test.for(sessions)('%s', async ([command, shown]) => {
  const { stdout } = await runShell(`${command} 2>&1`, { home, env: { DOCS_ADMIN_PROFILE: 'sandbox' } });
  expect(stdout).toBe(shown);
});
