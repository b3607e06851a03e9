import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshHome, onTerminal, type RunOptions, type Terminal } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { answer, scriptedServer } from '../support/scripted-server.ts';

const sandbox = { DOCS_ADMIN_PROFILE: 'sandbox', NO_COLOR: '1' };

type Options = RunOptions & { columns?: number; rows?: number };

/** Returns the screen after the command has ended. */
async function screenOf(line: string, { env = {}, ...options }: Options = {}): Promise<string[]> {
  const terminal = onTerminal(line.split(' '), { env: { ...sandbox, ...env }, ...options });
  await terminal.ended;
  return terminal.screen();
}

test('a table, with links below the rows where they do not fit beside them', async () => {
  expect(await screenOf('sites list')).toEqual([
    'ID             TITLE                      VISIBILITY  PUBLISHED  SPACES',
    'site_docs      Acme Docs                  public      yes        6',
    '  url: https://docs.acme.example/',
    'site_handbook  Handbook 手册, “internal”  unlisted    yes        3',
    '  url: http://acme.sandbox.localhost/handbook',
    'site_partners  Partner portal             share-link  yes        1',
    '  url: http://acme.sandbox.localhost/partners/partner-key',
    '3 sites',
  ]);
});

test('results of bulk work: an error has a line of its own', async () => {
  const home = freshHome();
  await writeFile(join(home, 'users.csv'), 'user,role\nuser_pat,read\nuser_nobody,read\n');
  const line = 'batch --file users.csv --journal run.jsonl -- members update {user} --role {role}';
  expect((await screenOf(line, { home })).slice(0, 5)).toEqual([
    'ROW  COMMAND                               STATUS         EXIT CODE  ID',
    '1    members update user_pat --role read   done           0          user_pat',
    '2    members update user_nobody --role     failed         5          user_nobody',
    '     read',
    '  error: not found: member "user_nobody" not found',
  ]);
});

const bulkFiles = {
  'users.csv': 'user,role\nuser_pat,read\nuser_nobody_of_that_id,read\n',
  'roster.csv': 'team,user\nteam_platform,user_uma\nteam_docs,user_kim\nteam_support,user_hana\n',
};

/** A home with the files, in which a batch has run. */
const prepared = mkdtempSync(join(tmpdir(), 'docs-admin-'));
afterAll(() => rmSync(prepared, { recursive: true }));
let isPrepared = false;

async function homeWithFiles(): Promise<string> {
  if (!isPrepared) {
    for (const [name, text] of Object.entries(bulkFiles)) await writeFile(join(prepared, name), text);
    const run = 'batch --file users.csv -q --journal run.jsonl -- members update {user} --role {role}';
    await runHere(run.split(' '), { env: sandbox, home: prepared });
    isPrepared = true;
  }
  const home = freshHome();
  cpSync(prepared, home, { recursive: true });
  return home;
}

test.each([
  [
    'batch --file users.csv -q -- members update {user} --role {role}',
    'batch --file users.csv -q -- members update {user} --role {role}',
  ],
  [
    'teams members sync --file roster.csv -q --yes --allow-opening administrators',
    'teams members sync --file roster.csv -q --yes --allow-opening administrators',
  ],
  ['doctor', 'doctor'],
  ['sections list --site site_docs', 'sections list --site site_docs'],
  ['runs show run.jsonl', 'runs show run.jsonl --query rows'],
])('no word of `%s` is broken at 80 and 120 columns', async (line, piped) => {
  for (const columns of [80, 120]) {
    const home = await homeWithFiles();
    const other = line === 'doctor' ? home : await homeWithFiles();
    const data = (await runHere(piped.split(' '), { env: sandbox, home: other })).stdout;
    const screen = await screenOf(line, { columns, home, rows: 60 });
    const start = screen.findIndex((each) => /^(?:ROW|TEAM|CHECK|ID) /.test(each));
    const end = screen.findIndex((each) => each.startsWith('error: '));
    const table = screen.slice(start, end < 0 ? undefined : end);
    expect(table.length).toBeGreaterThan(2);
    const words = table.slice(1).flatMap((each) => each.trim().split(/\s+/));
    // The titles of section groups stand on a terminal only, in the place of their ids.
    const labels = ['url:', 'error:', 'what:', 'yes', 'no', '3', 'sections', 'Learn', 'Build'];
    const strange = words.filter(
      (word) => !labels.includes(word) && !data.includes(word.replace(/[,;]$/, '')),
    );
    expect(strange).toEqual([]);
    const known = data.match(/\b(?:user|team|section)_\w+/g) ?? [];
    for (const id of known)
      expect(
        table.some((each) => each.split(/[\s"]+/).includes(id)),
        id,
      ).toBe(true);
  }
});

test.each(['members list', 'teams members list team_docs', 'saml list'])(
  '`%s` is a table at 80 columns, with whole ids',
  async (line) => {
    const [head = '', ...rows] = await screenOf(line, { rows: 60 });
    const ids = (await runHere([...line.split(' '), '-o', 'id'], { env: sandbox })).stdout.trim().split('\n');
    expect(head).toMatch(/^ID {2,}\S/);
    expect(head).not.toMatch(/SSO$|DISABLED|FINGERPRINT/);
    const starts = rows.map((row) => row.split(' ')[0]);
    expect(starts.filter((start) => /^(?:user|saml)_/.test(start ?? ''))).toEqual(ids);
  },
);

test('what is less important is there from 100 columns on', async () => {
  const [head] = await screenOf('members list', { columns: 100, rows: 60 });
  expect(head).toMatch(/DISABLED {2}SSO$/);
});

test('cards, where the terminal is too narrow for a table', async () => {
  expect(await screenOf('sites list --limit 2', { columns: 38 })).toEqual([
    'id: site_docs',
    'title: Acme Docs',
    'visibility: public',
    'published: yes',
    'spaces: 6',
    'url: https://docs.acme.example/',
    '',
    'id: site_handbook',
    'title: Handbook 手册, “internal”',
    'visibility: unlisted',
    'published: yes',
    'spaces: 3',
    'url:',
    '  http://acme.sandbox.localhost/handbo',
    '  ok',
    '2 of 3',
  ]);
});

test('an object', async () => {
  expect(await screenOf('teams get team_empty --fields id,title,members,createdAt')).toEqual([
    'id         team_empty',
    'title      Nobody yet',
    'members    0',
    expect.stringMatching(/^createdAt {2}2025-02-2\d \d\d:\d\d \(.+ ago\)$/),
  ]);
});

test('an error', async () => {
  const terminal = onTerminal(['sites', 'get', 'site_nope'], { env: { DOCS_ADMIN_PROFILE: 'sandbox' } });
  expect(await terminal.ended).toMatchObject({ exitCode: 5 });
  expect(await terminal.screen()).toEqual([
    'error: not found: site "site_nope" not found',
    'hint: check the id (a title is written name:<title>): it does not exist, or this',
    'token may not see it',
  ]);
  expect(terminal.raw()).toContain('\u001b[31merror:\u001b[39m');
});

test('a confirmation', async () => {
  const terminal = onTerminal(['teams', 'delete', 'team_empty'], { env: sandbox, columns: 140 });
  await terminal.waitFor('[y/N]');
  const question =
    'delete team "Nobody yet" (team_empty)? Its 0 members lose the access that it gives them (profile sandbox, http://sandbox.localhost) [y/N]';
  expect(await terminal.screen()).toEqual([question]);
  terminal.send('y\r');
  await terminal.ended;
  expect(await terminal.screen()).toEqual([`${question} y`, expect.stringMatching(/^✓ deleted team /)]);
});

test('lines to listen to', async () => {
  expect(await screenOf('teams list --limit 2 --fields id,title,members --plain')).toEqual([
    'id: team_docs',
    'title: Docs',
    'members: 7',
    '',
    'id: team_platform',
    'title: Platform',
    'members: 6',
    '2 of 6',
  ]);
});

/** A list of two pages, from a service that answers each page only when the test says so. */
async function slowList(
  options: Options = {},
): Promise<{ terminal: Terminal; answerNext: () => void; port: number }> {
  const waiting: (() => void)[] = [];
  let allowed = 0;
  const answerAllowed = () => {
    for (; allowed > 0 && waiting.length > 0; allowed--) waiting.shift()?.();
  };
  const pages = [
    '{"items":[{"id":"u1"}],"next":{"page":"2"},"count":4000}',
    '{"items":[{"id":"u2"}],"next":{},"count":4000}',
  ];
  const { port } = await scriptedServer((socket, _, n) => {
    waiting.push(() => socket.write(answer(pages[n] as string, ['content-type: application/json'])));
    answerAllowed();
  });
  const env = {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'token',
    DOCS_ADMIN_ORG: 'org_acme',
    NO_COLOR: '1',
    ...options.env,
  };
  const line = ['members', 'list', '--fields', 'id'];
  const terminal = onTerminal(line, { ...options, env });
  // On a busy machine, the request arrives after its answer is allowed.
  const answerNext = () => {
    allowed++;
    answerAllowed();
  };
  return { terminal, port, answerNext };
}

test('progress: what is waited for, then how far the list is, then nothing of it', async () => {
  const { terminal, answerNext, port } = await slowList();
  await terminal.waitFor(`waiting for 127.0.0.1:${port}`);
  const [line, ...more] = await terminal.screen();
  expect(line?.slice(1)).toBe(` waiting for 127.0.0.1:${port}`);
  expect(more).toEqual([]);
  answerNext();
  await terminal.waitFor('1 of 4,000 members');
  const lines = await terminal.screen();
  expect(lines.slice(0, 2)).toEqual(['ID', 'u1']);
  expect(lines[2]?.slice(1)).toMatch(/^ ░{20} 1 of 4,000 members/);
  answerNext();
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(await terminal.screen()).toEqual(['ID', 'u1', 'u2', '2 members']);
});

test('the progress of several changes stands below their results', async () => {
  const waiting: (() => void)[] = [];
  const { port } = await scriptedServer((socket, request) => {
    const [, id] = /teams\/(\w+)/.exec(request) as RegExpExecArray;
    const reply = () => socket.write(answer(`{"id":"${id}"}`, ['content-type: application/json']));
    // The values before are read first.
    if (request.startsWith('GET')) reply();
    else waiting.push(reply);
  });
  const env = {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'token',
    DOCS_ADMIN_ORG: 'org_acme',
    NO_COLOR: '1',
  };
  const line = 'teams update u1 u2 --title Two --fields id';
  const terminal = onTerminal(line.split(' '), { env });
  await terminal.waitFor('0 of 2 done');
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(2);
  waiting[0]?.();
  await terminal.waitFor('1 of 2 done');
  const lines = await terminal.screen();
  expect(lines.at(-1)?.slice(1)).toMatch(/^ █{10}░{10} 1 of 2 done/);
  waiting[1]?.();
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const profile = `using profile default, http://127.0.0.1:${port}`;
  expect(await terminal.screen()).toEqual([profile, 'ID', 'u1', 'u2']);
});

test('progress that is interrupted leaves the terminal as it was', async () => {
  const { terminal } = await slowList();
  await terminal.waitFor('waiting for');
  terminal.send('\x03');
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  expect(await terminal.screen()).toEqual(['error: interrupted by SIGINT']);
});

test.each([[{ CI: 'true' }], [{ DOCS_ADMIN_PLAIN: '1' }], [{ ACCESSIBLE: '1' }]])(
  'nothing moves with %j',
  async (env) => {
    const { terminal, answerNext } = await slowList({ env });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(terminal.raw()).toBe('');
    answerNext();
    await terminal.waitFor('u1');
    answerNext();
    await terminal.ended;
    expect(terminal.raw()).not.toMatch(/[\u001b\u2800-\u28ff]/);
  },
);

test('with ACCESSIBLE=1, long work prints a line every 30 seconds, and draws nothing', async () => {
  const home = freshHome();
  // A second of the test is a minute and a half.
  const hook = 'const own = setInterval; setInterval = (tick, ms) => own(tick, ms === 30_000 ? 333 : ms);';
  await writeFile(join(home, 'hook.cjs'), hook);
  const env = { ACCESSIBLE: '1', NODE_OPTIONS: `--require ${home}/hook.cjs` };
  const { terminal, answerNext, port } = await slowList({ env, home });
  const waiting = `waiting for 127.0.0.1:${port}`;
  await terminal.waitFor(new RegExp(`^(${waiting}\\r\\n){2}`));
  answerNext();
  await terminal.waitFor(/^1 of 4,000 members.*\r\n1 of 4,000 members/m);
  answerNext();
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.raw()).not.toMatch(/[\u001b\u2800-\u28ff]/);
});

test('a list that is watched is drawn in its place, with a mark at what has changed', async () => {
  const home = freshHome();
  const line = 'teams list --watch 1 --limit 2 --fields id,title';
  const terminal = onTerminal(line.split(' '), { env: sandbox, home });
  await terminal.waitFor('Ctrl-C ends it');
  const at = expect.stringMatching(/^every 1 s, last at \d\d:\d\d:\d\d; Ctrl-C ends it$/);
  const before = ['  ID             TITLE', '  team_docs      Docs', '  team_platform  Platform'];
  expect(await terminal.screen()).toEqual([...before, at]);
  await runHere(['teams', 'update', 'team_docs', '--title', 'Writers'], { env: sandbox, home });
  await terminal.waitFor('* team_docs');
  expect(await terminal.screen()).toEqual([before[0], '* team_docs      Writers', before[2], at]);
  terminal.send('\x03');
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
});

test('a list that is watched never leaves the screen, however long it is', async () => {
  const terminal = onTerminal('members list --watch 1 --fields id'.split(' '), { env: sandbox, rows: 8 });
  await terminal.waitFor(/ends it.*ends it/s);
  terminal.send('\x03');
  await terminal.ended;
  const lines = await terminal.screen();
  expect(lines.filter((each) => each.endsWith('ID'))).toHaveLength(1);
  expect(lines).toContain('... 21 more lines');
});

test('a pager gets a long list, and the terminal back', async () => {
  const home = freshHome();
  const env = { ...sandbox, PAGER: 'sed s/^/paged:/', DOCS_ADMIN_TOKEN: 'secret' };
  expect(await screenOf('teams list --limit 1 --fields id --pager', { env, home })).toEqual([
    'paged:ID',
    'paged:team_docs',
  ]);
});

test('a question comes when the pager has gone', async () => {
  const home = freshHome();
  const env = { ...sandbox, PAGER: 'cat > /dev/null; sleep 1; echo pager ended; true' };
  await runHere(['org', 'export', '--only', 'members', '--out', 'o.yaml'], { env, home });
  const path = join(home, 'o.yaml');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/: (read|edit|create)$/gm, ': comment'));
  const line = 'org plan --file o.yaml --adopt';
  const terminal = onTerminal(line.split(' '), { env, home, rows: 8 });
  await terminal.waitFor('write o.yaml?');
  expect(terminal.text()).toMatch(/pager ended\s+write o\.yaml\?/);
  terminal.send('y\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(await readFile(path, 'utf8')).toMatch(/: create$/m);
});

test('a pager that is missing is named', async () => {
  const terminal = onTerminal(['teams', 'list', '--pager'], {
    env: { ...sandbox, PAGER: join(freshHome(), 'none') },
  });
  expect(await terminal.ended).toMatchObject({ exitCode: 2 });
  expect(terminal.text()).toMatch(/error: cannot run the pager\s+".*none"/s);
});
