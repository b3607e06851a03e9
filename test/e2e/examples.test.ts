import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { commandFacts } from '../../src/cli/command.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { exampleFiles } from '../support/example-files.ts';
import { runInstalled, runShell } from '../support/installed.ts';
import { verbs } from '../support/tree.ts';

const folders = [
  '.github/workflows',
  '.local/share/bash-completion/completions',
  '.zfunc',
  '.config/fish/completions',
];
const env = { DOCS_ADMIN_PROFILE: 'sandbox' };

/** These need a service, or an end from outside; they are tested by themselves. */
const apart = /^docs-admin (auth login|sandbox serve)$/;

const program = await wholeProgram();
const nouns = program.commands.flatMap((noun): [name: string, examples: readonly string[]][] => {
  const own = verbs(noun).filter(
    (verb) => commandFacts(verb).operations.length === 0 && !apart.test(commandPath(verb)),
  );
  return own.length > 0 ? [[noun.name(), own.flatMap((verb) => commandFacts(verb).examples)]] : [];
});

/** A home with the things that the examples name. */
const prepared = mkdtempSync(join(tmpdir(), 'docs-admin-'));

beforeAll(async () => {
  for (const folder of folders) mkdirSync(join(prepared, folder), { recursive: true });
  for (const [name, content] of Object.entries(exampleFiles)) writeFileSync(join(prepared, name), content);
  const run = '.local/state/docs-admin/runs/20260601T120000-3f9a1c.jsonl';
  for (const line of [
    'docs-admin sandbox export acme.json',
    `docs-admin teams members sync --file roster.csv --journal $HOME/${run}`,
  ]) {
    expect(await runShell(line, { home: prepared, env })).toMatchObject({ code: 0 });
  }
});
afterAll(() => rmSync(prepared, { recursive: true }));

// In the order of the help, in one home: a profile is made before it is deleted.
describe.each(nouns)('every example of the tool’s own command %s runs', (_, examples) => {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  beforeAll(() => cpSync(prepared, home, { recursive: true }));
  afterAll(() => rmSync(home, { recursive: true }));

  test.for(examples)('%s', async (line) => {
    const { code, stderr } = await runShell(line, { home, env });
    expect(stderr).not.toMatch(/^(warning|error|hint):/m);
    expect(code).toBe(0);
  });
});

test('the descriptions of commands that the build has made are those of the source', async () => {
  const { stdout } = await runInstalled(['commands', '--json']);
  expect(JSON.parse(stdout)).toEqual(describeProgram(program));
});
