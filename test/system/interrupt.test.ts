import { expect, onTestFinished, test } from 'vitest';
import { startChild, useChildren } from './children.ts';

useChildren();

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s is asked for once', async (signal) => {
  const child = startChild('interrupt');
  await child.says('ready');
  child.process.kill(signal);
  await child.says(`asked: interrupted by ${signal}`);
  expect(child.process.exitCode).toBeNull();
});

test.each([
  ['SIGINT', 'SIGINT', 130],
  ['SIGTERM', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 143],
  ['SIGINT', 'SIGHUP', 129],
] as const)('%s, then %s ends the process at once', async (first, second, code) => {
  const child = startChild('interrupt');
  await child.says('ready');
  child.process.kill(first);
  await child.says('asked');
  child.process.kill(second);
  const end = await child.ended;
  expect(end).toMatchObject({ code, stdout: `ready\nasked: interrupted by ${first}\n`, stderr: '' });
});

test('Ctrl-C ends work that blocks the process', async () => {
  const child = startChild('blocking');
  await child.says('ready');
  // The work may begin only after the first of them.
  const keys = setInterval(() => child.process.kill('SIGINT'), 100);
  onTestFinished(() => clearInterval(keys));
  await child.says('Interrupted: interrupted by SIGINT true');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends work during which nothing hears it',
  async (signal) => {
    const child = startChild('endable');
    await child.says('ready');
    child.process.kill(signal);
    expect(await child.ended).toMatchObject({ code: null, signal });
  },
);

test.each([
  ['linux', { code: null, signal: 'SIGINT' }],
  ['darwin', { code: null, signal: 'SIGINT' }],
  // Windows has no signals: the exit code says it.
  ['win32', { code: 130, signal: null }],
])('an interrupted process on %s ends so that its parent sees it', async (platform, end) => {
  expect(await startChild('end', '130', platform).ended).toMatchObject(end);
});
