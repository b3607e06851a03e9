import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';
import { completingTool } from '../support/completing-tool.ts';
import { isInstalled } from '../support/is-installed.ts';

/** Shells differ in whether the flag before an equals sign is part of what they offer. */
function valueOnly(word: string): string {
  return word.replace(/^--[\w-]+=/, '');
}

/** The end of a line, what is offered there, and what is not. */
const cases: readonly [line: string, offered: string[], notOffered: string[]][] = [
  ['docs-admin sit', ['sites', 'site-spaces'], ['teams', '--json']],
  ['docs-admin sites ', ['list', 'create', 'adaptive-schema'], ['--title', 'sites']],
  ['docs-admin --profile sandbox sites cr', ['create'], ['list']],
  ['docs-admin sites create --v', ['--visibility'], ['--title']],
  ['docs-admin sites create --visibility ', ['public', 'share-link'], ['--title', 'list']],
  ['docs-admin teams members rem', ['remove'], ['update']],
  ['docs-admin crs me', ['merge'], ['get']],
  ['docs-admin teams list --output ', ['json', 'csv'], ['--title']],
  ['docs-admin integrations publish --or', ['--org'], ['--title']],
  ['docs-admin sites create --visibility=un', ['unlisted'], ['public', '--title']],
  ['docs-admin teams list --output=', ['json', 'csv'], ['--title']],
  ['docs-admin teams list -qo ', ['json', 'csv'], ['--title']],
  ['docs-admin teams list --org ', [], ['README.md']],
  ['docs-admin teams list --query ', [], ['README.md']],
  ['docs-admin teams list --title list --o', ['--output', '--org'], []],
];

const quoted = (line: string) =>
  line
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' ');

// The completion system of zsh needs a terminal; the test replaces the functions that receive the candidates.
const stubs = [
  'compdef() { :; }',
  `_describe() { local name=$@[-1]; print -rl -- \${\${(P)name}%%:*} }`,
  '_files() { :; }',
  'compset() { PREFIX=$PREFIX[(ws:=:)2] }',
];

interface Shell {
  readonly args: readonly [string, ...string[]];
  /** Text before the script. */
  readonly setup?: string;
  /** Returns a command that prints the candidates at the end of a line. */
  offer(line: string): string;
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    args: ['bash', '--norc'],
    offer: (line) =>
      `(COMP_WORDS=(${quoted(line)}); COMP_LINE='${line}'; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _docs_admin; printf '%s\\n' "\${COMPREPLY[@]}")`,
  },
  fish: {
    // fish reads no socket, which is what Node gives it.
    args: ['sh', '-c', 'cat | fish --no-config'],
    offer: (line) => `complete -C '${line}' | cut -f 1`,
  },
  zsh: {
    args: ['zsh', '-f'],
    setup: stubs.join('\n'),
    offer: (line) => `(words=(${quoted(line)}); CURRENT=$#words; PREFIX=$words[-1]; _docs_admin)`,
  },
  powershell: {
    args: ['pwsh', '-NoProfile', '-NonInteractive', '-Command', '-'],
    offer: (line) => `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`,
  },
};

const separator = '@@@@@';

/** Returns what a shell offers for each case. One process answers all of them. */
async function offers({ args: [command, ...args], setup = '', offer }: Shell, shell: string) {
  const docs = await scriptedCli(() => ({ json: {} }));
  const script = await docs(`completion ${shell}`);
  expect(script).toMatchObject({ code: 0, stderr: '', requests: [] });
  const lines = cases.map(([line]) => `${offer(line)}\necho ${separator}`);
  const input = [setup, script.stdout, ...lines, ''].join('\n');
  const PATH = [await completingTool(), process.env.PATH].join(delimiter);
  const { stdout, stderr } = spawnSync(command, args, {
    input,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  expect(stderr).toBe('');
  const found = stdout.split(`${separator}\n`).map((part) => part.split('\n').map(valueOnly));
  return new Map(cases.map(([line], at) => [line, found[at]?.filter((word) => word !== '') ?? []]));
}

// A shell that this machine lacks is left out; the report of the tests says so.
for (const [name, shell] of Object.entries(shells))
  describe.skipIf(!isInstalled(name === 'powershell' ? 'pwsh' : name))(name, () => {
    let all: ReadonlyMap<string, readonly string[]> | undefined;

    test.for(cases)('%s', async ([line, offered, notOffered]) => {
      all ??= await offers(shell, name);
      const found = all.get(line);
      expect(found).toEqual(expect.arrayContaining(offered));
      for (const word of notOffered) expect(found).not.toContain(word);
    });
  });

test('the help says that the folder of a script must be there', async () => {
  const docs = await scriptedCli(() => ({ json: {} }));
  expect((await docs('completion --help')).stdout).toContain('`mkdir -p` first makes the folder');
});

test('an unknown shell is refused', async () => {
  const docs = await scriptedCli(() => ({ json: {} }));
  expect(await docs('completion tcsh')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('bash, zsh'),
  });
});
