import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { storeWithSpaces } from '../support/demo-store.ts';
import { freshHome, onTerminal, shellOnTerminal } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

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
  const { stdout } = await runHere(['sites', 'list', '-o', 'id'], { ...sandbox, home });
  expect(stdout.includes('site_docs')).toBe(answer === 'n');
});

test('Ctrl-C at a question ends with 130 and changes nothing', async () => {
  const home = freshHome();
  const terminal = onTerminal(['sites', 'delete', 'site_docs'], { ...sandbox, home });
  await terminal.waitFor('site_docs');
  terminal.send('\x03');
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  const { stdout } = await runHere(['sites', 'list', '-o', 'id'], { ...sandbox, home });
  expect(stdout).toContain('site_docs');
});

test.each([
  ['sandbox', 0],
  ['y', 2],
])('a protected profile asks for its name; %s ends it with %i', async (answer, exitCode) => {
  const home = freshHome();
  await runHere(['config', 'set', 'protected', 'true'], { ...sandbox, home });
  const terminal = onTerminal(['teams', 'update', 'team_docs', '--title', 'Two', '--yes'], {
    ...sandbox,
    home,
  });
  await terminal.waitFor('to go ahead: ');
  terminal.send(`${answer}\r`);
  expect(await terminal.ended).toMatchObject({ exitCode });
  const { stdout } = await runHere(['teams', 'get', 'team_docs', '-o', 'json'], { ...sandbox, home });
  expect(stdout.includes('"title": "Two"')).toBe(exitCode === 0);
});

test('a question breaks between words', async () => {
  const home = freshHome();
  await runHere(['config', 'set', 'protected', 'true'], { ...sandbox, home });
  const terminal = onTerminal(['sites', 'delete', 'site_docs'], { ...sandbox, home, columns: 60 });
  await terminal.waitFor(/to go\s+ahead: /);
  expect(
    terminal
      .text()
      .split(/\r?\n/)
      .filter((line) => line.trimEnd().length > 60),
  ).toEqual([]);
  terminal.send('\x03');
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
});

test('a page is opened by the program of the desktop, which learns no token', async () => {
  const home = freshHome();
  const opener = 'env > "$HOME/seen"; echo "$1" >> "$HOME/seen"';
  writeFileSync(join(home, 'xdg-open'), `#!/bin/sh\n${opener}\n`, { mode: 0o755 });
  const terminal = shellOnTerminal('PATH="$HOME:$PATH" docs-admin open sites site_docs', {
    home,
    env: { ...sandbox.env, DISPLAY: ':0', DOCS_ADMIN_TOKEN: 'secret-of-the-test' },
  });
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const page = 'http://app.sandbox.localhost/o/org_acme/sites/site_docs\n';
  await vi.waitFor(() => expect(readFileSync(join(home, 'seen'), 'utf8')).toContain(page));
  expect(readFileSync(join(home, 'seen'), 'utf8')).not.toContain('secret-of-the-test');
});

const deletion = ['teams', 'delete', 'team_docs'];

test.each([
  ['yes', '\r', 0],
  ['without them', 'without\r', 0],
  ['no', 'nothing\r', 2],
])('a long reading before a change asks: %s', async (answer, keys, exitCode) => {
  const { env } = await servedSandbox(storeWithSpaces(120));
  const home = freshHome();
  const terminal = onTerminal(deletion, { env, home, columns: 120 });
  await terminal.waitFor('takes 132 requests, about ');
  await terminal.waitFor('no, change nothing');
  terminal.send(keys);
  expect(await terminal.ended).toMatchObject({ exitCode });
  const undo = await runHere(['undo', '--dry-run'], { env, home });
  const lost = 'roles of teams on spaces: its value before is not known: it takes 132 requests';
  expect(undo.stderr.includes(lost)).toBe(answer === 'without them');
  expect(undo.stderr.includes('nothing to undo')).toBe(answer === 'no');
});

test('Ctrl-C in a long reading before a change ends with 130: nothing was sent', async () => {
  const service = await servedSandbox(storeWithSpaces(1500), { latency: 50 });
  const home = freshHome();
  const terminal = onTerminal([...deletion, '--yes'], { env: service.env, home, columns: 120 });
  await terminal.waitFor('of 1,512 requests');
  terminal.send('\x03');
  // Requests that are under way may keep the process until the signal itself ends it: a shell says 130, too.
  const { exitCode, signal } = await terminal.ended;
  expect(signal || exitCode).toBeOneOf([2, 130]);
  expect(terminal.text()).toContain('nothing was sent');
  expect(service.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await runHere(['runs', 'list', '-o', 'id'], { env: service.env, home })).stdout).toBe('');
});
