import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild, startShell, useChildren } from './children.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { onTerminal } from './terminal.ts';

useChildren();

test('a pipe is read to its end', async () => {
  const { stdout } = await startShell("(printf 'one\\n'; sleep 0.1; printf 'zwölf') | child read").ended;
  expect(stdout).toBe('"one\\nzwölf"\n');
});

test('a file is read, without its byte order mark', async () => {
  const path = join(temporaryFolder(), 'in');
  writeFileSync(path, '\ufeffone');
  expect((await startShell(`child read < ${path}`).ended).stdout).toBe('"one"\n');
});

test('UTF-16 with a byte order mark is read, as a shell of Windows may write it', async () => {
  const path = join(temporaryFolder(), 'in');
  writeFileSync(path, '\ufeffzwölf\r\n', 'utf16le');
  expect((await startShell(`cat ${path} | child read`).ended).stdout).toBe('"zwölf\\r\\n"\n');
});

test('an empty pipe is an empty text', async () => {
  expect((await startShell(': | child read').ended).stdout).toBe('""\n');
});

test('the file that it is redirected from has an identity', async () => {
  const path = join(temporaryFolder(), 'in');
  writeFileSync(path, 'one');
  expect((await startShell(`child identity ${path} < ${path}`).ended).stdout).toBe('true\n');
  expect((await startShell(`: | child identity ${path}`).ended).stdout).toBe('none\n');
  expect((await startShell(`child identity ${path} <&-`).ended).stdout).toBe('none\n');
});

test.each(['<&-', '< /dev/null'])('%s is no input', async (redirection) => {
  const { stdout } = await startShell(`child read ${redirection}`).ended;
  expect(stdout).toBe('UsageError: standard input is closed\n');
});

test('a folder is no input', async () => {
  const { stdout } = await startShell('child read < /tmp').ended;
  expect(stdout).toBe('UsageError: standard input is a directory\n');
});

test('what is not UTF-8 is refused, with its line', async () => {
  const { stdout } = await startShell("printf 'one\\ntwo \\xe9\\n' | child read").ended;
  expect(stdout).toBe('UsageError: standard input line 2: not UTF-8\n');
});

test('an input without end is given up', async () => {
  const { stdout } = await startShell('child read < /dev/zero').ended;
  expect(stdout).toBe('UsageError: standard input is larger than 64 MiB\n');
});

test('an interrupt ends the waiting', async () => {
  const child = startChild('read');
  await child.says('reads');
  child.process.kill('SIGINT');
  expect((await child.ended).stdout).toBe('Interrupted: interrupted by SIGINT\n');
});

test('on a terminal the user is told what to do, and cannot be asked afterwards', async () => {
  const terminal = onTerminal('read again');
  await terminal.shows('reading from the terminal, end with Ctrl-D');
  terminal.type('typed\r');
  await terminal.shows('typed\r\n');
  terminal.type('\x04');
  await terminal.shows('"typed\\n"');
  await terminal.shows('again: true');
  await terminal.shows('UsageError: standard input was read to its end, so no question can be answered');
  expect(await terminal.ended).toBe(1);
});
