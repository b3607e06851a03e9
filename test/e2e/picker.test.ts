import { expect, test } from 'vitest';
import { onTerminal } from '../support/installed.ts';

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

test.each([
  ['Ctrl-C', '\x03'],
  ['Escape', '\x1b'],
])('%s ends it with 130, and the terminal is as it was', async (_, keys) => {
  const terminal = onTerminal(['sites', 'delete'], sandbox);
  await terminal.waitFor('Which site?');
  await terminal.waitFor('site_docs');
  terminal.send(keys);
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  expect(terminal.raw().lastIndexOf(showCursor)).toBeGreaterThan(terminal.raw().lastIndexOf('\x1b[?25l'));
});

test('a missing surrounding is picked as well', async () => {
  const terminal = onTerminal(['sections', 'list'], sandbox);
  await terminal.waitFor('Which site?');
  terminal.send('acme\r');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toContain('section_guides');
});
