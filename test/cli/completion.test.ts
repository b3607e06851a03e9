import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';
import { isInstalled } from '../support/is-installed.ts';

async function script(shell: string): Promise<string> {
  const docs = await scriptedCli(() => ({ json: {} }));
  const run = await docs(`completion ${shell}`);
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  return run.stdout;
}

function output(shell: string, args: string[], input = ''): string[] {
  const { stdout, stderr } = spawnSync(shell, args, { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .map((word) => valueOnly(word))
    .filter((word) => word !== '');
}

/** Shells differ in whether the flag before an equals sign is part of what they offer. */
function valueOnly(word: string): string {
  return word.replace(/^--[\w-]+=/, '');
}

/** Returns the candidates of a shell at the end of a line. */
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

describe.skipIf(!isInstalled('bash'))('bash', () => {
  test.for(cases)('%s', async ([line, offered, notOffered]) => {
    const words = line
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
    const input = `${await script('bash')}\nCOMP_WORDS=(${words}); COMP_LINE='${line}'; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _docs_admin; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const found = output('bash', ['--norc'], input);
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of notOffered) expect(found).not.toContain(word);
  });
});

describe.skipIf(!isInstalled('fish'))('fish', () => {
  test.for(cases)('%s', async ([line, offered, notOffered]) => {
    const commands = `${await script('fish')}\ncomplete -C '${line}'`;
    // The script is too long for an argument, and fish reads no socket, which is what Node gives it.
    const found = output('sh', ['-c', 'cat | fish --no-config'], commands).map(
      (entry) => entry.split('\t')[0],
    );
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of notOffered) expect(found).not.toContain(word);
  });
});

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  test.for(cases)('%s', async ([line, offered, notOffered]) => {
    // The completion system needs a terminal; the test replaces the two functions that receive the candidates.
    const stubs = [
      'compdef() { :; }',
      `_describe() { local name=$@[-1]; print -rl -- \${\${(P)name}%%:*} }`,
      'compadd() { shift; print -rl -- "$@" }',
      '_files() { :; }',
      'compset() { PREFIX=$PREFIX[(ws:=:)2] }',
    ];
    const words = line
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
    const input = `${stubs.join('\n')}\n${await script('zsh')}\nwords=(${words}); CURRENT=$#words; PREFIX=$words[-1]; _docs_admin`;
    const current = valueOnly(line.split(' ').at(-1) as string);
    const found = output('zsh', ['-f'], input).filter((word) => word.startsWith(current));
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of notOffered) expect(found).not.toContain(word);
  });
});

test('an unknown shell is refused', async () => {
  const docs = await scriptedCli(() => ({ json: {} }));
  expect(await docs('completion tcsh')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('bash, zsh'),
  });
});
