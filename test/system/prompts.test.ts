import { expect, test } from 'vitest';
import { useChildren } from './children.ts';
import { onTerminal, type Terminal } from './terminal.ts';

useChildren();

/** Says how the terminal is left behind, and waits for Enter: what a process prints just before its end may be lost. */
const andEcho = (action: string) =>
  `child ${action}; echo "code $?"; stty -a | grep -o -- '-\\?icanon\\|-\\?echo\\b'; read -r`;

/** Resolves when the tool has ended with `code`, and has left the terminal as it was. */
async function leavesAsItWas(terminal: Terminal, code: number): Promise<void> {
  await terminal.shows(`code ${code}\r\nicanon\r\necho\r\n`);
  terminal.type('\r');
  await terminal.ended;
}

test.each([
  ['y', 'true'],
  ['YES', 'true'],
  ['n', 'false'],
  ['', 'false'],
  ['yesterday', 'false'],
])('%j confirms: %s', async (answer, result) => {
  const terminal = onTerminal('prompt confirm');
  await terminal.shows('really [y/N] ');
  terminal.type(`${answer}\r`);
  await terminal.shows(`answer: ${result}`);
});

test.each([
  ['Handbook', 'Handbook'],
  ['', 'default'],
  ['Handboook\x7f\x7fk', 'Handbook'],
])('a text is edited as on any line: %j', async (keys, result) => {
  const terminal = onTerminal('prompt text');
  await terminal.shows('name [default]: ');
  terminal.type(`${keys}\r`);
  await terminal.shows(`answer: ${result}\r\n`);
});

test('a secret is not echoed, and may be corrected', async () => {
  const terminal = onTerminal('', andEcho('prompt secret'));
  await terminal.shows('token: ');
  terminal.type('SECRETX\x7f\r');
  await terminal.shows('answer: 6 characters');
  await leavesAsItWas(terminal, 0);
  expect(terminal.screen()).not.toMatch(/SECRET|\*/);
  expect(terminal.screen()).toMatch(/token: \r?\nanswer/);
});

test.each(['confirm', 'secret', 'text'])(
  'Ctrl-C ends a %s, and leaves the terminal as it was',
  async (kind) => {
    const terminal = onTerminal('', andEcho(`prompt ${kind}`));
    await terminal.shows(kind === 'confirm' ? '[y/N] ' : ': ');
    terminal.type('abc\x03');
    await terminal.shows('Interrupted: interrupted by SIGINT');
    await leavesAsItWas(terminal, 1);
  },
);

test.each(['confirm', 'secret', 'text'])(
  'Esc cancels a %s, and leaves the terminal as it was',
  async (kind) => {
    const terminal = onTerminal('', andEcho(`prompt ${kind}`));
    await terminal.shows(kind === 'confirm' ? '[y/N] ' : ': ');
    terminal.type('abc');
    terminal.type('\x1b');
    await terminal.shows('UsageError: cancelled; nothing was sent');
    await leavesAsItWas(terminal, 1);
  },
);

test('other keys that begin like Esc edit the line', async () => {
  const terminal = onTerminal('prompt text');
  await terminal.shows('name [default]: ');
  terminal.type('wrong\x1b\x7fHandbookx\x1b[D\x1b[3~\r');
  await terminal.shows('answer: Handbook\r\n');
});

test('Ctrl-D is no answer', async () => {
  const terminal = onTerminal('', andEcho('prompt secret'));
  await terminal.shows('token: ');
  terminal.type('\x04');
  await terminal.shows('UsageError: the question was not answered');
  await leavesAsItWas(terminal, 1);
});

test('a signal from outside ends a question, and leaves the terminal as it was', async () => {
  // The process tells its id itself, so that nothing else is met.
  const terminal = onTerminal('', andEcho('prompt secret'));
  await terminal.shows('token: ');
  const [, pid] = /pid (\d+)/.exec(terminal.screen()) ?? [];
  process.kill(Number(pid), 'SIGTERM');
  await terminal.shows('Interrupted: interrupted by SIGTERM');
  await leavesAsItWas(terminal, 1);
});
