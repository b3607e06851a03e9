import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readyAnswers, wholeProgram } from '../../src/build/help.ts';
import { flagValues } from '../../src/cli/flags/flag-words.ts';
import { manPages } from '../../src/cli/help/man-pages.ts';
import { referencePage } from '../../src/cli/help/reference-page.ts';
import { nouns } from '../../src/cli/nouns.ts';
import { environment, files } from '../../src/cli/settings/environment.ts';
import { sandboxCli } from '../support/cli.ts';
import { sourceFiles } from '../support/imports.ts';
import { verbs } from '../support/tree.ts';

const program = await wholeProgram();
const helps = await readyAnswers();

/** The help of a verb in one line, however it is wrapped. */
function helpOf(words: string): string {
  return (helps.find((help) => help.words === words)?.text ?? '').replace(/\s+/g, ' ');
}

test.for([
  ['saml create', '--label <label> what people see when they sign in (1 to 30 characters) (required)'],
  ['openapi create', 'the service fetches it (at most 2048 characters) (required, or --file)'],
  ['openapi create', '- for standard input (required, or --url)'],
  ['spaces permissions set', 'role of the team in the space (required) (admin, create'],
  [
    'teams members sync',
    '--file <file> the roster: CSV, JSON, JSON Lines or YAML with team, user, role and action; - for standard input (required)',
  ],
])('the help of %s says what is required', ([words, text]) => {
  expect(helpOf(words as string)).toContain(text);
});

test('only a flag that separates its values at commas says so', () => {
  expect(helpOf('api')).toContain('a[]= appends (repeat)');
  expect(helpOf('api')).not.toContain('appends (repeat, or');
  expect(helpOf('sites create')).toContain('(repeat, or separate with commas)');
});

test('what may be left out is not required', () => {
  expect(helpOf('sites create')).not.toContain('(required');
  expect(helpOf('teams list')).not.toContain('(required');
});

test('the organization is a flag among the others of a verb', () => {
  expect(helpOf('teams list')).not.toContain('Flags that every command takes:');
  expect(helpOf('teams list')).toContain('--org <id> organization [DOCS_ADMIN_ORG]');
});

test('the first help fits a screen of 24 lines, and names every noun', async () => {
  const docs = await sandboxCli();
  const { code, stdout, stderr } = await docs('--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const screen = stdout.trimEnd().split('\n');
  expect(screen.length).toBeLessThan(24);
  expect(screen.filter((line) => line.length > 80)).toEqual([]);
  const words = stdout.split(/[\s,]+/);
  expect(nouns.map(({ name }) => name).filter((name) => !words.includes(name))).toEqual([]);
  expect((await docs('')).stdout).toBe(stdout);
});

test.each([
  ['nouns', '  crs', '  sites                  published documentation sites\n'],
  ['flags', 'sites', '  --org <id>             organization [DOCS_ADMIN_ORG]\n'],
  ['exit-codes', '--org', '129, 130, 143  interrupted by SIGHUP, SIGINT, SIGTERM\n'],
])('help %s has its own subject only', async (topic, foreign, own) => {
  const docs = await sandboxCli();
  const run = await docs(`help ${topic}`);
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  expect(run.stdout).toContain(own);
  expect(run.stdout).not.toContain(foreign);
  expect(helps.find(({ words }) => words === topic)?.text).toBe(run.stdout);
});

test('a topic of help is no command', async () => {
  const docs = await sandboxCli();
  expect(await docs('flags')).toMatchObject({ code: 2, stdout: '' });
  expect(await docs('help flags nouns')).toMatchObject({ code: 2, stdout: '' });
});

test('help fits 80 columns, but for what is copied or cannot be broken', () => {
  const tooLong = helps.flatMap(({ words, text }) =>
    text
      .split('\n\n')
      .filter((section) => !/^(Examples|Calls):/.test(section))
      .flatMap((section) => section.split('\n'))
      .filter((line) => line.length > 80)
      .map((line) => `${words}: ${line}`),
  );
  expect(tooLong).toEqual([]);
});

test('the reference and the manual have arguments, and flags whose value may be left out', () => {
  const reference = referencePage(program);
  const manual = manPages(program)
    .map(({ text }) => text.replaceAll('\\-', '-'))
    .join('\n');
  expect(reference).toContain('| `--watch [seconds]` |');
  expect(reference).toContain('| `<teamId>` | the team |');
  expect(reference).toContain('| `[<siteId>]` | the same as --site |');
  expect(reference).toContain(
    '| `--url <url>` | address from which the service fetches it (at most 2048 characters); required, or --file |',
  );
  expect(manual).toContain('.B --watch [seconds]\n');
  expect(manual).toContain('.B <teamId>\nthe team\n');
});

test('the manual names every variable that the tool reads, and every file that it keeps', () => {
  const page = manPages(program)[0]?.text.replaceAll('\\-', '-') ?? '';
  const named = environment.flatMap(([names]) => names.split(', '));
  const read = sourceFiles('src').flatMap(
    (file) => readFileSync(file, 'utf8').match(/\bDOCS_ADMIN_[A-Z_]+\b/g) ?? [],
  );
  expect(new Set(read.filter((name) => !named.includes(name) && !name.endsWith('_')))).toEqual(new Set());
  for (const [name] of [...environment, ...files]) expect(page).toContain(`.B ${name}\n`);
});

test('a warning names the values that help names, and no value of help has a warning', async () => {
  const docs = await sandboxCli();
  const unknown = await docs('members update user_pat --role boss --dry-run');
  expect(unknown.stderr).toContain(
    'not one of the known values admin, create, review, edit, comment, read, guest; sent',
  );
  const verb = verbs(program).find((one) => one.name() === 'update' && one.parent?.name() === 'members');
  const role = verb?.options.find(({ long }) => long === '--role');
  for (const value of role && verb ? flagValues(role, verb) : [])
    expect((await docs(`members update user_pat --role ${value} --dry-run --json`)).stderr).toBe('');
});

test.each(['who-can', 'what-can', 'explain', 'check', 'report', 'diff'])(
  'access %s says in words what it reads, since that is more than a few calls',
  async (verb) => {
    const docs = await sandboxCli();
    const { stdout } = await docs(`access ${verb} --help`);
    expect(stdout).toMatch(/\nReads:\n {2}/);
    expect(stdout).not.toContain('Calls:');
    const [reads = ''] = stdout.split('\nReads:\n')[1]?.split('\n\n') ?? [];
    expect(reads.replaceAll(/\s+/g, ' ')).toContain('the roles of teams on');
    expect(reads.split('\n').every((line) => line.length <= 80)).toBe(true);
  },
);
