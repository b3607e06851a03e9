import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshHome, onTerminal, type Terminal } from '../support/installed.ts';
import { isInstalled } from '../support/is-installed.ts';
import { runHere } from '../support/run-here.ts';

const env = { DOCS_ADMIN_PROFILE: 'sandbox', NO_COLOR: '1', PAGER: 'sed s/^/paged:/' };
const marked = (terminal: Terminal) => terminal.text().match(/^paged:/gm)?.length ?? 0;

let home: string;
let everyone: string;

beforeAll(async () => {
  home = freshHome(afterAll);
  const { stdout } = await runHere(['members', 'list', '-o', 'id'], { env, home });
  everyone = stdout;
  const rows = stdout.trim().split('\n');
  const teams = ['team_empty', 'team_design', 'team_support'];
  const roster = rows.flatMap((user) => teams.map((team) => `${team},${user}`));
  await writeFile(join(home, 'all.csv'), `team,user\n${roster.join('\n')}\n`);
  await writeFile(join(home, 'few.csv'), 'team,user\nteam_empty,user_kim\n');
});

const sync = (file: string) => `teams members sync --file ${file} --allow-opening administrators`.split(' ');
const question = /change \d+ memberships?\?/;

async function refuse(terminal: Terminal): Promise<void> {
  await terminal.waitFor(question);
  terminal.send('n\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 2 });
}

describe('a plan that a person is asked about', () => {
  test('goes through the pager if it is longer than the screen, whole, before the question', async () => {
    const terminal = onTerminal(sync('all.csv'), { env, home });
    await refuse(terminal);
    const text = terminal.text();
    expect(marked(terminal)).toBeGreaterThan(everyone.trim().split('\n').length);
    expect(text).toMatch(/^paged:opens \(\d+\)/m);
    expect(text).toMatch(/^paged:plan: /m);
    expect(text).not.toContain('lines more');
    expect(text.search(question)).toBeGreaterThan(text.lastIndexOf('paged:'));
  });

  test('stays on the screen if it fits', async () => {
    const terminal = onTerminal(sync('few.csv'), { env, home });
    await refuse(terminal);
    expect(terminal.text()).toContain('plan: 1 to add');
    expect(marked(terminal)).toBe(0);
  });

  test.each([
    ['--no-pager', [...sync('all.csv'), '--no-pager'], {}],
    ['DOCS_ADMIN_PAGER=cat', sync('all.csv'), { DOCS_ADMIN_PAGER: 'cat' }],
    ['an own reader of the screen', sync('all.csv'), { ACCESSIBLE: '1' }],
  ])(
    'is printed without a pager for %s, cut where it is too long, with the way to see it all',
    async (_, words, more) => {
      const terminal = onTerminal(words, { env: { ...env, ...more }, home });
      await refuse(terminal);
      expect(marked(terminal)).toBe(0);
      expect(terminal.text()).toMatch(/\.\.\. and \d+ lines more; --dry-run --json shows all/);
    },
  );

  test('needs no pager where everything is agreed to, nor in a dry run', async () => {
    for (const flag of ['--yes', '--dry-run']) {
      const terminal = onTerminal([...sync('few.csv'), flag, '-q'], { env, home, rows: 2 });
      expect(await terminal.ended).toMatchObject({ exitCode: 0 });
      expect(marked(terminal)).toBe(0);
    }
  });

  test('is asked about also where the person leaves the pager before its end', async () => {
    const terminal = onTerminal(sync('all.csv'), { env: { ...env, PAGER: 'head -n 2' }, home });
    await refuse(terminal);
    expect(terminal.text()).not.toContain('plan: ');
  });

  test('is not asked about where the pager is missing', async () => {
    const terminal = onTerminal(sync('all.csv'), { env: { ...env, PAGER: join(home, 'none') }, home });
    expect(await terminal.ended).toMatchObject({ exitCode: 2 });
    expect(terminal.text()).toMatch(/error: cannot run the pager\s+".*none"/s);
  });

  test.skipIf(!isInstalled('less'))('is read in less, which gives the terminal back', async () => {
    const { PAGER: _, ...own } = env;
    const terminal = onTerminal(sync('all.csv'), { env: own, home });
    await terminal.waitFor('opens (');
    expect(terminal.text()).not.toMatch(question);
    terminal.send('G');
    await terminal.waitFor('plan: ');
    terminal.send('q');
    await refuse(terminal);
  });
});

test('the plans of organization files, undo, merges and offboarding go there, too', async () => {
  const own = freshHome();
  const run = (line: string) => runHere(line.split(' '), { env, home: own });
  await writeFile(join(own, 'o.yaml'), 'format: docs-admin-organization/1\nteams: { New: {}, Other: {} }\n');
  await run('teams members set team_empty user_kim --role member --yes');
  const lines = [
    'undo',
    'org apply --file o.yaml',
    'teams merge team_design team_support --allow-opening administrators',
    'members offboard user_kim',
  ];
  const shown = await Promise.all(
    lines.map(async (line) => {
      const terminal = onTerminal(line.split(' '), { env, home: own, rows: 2 });
      await Promise.race([terminal.waitFor('?'), terminal.ended]);
      terminal.send('n\r');
      await terminal.ended;
      return [line, marked(terminal) > 0];
    }),
  );
  expect(shown).toEqual(lines.map((line) => [line, true]));
});
