import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nounWords } from '../../src/cli/noun-words.ts';
import { exampleFiles } from '../support/example-files.ts';
import { runInstalled, runShell } from '../support/installed.ts';
import { plainWords, runHere } from '../support/run-here.ts';

const folders = [
  '.github/workflows',
  '.local/share/bash-completion/completions',
  '.zfunc',
  '.config/fish/completions',
];
const env = { DOCS_ADMIN_PROFILE: 'sandbox' };

/** These need a service, or an end from outside; they are tested by themselves. */
const apart = /^docs-admin (auth login|sandbox serve)$/;

interface Described {
  readonly command: string;
  readonly operations: readonly unknown[];
  readonly examples: readonly string[];
}

/** The digest in an example. */
const madeUp = '0123456789ab';

/** What the help of a noun shows first. */
const firstLines = Object.values(nounWords)
  .flatMap(({ first = [] }) => first.map(([line]) => line))
  .filter((line) => !apart.test(line.split(' --')[0] as string));

/** A home with the things that the examples name. */
const prepared = mkdtempSync(join(tmpdir(), 'docs-admin-'));

const described: Described[] = JSON.parse(
  (await runInstalled(['commands', '--json'], { home: prepared })).stdout,
);
/** The examples of the commands that call no operation, by noun. */
const byNoun = new Map<string, string[]>();
for (const { command, operations, examples } of described) {
  if (operations.length > 0 || examples.length === 0 || apart.test(command)) continue;
  const noun = command.split(' ')[1] as string;
  byNoun.set(noun, [...(byNoun.get(noun) ?? []), ...examples]);
}

beforeAll(async () => {
  for (const folder of folders) mkdirSync(join(prepared, folder), { recursive: true });
  for (const [name, content] of Object.entries(exampleFiles)) {
    mkdirSync(dirname(join(prepared, name)), { recursive: true });
    writeFileSync(join(prepared, name), content);
  }
  writeFileSync(join(prepared, '.docs-admin.json'), '{"profile": "sandbox"}');
  const run = '.local/state/docs-admin/runs/20260601T120000-3f9a1c.jsonl';
  for (const line of [
    'docs-admin sandbox export --out acme.json',
    `docs-admin teams members sync --file roster.csv --yes --journal $HOME/${run}`,
    'docs-admin teams update team_empty --title Newcomers',
  ]) {
    expect(await runShell(line, { home: prepared, env })).toMatchObject({ code: 0 });
  }
});
afterAll(() => rmSync(prepared, { recursive: true }));

// In the order of the help, in one home: a profile is made before it is deleted.
describe.each([...byNoun])('every example of the tool’s own command %s runs', (_, examples) => {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  beforeAll(() => cpSync(prepared, home, { recursive: true }));
  afterAll(() => rmSync(home, { recursive: true }));

  test.for(examples)('%s', async (line) => {
    const { code, stderr } = await run(line, home);
    expect(stderr).not.toMatch(/^(warning|error|hint):/m);
    expect(code).toBe(0);
  });
});

describe('the help of a noun begins with lines that run', () => {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  beforeAll(() => cpSync(prepared, home, { recursive: true }));
  afterAll(() => rmSync(home, { recursive: true }));

  test.for(firstLines)('%s', async (line) => {
    const { code, stderr } = await run(line, home);
    // An audit that finds something ends with 11, and says so.
    expect(code).toBe(line === 'docs-admin org audit' ? 11 : 0);
    expect(stderr).not.toMatch(code === 0 ? /^(error|hint):/m : /^hint:/m);
  });
});

async function run(example: string, home: string) {
  const options = { home, env };
  const digest = example.includes(madeUp)
    ? await runShell('docs-admin org plan --file organization.yaml --query digest', options)
    : undefined;
  const line = example.replace(madeUp, digest?.stdout.trim() ?? '');
  const words = plainWords(line);
  return words ? runHere(words, options) : runShell(line, options);
}
