import { expect, test } from 'vitest';
import { freshHome, onTerminal, runInstalled } from '../support/installed.ts';

const sandbox = { env: { DOCS_ADMIN_PROFILE: 'sandbox' } };

test('a list is a table that fits the terminal', async () => {
  const terminal = onTerminal(['sites', 'list'], { ...sandbox, columns: 70 });
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const lines = terminal.text().trimEnd().split(/\r?\n/);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.length > 70)).toEqual([]);
  expect(lines.filter((line) => line.includes('\t'))).toEqual([]);
});

test.each([
  ['y', 0],
  ['n', 2],
])('a deletion asks first; %s ends it with %i', async (answer, exitCode) => {
  const home = freshHome();
  const terminal = onTerminal(['sites', 'delete', 'site_docs'], { ...sandbox, home });
  await terminal.waitFor('site_docs');
  terminal.send(`${answer}\r`);
  expect(await terminal.ended).toMatchObject({ exitCode });
  const { stdout } = await runInstalled(['sites', 'list', '-o', 'id'], { ...sandbox, home });
  expect(stdout.includes('site_docs')).toBe(answer === 'n');
});

test('Ctrl-C at a question ends with 130 and changes nothing', async () => {
  const home = freshHome();
  const terminal = onTerminal(['sites', 'delete', 'site_docs'], { ...sandbox, home });
  await terminal.waitFor('site_docs');
  terminal.send('\x03');
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  const { stdout } = await runInstalled(['sites', 'list', '-o', 'id'], { ...sandbox, home });
  expect(stdout).toContain('site_docs');
});

test.each([
  ['sandbox', 0],
  ['y', 2],
])('a protected profile asks for its name; %s ends it with %i', async (answer, exitCode) => {
  const home = freshHome();
  await runInstalled(['config', 'set', 'protected', 'true'], { ...sandbox, home });
  const terminal = onTerminal(['teams', 'update', 'team_docs', '--title', 'Two', '--yes'], {
    ...sandbox,
    home,
  });
  await terminal.waitFor("Type the profile's name to go ahead");
  terminal.send(`${answer}\r`);
  expect(await terminal.ended).toMatchObject({ exitCode });
  const { stdout } = await runInstalled(['teams', 'get', 'team_docs', '-o', 'json'], { ...sandbox, home });
  expect(stdout.includes('"title": "Two"')).toBe(exitCode === 0);
});
