import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freshHome, onTerminal, shellOnTerminal } from '../support/installed.ts';

const sandbox = { env: { DOCS_ADMIN_PROFILE: 'sandbox' } };
const showCursor = '\x1b[?25h';

test('what is typed narrows the list, Enter takes it', async () => {
  const terminal = onTerminal(['teams', 'get', '-o', 'json'], sandbox);
  await terminal.waitFor('Which team?');
  await terminal.waitFor('team_platform');
  terminal.send('suppo');
  await terminal.waitFor('(1 match)');
  terminal.send('\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toContain('"id": "team_support"');
  expect(terminal.raw().lastIndexOf(showCursor)).toBeGreaterThan(terminal.raw().lastIndexOf('\x1b[?25l'));
});

test('a terminal that does not know its size gets lines of 80 columns', async () => {
  const terminal = shellOnTerminal('stty cols 0 rows 0; docs-admin teams get -o id', sandbox);
  await terminal.waitFor('Which team?');
  await terminal.waitFor('team_platform');
  terminal.send('suppo');
  await terminal.waitFor('(1 match)');
  terminal.send('\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
});

test('with ACCESSIBLE=1 a list has numbers, the answer is typed, and nothing is drawn again', async () => {
  const env = { ...sandbox.env, ACCESSIBLE: '1' };
  const terminal = onTerminal(['teams', 'delete'], { env });
  await terminal.waitFor('Type numbers or ids, separated by commas: ');
  expect(terminal.text()).toMatch(
    /^Which team\?\r\n1\. Docs {2}team_docs\r\n(\d\. .*\r\n){4}6\. Nobody yet {2}team_empty\r\n/,
  );
  terminal.send('7\r');
  await terminal.waitFor('Nothing matches "7".');
  terminal.send('6\r');
  await terminal.waitFor('[y/N] ');
  terminal.send('n\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 2 });
  expect(terminal.text()).toContain('error: cancelled; nothing was sent');
  expect(terminal.text().split('team_docs')).toHaveLength(2);
  // No cursor goes up, none is hidden.
  expect(terminal.raw()).not.toMatch(/\x1b\[\d*[AF]|\x1b\[\?25l/);
});

test.each([
  ['Ctrl-C', '\x03', 130],
  ['Escape', '\x1b', 2],
])('%s ends a typed choice', async (_, keys, exitCode) => {
  const terminal = onTerminal(['sites', 'delete'], { env: { ...sandbox.env, ACCESSIBLE: '1' } });
  await terminal.waitFor('Type numbers');
  terminal.send(keys);
  expect(await terminal.ended).toMatchObject({ exitCode });
});

test('words are found in any order, without accents', async () => {
  const terminal = onTerminal(['members', 'get', '-o', 'id'], sandbox);
  await terminal.waitFor('user_hana');
  terminal.send('novakova hana');
  await terminal.waitFor('(1 match)');
  terminal.send('\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toMatch(/user_hana\s*$/);
});

test.each([
  ['Ctrl-C', '\x03', 130],
  ['Escape', '\x1b', 2],
])('%s ends it, and the terminal is as it was', async (_, keys, exitCode) => {
  const terminal = onTerminal(['sites', 'delete'], sandbox);
  await terminal.waitFor('Which site?');
  await terminal.waitFor('site_docs');
  terminal.send(keys);
  expect(await terminal.ended).toMatchObject({ exitCode });
  expect(terminal.text().includes('error: cancelled; nothing was sent')).toBe(exitCode === 2);
  expect(terminal.raw().lastIndexOf(showCursor)).toBeGreaterThan(terminal.raw().lastIndexOf('\x1b[?25l'));
});

test.each([
  ['Enter alone takes one', 'tokyo\r', ['team_tokyo']],
  ['Tab takes several', '\t\x1b[B\x1b[B\t\r', ['team_docs', 'team_support']],
])('of several that may be picked: %s', async (_, keys, ids) => {
  const terminal = onTerminal(['teams', 'delete', '--dry-run', '--query', 'changes[].url || url'], sandbox);
  await terminal.waitFor('team_tokyo');
  terminal.send(keys);
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const requested = [...terminal.text().matchAll(/teams\/(team_\w+)/g)].map(([, id]) => id);
  expect(new Set(requested)).toEqual(new Set(ids));
});

test.each([
  ['one', ['openapi', 'get', '-o', 'id'], 'petstore', 'petstore'],
  ['several', ['teams', 'delete', '--dry-run'], 'team_tokyo', 'teams/team_tokyo'],
])('Enter with no match stays in the list: %s', async (_, line, choice, shown) => {
  const terminal = onTerminal(line, sandbox);
  await terminal.waitFor(choice);
  terminal.send('zzzz');
  await terminal.waitFor('No matches found');
  terminal.send('\r');
  await terminal.waitFor(/Nothing is picked|Please select/);
  terminal.send('\x15');
  terminal.send(choice);
  await terminal.waitFor('(1 match)');
  terminal.send('\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toContain(shown);
});

test('a long text is written in an editor', async () => {
  const home = freshHome();
  const editor = join(home, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nenv > seen\nls -l "$1" > rights\nprintf "Who owns\\nthis?\\n" > "$1"\n', {
    mode: 0o755,
  });
  const terminal = onTerminal(['comments', 'create', '--space', 'space_handbook', '-o', 'json'], {
    home,
    env: { ...sandbox.env, EDITOR: editor, DOCS_ADMIN_TOKEN: 'secret-of-the-test' },
  });
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toContain('"markdown": "Who owns\\nthis?"');
  expect(readFileSync(join(home, 'seen'), 'utf8')).not.toContain('secret-of-the-test');
  expect(readFileSync(join(home, 'rights'), 'utf8')).toMatch(/^-rw-------/);
});

test('a missing surrounding is picked as well', async () => {
  const terminal = onTerminal(['sections', 'list'], sandbox);
  await terminal.waitFor('Which site?');
  terminal.send('acme\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toContain('section_guides');
});

test.each([
  ['a list', 'docs-admin sites get --no-pager', 'Which site?', '\r', 'Acme Docs', 0],
  ['a question', 'docs-admin sites delete site_docs', '[y/N]', 'n\r', 'cancelled', 2],
])('after Ctrl-Z and fg, %s is asked again', async (_, line, question, answer, shown, code) => {
  const terminal = shellOnTerminal(`${line}; echo "left $?"; fg; echo "code $?"`, sandbox);
  await terminal.waitFor(question);
  terminal.send('\x1a');
  await terminal.waitFor(new RegExp(`left 148.*${question.replace(/[[\]?]/g, '\\$&')}`, 's'));
  terminal.send(answer);
  await terminal.waitFor(`code ${code}`);
  expect(terminal.text()).toContain(shown);
});

test.each([
  ['a list', 'docs-admin sites get', 'Which site?'],
  ['a question', 'docs-admin sites delete site_docs', '[y/N]'],
])('a terminal that is closed at %s ends it with 129', async (_, line, question) => {
  const home = freshHome();
  const terminal = shellOnTerminal(`trap : HUP; ${line}; echo "code $?" > result`, { ...sandbox, home });
  await terminal.waitFor(question);
  terminal.close();
  const result = () => readFileSync(join(home, 'result'), 'utf8');
  await vi.waitFor(() => expect(result()).toBe('code 129\n'), { timeout: 60_000 });
});

test('what is not in a long list is searched for', async () => {
  const home = freshHome();
  const large = { ...sandbox, home };
  await onTerminal(['sandbox', 'reset', '--members', '5100', '--yes'], large).ended;
  const terminal = onTerminal(['members', 'get', '-o', 'id'], large);
  await terminal.waitFor('type to search');
  terminal.send('lovelace');
  await terminal.waitFor('(1 match)');
  await terminal.waitFor('search all others for what you typed');
  terminal.send('\r');
  await terminal.waitFor('ada@acme.example');
  terminal.send('\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toMatch(/user_ada\s*$/);
});
