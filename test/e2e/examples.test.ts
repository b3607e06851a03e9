import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { commandFacts } from '../../src/cli/command.ts';
import { commandPath } from '../../src/cli/report.ts';
import { exampleFiles } from '../support/example-files.ts';
import { runShell } from '../support/installed.ts';
import { verbs } from '../support/tree.ts';

const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
const folders = ['.local/share/bash-completion/completions', '.zfunc', '.config/fish/completions'];
const env = { DOCS_ADMIN_PROFILE: 'sandbox' };

beforeAll(async () => {
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
  for (const [name, content] of Object.entries(exampleFiles)) writeFileSync(join(home, name), content);
  expect(await runShell('docs-admin sandbox export acme.json', { home, env })).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(home, { recursive: true }));

/** These need a service to sign in to, or run until they are interrupted; they are tested by themselves. */
const apart = ['docs-admin auth login', 'docs-admin sandbox serve'];

const program = await wholeProgram();
const examples = verbs(program)
  .filter((verb) => commandFacts(verb).operations.length === 0 && !apart.includes(commandPath(verb)))
  .flatMap((verb) => commandFacts(verb).examples);

describe('every example of the tool’s own commands runs, in the order of the help', () => {
  test.for(examples)('%s', async (line) => {
    const { code, stderr } = await runShell(line, { home, env });
    expect(stderr).not.toMatch(/^(warning|error|hint):/m);
    expect(code).toBe(0);
  });
});
