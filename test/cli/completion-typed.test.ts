import { describe, expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';
import { isInstalled } from '../support/is-installed.ts';
import { completingShell } from '../support/shells.ts';

/** Ids that a service may send, and that a shell would run, split or expand. */
const hostile = [
  '$(touch x)',
  '`touch x`',
  'a; touch x',
  'a&touch x',
  'auth0|x',
  'two words',
  "it's",
  'a"b',
  '*',
  'a:b',
  'a=b',
  '{a,b}',
  '!!',
  'ü 手',
];

/** The typed beginning of an id before Tab. */
const begun: readonly [id: string, start: string][] = [
  ['auth0|x', String.raw`auth0\|`],
  ['auth0|x', "'auth0|"],
  ['auth0|x', '"auth0|'],
  ['two words', String.raw`two\ w`],
  ['two words', "'two w"],
  ['two words', '"two w'],
  ['a:b', 'a:'],
  ['$(touch x)', "'$(t"],
  ['$(touch x)', String.raw`"\$(t`],
  ['$(touch x)', String.raw`\$\(`],
];

const left = (times: number) => '\u001b[D'.repeat(times);

/** What is typed, with Tabs, and the words of the line then. */
const typed: readonly [keys: string, words: string[]][] = [
  ['docs-admin tea\tmem\tupd\t', ['teams', 'members', 'update']],
  ['docs-admin --quiet --prof\tsandbox crs l\t', ['--quiet', '--profile', 'sandbox', 'crs', 'list']],
  ['docs-admin sites create --vis\tunl\t', ['sites', 'create', '--visibility', 'unlisted']],
  ['docs-admin sites create --visibility=unl\t', ['sites', 'create', '--visibility=unlisted']],
  ['docs-admin teams list -qo cs\t', ['teams', 'list', '-qo', 'csv']],
  ["docs-admin 'tea\t list", ['teams', 'list']],
  ['docs-admin sites create --vis\t"unl\t', ['sites', 'create', '--visibility', 'unlisted']],
  [`docs-admin  list${left(5)}tea\t`, ['teams', 'list']],
  [
    'docs-admin integrations publish --scope space:views:read,space:vis\t',
    ['integrations', 'publish', '--scope', 'space:views:read,space:visitor:auth'],
  ],
];

async function typing(shell: string) {
  const docs = await scriptedCli(() => ({ json: {} }));
  return completingShell(shell, (await docs(`completion ${shell}`)).stdout);
}

describe.for(['bash', 'zsh', 'fish'].filter(isInstalled))('%s', (shell) => {
  test('an id is inserted as one word that stands for itself', async () => {
    const { run, hasRunSomething } = await typing(shell);
    for (const id of hostile) {
      expect(await run('docs-admin teams get \t', [id])).toEqual(['teams', 'get', id]);
      const attached = await run('docs-admin teams list --owner=\t', [id]);
      expect(attached).toEqual(['teams', 'list', `--owner=${id}`]);
    }
    expect(hasRunSomething()).toBe(false);
  });

  test('an id that is begun is completed, in quotes too', async () => {
    const { run, hasRunSomething } = await typing(shell);
    for (const [id, start] of begun)
      expect(await run(`docs-admin teams get ${start}\t`, [id])).toEqual(['teams', 'get', id]);
    expect(hasRunSomething()).toBe(false);
  });

  test('words, flags and known values are completed, before other words too', async () => {
    const { run, hasRunSomething } = await typing(shell);
    for (const [keys, words] of typed) expect(await run(keys, [])).toEqual(words);
    expect(hasRunSomething()).toBe(false);
  });

  test('files are offered where a file is meant, and nowhere else', async () => {
    const { run, hasRunSomething } = await typing(shell);
    const file = 'my $(touch x) roster.csv';
    const sync = ['teams', 'members', 'sync'];
    expect(await run('docs-admin teams members sync --file my\t', [])).toEqual([...sync, '--file', file]);
    expect(await run('docs-admin teams members sync --file=my\t', [])).toEqual([...sync, `--file=${file}`]);
    expect(await run('docs-admin apply-plan my\t', [])).toEqual(['apply-plan', file]);
    expect(await run('docs-admin teams list --org my\t', [])).toEqual(['teams', 'list', '--org', 'my']);
    expect(await run('docs-admin teams list --query my\t', [])).toEqual(['teams', 'list', '--query', 'my']);
    expect(await run('docs-admin teams get my\t', [])).toEqual(['teams', 'get', 'my']);
    expect(hasRunSomething()).toBe(false);
  });
});
