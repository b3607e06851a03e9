import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const list = 'openapi list --fields slug,processingState,sourceURL';
const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

describe('colour', () => {
  test.each([
    ['piped', {}, false],
    ['on a terminal', { terminal: true }, true],
    ['with NO_COLOR', { terminal: true, env: { NO_COLOR: '1' } }, false],
    ['with FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, true],
    ['on a terminal without', { terminal: true, env: { TERM: 'dumb' } }, false],
  ])('%s', async (_, options, isColored) => {
    const docs = await sandboxCli();
    const { stdout } = await docs(`${list} -o table`, options);
    expect(stdout).toContain(isColored ? red('error') : 'error ');
    expect(stdout.includes('\u001b')).toBe(isColored);
  });

  test('an error begins with it on a terminal, unless it is not wanted', async () => {
    const docs = await sandboxCli();
    const said = ' not found: OpenAPI specification "nope" not found';
    const { stderr } = await docs('openapi get nope', { terminal: true });
    expect(stderr).toContain(`${red('error:')}${said}`);
    for (const options of [{}, { terminal: true, env: { NO_COLOR: '1' } }])
      expect((await docs('openapi get nope', options)).stderr).toContain(`error:${said}`);
    const unwanted = await docs('openapi get nope --no-color', { terminal: true });
    expect(unwanted.stderr).toContain(`error:${said}`);
  });
});

describe('links', () => {
  const address = 'https://api.acme.example/payments/openapi.json';
  const link = `\u001b]8;;${address}\u0007${address}\u001b]8;;\u0007`;

  test.each([
    [{ TERM_PROGRAM: 'iTerm.app' }, true],
    [{ TERM_PROGRAM: 'WezTerm' }, true],
    [{ TERM: 'xterm-kitty' }, true],
    [{ VTE_VERSION: '7200' }, true],
    [{ VTE_VERSION: '4600' }, false],
    [{ WT_SESSION: 'a-b-c' }, true],
    [{ FORCE_HYPERLINK: '1' }, true],
    [{ FORCE_HYPERLINK: '0', WT_SESSION: 'a-b-c' }, false],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
    [{ TERM: 'xterm-256color' }, false],
    [{ VTE_VERSION: '7200', TMUX: '/tmp/tmux' }, false],
    [{ WT_SESSION: 'a-b-c', TERM: 'dumb' }, false],
    [{ WT_SESSION: 'a-b-c', DOCS_ADMIN_PLAIN: '1' }, false],
  ])('in %j: %s', async (env, isLinked) => {
    const docs = await sandboxCli();
    const { stdout } = await docs(list, { terminal: true, env });
    expect(stdout).toContain(isLinked ? link : address);
    expect(stdout.includes('\u001b]8')).toBe(isLinked);
  });

  test('never into a pipe', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs(`${list} -o table`, { env: { FORCE_HYPERLINK: '1' } });
    expect(stdout).not.toContain('\u001b');
  });
});

describe('--plain', () => {
  const cards =
    'slug: petstore\nstate: complete\n\nslug: payments\nstate: pending\n\nslug: broken\nstate: error\n';
  const fields = 'openapi list --fields slug,processingState --no-color';

  test.each([
    [`${fields} --plain`, {}],
    [fields, { DOCS_ADMIN_PLAIN: '1' }],
    [fields, { ACCESSIBLE: '1' }],
    [fields, { ACCESSIBLE: 'false' }],
  ])('%s %j', async (line, env) => {
    const docs = await sandboxCli();
    expect(await docs(line, { terminal: true, env })).toMatchObject({
      code: 0,
      stdout: cards,
      stderr: '3 specifications\n',
    });
  });

  test('says how tables are drawn, not that there is one', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('openapi list --fields slug --plain');
    expect(stdout).toBe('slug\npetstore\npayments\nbroken\n');
  });
});

test.each([
  ['', { LC_ALL: 'C' }, '->'],
  ['--plain', {}, 'to'],
  ['', {}, '→'],
])('values before and after are shown in one form on all screens: %s %j', async (flag, locale, arrow) => {
  const docs = await sandboxCli();
  const env = { DOCS_ADMIN_HISTORY: 'on', ...locale };
  await docs('teams merge team_docs team_support --allow-opening administrators --out merge.json');
  await docs('saml update saml_okta --label Acme --default-team team_design', { env });
  const refused = await docs(`apply-plan merge.json --yes ${flag}`, { env });
  expect(refused.stderr).toContain(`defaultTeam: team_docs ${arrow} team_support`);
  const undo = await docs(`undo --yes ${flag}`, { env });
  expect(undo.stderr).toContain(`    label: Acme ${arrow} Okta\n`);
  expect(undo.stderr).toContain(`: team_design ${arrow} "Docs" (team_docs)\n`);
});

test.each([
  [{ LC_ALL: 'C', LANG: 'en_GB.UTF-8' }, '`- '],
  [{ LANG: 'POSIX' }, '`- '],
  [{ LC_ALL: 'C.UTF-8', LANG: 'C' }, '└─ '],
  [{}, '└─ '],
])('trees are drawn with what the locale %j has', async (env, branch) => {
  const docs = await sandboxCli();
  const { stdout } = await docs('sites published site_docs', { terminal: true, env });
  expect(stdout).toContain(branch);
});

describe('--pager', () => {
  test('takes what would go to a terminal, drawn as for one', async () => {
    const docs = await sandboxCli();
    const env = { FORCE_HYPERLINK: '1', NO_COLOR: '1' };
    const direct = await docs('sites list --limit 1', {
      terminal: true,
      columns: 120,
      env: { NO_COLOR: '1' },
    });
    const paged = await docs('sites list --limit 1 --pager', { terminal: true, columns: 120, env });
    expect(paged).toMatchObject({ code: 0, stdout: '', paged: direct.stdout });
  });

  test('leaves a pipe alone', async () => {
    const docs = await sandboxCli();
    const piped = await docs('sites list --fields id --pager');
    expect(piped).toMatchObject({ stdout: 'id\nsite_docs\nsite_handbook\nsite_partners\n', paged: '' });
  });
});

describe('what was changed', () => {
  const line = 'teams update team_docs --title "Docs 2" --no-color';

  test('is one line on a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs(line, { terminal: true });
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^✓ updated team .*$/m);
  });

  test.each(['-o table', '--json', '--fields id,title', '--query title'])(
    'is shown with %s',
    async (flags) => {
      const docs = await sandboxCli();
      expect((await docs(`${line} ${flags}`, { terminal: true })).stdout).toContain('Docs 2');
    },
  );

  test('is shown in the format of the settings', async () => {
    const docs = await sandboxCli();
    const run = await docs(line, { terminal: true, env: { DOCS_ADMIN_OUTPUT: 'yaml' } });
    expect(run.stdout).toContain('title: Docs 2\n');
  });

  test('is said without a mark where there is only ASCII, and to those who listen', async () => {
    for (const [name, value] of Object.entries({ LC_ALL: 'C', DOCS_ADMIN_PLAIN: '1' })) {
      const docs = await sandboxCli();
      expect((await docs(line, { terminal: true, env: { [name]: value } })).stderr).toMatch(
        /^updated team /m,
      );
    }
  });

  test('is data in a pipe', async () => {
    const docs = await sandboxCli();
    expect((await docs(line)).stdout).toContain('\tDocs 2\t');
  });
});

describe('the number of items below a list', () => {
  test.each([
    ['members list --role admin', '2 members\n'],
    ['members list --role guest --limit 3', '3 of 4\n'],
    ['teams members list team_docs team_tokyo --limit 2', '2 members, as many as --limit allows\n'],
    ['members list --without-team --limit 2', '2 members, as many as --limit allows\n'],
    ['teams members list team_docs team_tokyo --limit 20', '9 members\n'],
    ['members list --search nobody', 'no items\n'],
    ['teams members list team_tokyo', '2 members\n'],
    ['translations languages list translation_docs', '3 languages\n'],
    ['custom-fields list --query "[].name"', ''],
    ['members list --json', ''],
    ['members list --quiet', ''],
    ['members get user_ada', ''],
    ['members get user_ada user_mei', '2 members\n'],
    ['sites get site_docs site_handbook', '2 sites\n'],
  ])('%s', async (line, stderr) => {
    const docs = await sandboxCli();
    expect(await docs(`${line} --no-color`, { terminal: true })).toMatchObject({ code: 0, stderr });
    const piped = await docs(`${line} -o table`);
    expect(piped.stderr).toBe(stderr === 'no items\n' ? stderr : '');
  });
});

describe('output that is longer than the screen', () => {
  const screen = { terminal: true, rows: 10 };

  test('goes to the pager, and the number of items with it goes away', async () => {
    const docs = await sandboxCli();
    const run = await docs('members list --fields id', screen);
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const { stdout } = await docs('members list -o id');
    expect(run.paged.split('\n').slice(1)).toEqual(stdout.split('\n'));
  });

  test('without links', async () => {
    const docs = await sandboxCli();
    const env = { FORCE_HYPERLINK: '1' };
    expect((await docs(list, { terminal: true, env })).stdout).toContain('\u001b]8;;');
    const { paged } = await docs(list, { terminal: true, rows: 3, env });
    expect(paged).toContain('https://');
    expect(paged).not.toContain('\u001b]8;;');
  });

  test.each([
    ['what fits', 'teams list --fields id', screen],
    ['with --no-pager', 'members list --fields id --no-pager', screen],
    ['in a pipe', 'members list --fields id', { rows: 10 }],
    ['in CI', 'members list --fields id', { ...screen, env: { CI: 'true' } }],
    ['for those who listen', 'members list --fields id --plain', screen],
    ['what has changed something', 'sites update site_docs --title xy -o yaml', screen],
  ])('does not: %s', async (_, line, options) => {
    const docs = await sandboxCli();
    const run = await docs(line, options);
    expect(run).toMatchObject({ code: 0, paged: '' });
    expect(run.stdout).not.toBe('');
  });

  test('a slow list shows what has come', async () => {
    const answers = [{ items: [{ id: 'team_a' }], next: { page: 'p' } }];
    const docs = await scriptedCli(() => ({ status: answers.length ? 200 : 404, json: answers.shift() }));
    const run = await docs('teams list --fields id', screen);
    expect(run).toMatchObject({ code: 5, paged: '', stdout: expect.stringContaining('team_a') });
  });
});

describe('messages', () => {
  const said =
    'error: the service has no operation to invite or add a person\n' +
    "hint: invite on the members page of the organization in the service's app, or let people join through single " +
    'sign-on (`docs-admin saml`); then `docs-admin members onboard` puts them into teams\n';

  test('break between words on a terminal, and in no command', async () => {
    const docs = await sandboxCli();
    const { stderr } = await docs('invite', { terminal: true, columns: 64, env: { NO_COLOR: '1' } });
    expect(stderr).toBe(
      [
        'error: the service has no operation to invite or add a person',
        'hint: invite on the members page of the organization in the',
        "service's app, or let people join through single sign-on",
        '(`docs-admin saml`); then `docs-admin members onboard` puts them',
        'into teams',
        '',
      ].join('\n'),
    );
  });

  test('stay whole where a command is longer than the terminal', async () => {
    const docs = await sandboxCli();
    const { stderr } = await docs('invite', { terminal: true, columns: 16, env: { NO_COLOR: '1' } });
    expect(stderr).toContain('\n`docs-admin members onboard`\nputs them into\n');
  });

  test('are one line in a pipe', async () => {
    const docs = await sandboxCli();
    expect((await docs('invite', { columns: 64 })).stderr).toBe(said);
  });

  test('keep their indentation', async () => {
    const details = ['title: the text has more than ten characters'];
    const docs = await scriptedCli(() => ({ status: 400, json: { error: { message: 'bad', details } } }));
    const { stderr } = await docs('sites get site_docs', { terminal: true, columns: 30 });
    expect(stderr).toContain('\n  title: the text has more\n  than ten characters\n');
  });

  test('of warnings break as well, and begin with their word in yellow', async () => {
    const docs = await sandboxCli();
    const { stderr } = await docs('members update user_grace --role captain --yes', {
      terminal: true,
      columns: 60,
    });
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      '\u001b[33mwarning:\u001b[39m invalid --role "captain": not one of the known',
      'values admin, create, review, edit, comment, read, guest;',
      'sent as it is',
    ]);
  });
});
