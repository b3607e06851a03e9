import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { filled, inWords, words } from '../../src/cli/report/hints.ts';
import type { Hint, HintCode } from '../../src/errors.ts';
import { sandboxCli } from '../support/cli.ts';
import { verbs } from '../support/tree.ts';

const program = await wholeProgram();
const flags = new Set(verbs(program).flatMap(({ options }) => options.map(({ long }) => long)));
for (const { long } of program.options) flags.add(long);

// Words that depend on more than values are functions, whose text has the flags as well.
const all = Object.entries(words).map(([code, text]) => [code, filled(String(text), {})] as const);

test('hints name only flags and nouns that there are', () => {
  const nouns = new Set(program.commands.map((command) => command.name()));
  const strays = all.flatMap(([code, text]) => {
    const strange = (text.match(/--[a-z][a-z-]*/g) ?? []).filter((flag) => !flags.has(flag));
    const named = [...text.matchAll(/`docs-admin ([a-z-]+)/g)].map(([, noun = '']) => noun);
    return [...strange, ...named.filter((noun) => !nouns.has(noun))].map((word) => `${code}: ${word}`);
  });
  expect(strays).toEqual([]);
});

test('hints about the file of the sandbox name what every command reads', () => {
  const lacking = all.filter(
    ([, text]) => / with --data/.test(text) && !text.includes('DOCS_ADMIN_SANDBOX_DATA'),
  );
  expect(lacking).toEqual([]);
  expect(words['update-or-choose-file']).toContain('DOCS_ADMIN_SANDBOX_DATA');
});

const unknown = { shower: undefined, tokenSource: undefined };

test('ready words stay as they are', () => {
  expect(inWords({ code: 'words', data: { text: 'give --yes' } }, unknown)).toBe('give --yes');
});

test.each([
  [{ checkAddress: false }, undefined, 'check whether it took effect before you send it again'],
  [
    { checkAddress: true },
    'docs-admin sites list',
    'check with `docs-admin sites list` whether it took effect before you send it again; check --base-url too',
  ],
])('what may have had its effect is to be looked at: %j, %s', (data, shower, expected) => {
  const code: HintCode = 'check-effect';
  expect(inWords({ code, data }, { ...unknown, shower })).toBe(expected);
});

test.each([
  [undefined, 'docs-admin auth login`'],
  ['env DOCS_ADMIN_TOKEN', 'docs-admin auth login`'],
  ['profile default', 'docs-admin auth login`'],
  ["profile it's", "docs-admin auth login --profile 'it'\\''s'`"],
])('a refused token leads to the profile that it comes from: %s', (tokenSource, command) => {
  expect(inWords({ code: 'sign-in-again', data: {} }, { ...unknown, tokenSource })).toContain(command);
});

test('the run to resume is quoted for the shell', () => {
  const hint = { code: 'resume-run', data: { run: 'a run.jsonl' } } as const;
  expect(inWords(hint, unknown)).toBe(
    "resume with `docs-admin runs resume 'a run.jsonl'`; `docs-admin runs show 'a run.jsonl'` shows the rows",
  );
});

test.each<[Hint, string]>([
  [{ code: 'undo-run', data: { run: 'r1' } }, 'undo with `docs-admin runs undo r1`'],
  [
    { code: 'invite-and-undo', data: { run: 'r1', who: 'the people' } },
    'to undo it, first invite the people again in the app of the service, then run `docs-admin runs undo r1`',
  ],
  [
    { code: 'restore-role', data: { user: 'u1', role: 'guest' } },
    '`docs-admin members update u1 --role guest` takes it back',
  ],
  [
    { code: 'restore-membership', data: { team: 't1', user: 'u1', role: null, isMember: true } },
    '`docs-admin teams members remove t1 u1` takes it back',
  ],
  [
    { code: 'restore-membership', data: { team: 't1', user: 'u1', role: 'owner', isMember: true } },
    '`docs-admin teams members update t1 --role u1=owner` takes it back',
  ],
  [
    { code: 'restore-membership', data: { team: 't1', user: 'u 1', role: 'member', isMember: false } },
    "`docs-admin teams members update t1 --add 'u 1' --role 'u 1=member'` takes it back",
  ],
  [{ code: 'choose-column', data: { columns: [] } }, 'there are no columns: nothing has a value'],
  [
    { code: 'choose-column', data: { columns: ['a', 'b'], field: 'user' } },
    'its columns are "a", "b"; name the right one with --user-column',
  ],
  [
    { code: 'allow-losses', data: { lifts: [], instead: { code: 'make-administrator', data: {} } } },
    'make another member an administrator first',
  ],
  [
    {
      code: 'allow-losses',
      data: {
        lifts: [{ limit: 'maxRemovals', count: 3 }],
        instead: { code: 'use-listing-token', data: { what: 'the teams' } },
      },
    },
    'use a token that may list the teams; the rest is allowed with --max-removals 3',
  ],
])('a command line has words for %j', (hint, expected) => {
  expect(inWords(hint, unknown)).toBe(expected);
});

test.for<[line: string, command: string]>([
  ['site-spaces add --site site_docs --space space_rest --yes', 'site-spaces list --site site_docs'],
  ['openapi create petstore --url https://a.example --org org_acme', 'openapi get petstore --org org_acme'],
  ['sites get --profile sandbox', 'sites get --help'],
  ['teams members set --profile sandbox name:No user_ada', 'teams list --profile sandbox'],
  [
    'change-requests get --profile sandbox --org org_acme name:No --space space_hr',
    'change-requests list --space space_hr --profile sandbox --org org_acme',
  ],
  ['org rehearse --profile sandbox', 'org rehearse --profile sandbox -- teams delete team_docs'],
])('the command in the hint of `%s` works as it stands', async ([line, command]) => {
  const docs = await sandboxCli();
  expect((await docs(line)).stderr).toContain(`\`docs-admin ${command}\``);
  const env = line.includes('--profile') ? { DOCS_ADMIN_PROFILE: 'default' } : undefined;
  expect(await docs(command, env && { env })).toMatchObject({ code: 0 });
});

test.each([
  ['sites create --input none.json', 'cannot read none.json: no such file', '--input names this file'],
  ['teams members sync --file none.csv', 'cannot read none.csv: no such file', '--file names this file'],
  [
    'integrations publish acme-new --title none.txt --scope space:views:read --secret A=@none.txt --yes',
    'cannot read none.txt: no such file',
    '--secret names this file',
  ],
  [
    'sites published site_partners',
    'not allowed: site "site_partners" is shared by link: its share key is needed',
    'a site that is shared by link needs its --share-key; for any other, ask an administrator for the role it needs',
  ],
  [
    'batch --file rows.jsonl -- teams get {id}',
    'rows.jsonl:2: "user" must be text, a number, true or false; nothing was sent',
    'correct the file, or print the list with --output csv',
  ],
  [
    'crs get name:No --space space_hr',
    '<id|number> "name:No" not found: no open or draft change request has this title',
    'a title must be exact, in upper and lower case; `docs-admin change-requests list --space space_hr` and ' +
      '`docs-admin change-requests list --space space_hr --status draft` show what there is',
  ],
  [
    'git info --space space_handbook',
    'not found: Git synchronisation of space "space_handbook" not found',
    'there may be none; else check the id (a title is written name:<title>), and that this token may see it',
  ],
])('%s: the hint says what to do', async (line, message, hint) => {
  const docs = await sandboxCli({ 'rows.jsonl': '{"id":"team_docs"}\n{"id":"team_docs","user":{}}\n' });
  const run = await docs(line);
  expect(run.stderr).toBe(`error: ${message}\nhint: ${hint}\n`);
  const code = message.startsWith('not allowed') ? 4 : /^(crs get|git info)/.test(line) ? 5 : 2;
  expect(run.code).toBe(code);
});
