import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createSink } from '../../src/system/streams.ts';
import { systemError } from '../disk/fake-disk.ts';
import { startChild, startShell, useChildren } from './children.ts';
import { temporaryFolder } from './temporary-folder.ts';

useChildren();

const size = 3_000_000;

test('a slow reader gets every byte', async () => {
  const { stdout, stderr } = await startShell(`child write ${size} | (sleep 0.2; wc -c)`).ended;
  expect({ bytes: Number(stdout), stderr }).toEqual({ bytes: size, stderr: 'writes\ntaken\n' });
});

test('a reader that takes nothing does not keep an interrupted process', async () => {
  const child = startChild('write', String(size));
  child.process.stdout?.pause();
  await child.says('writes');
  child.process.kill('SIGTERM');
  await child.says('Interrupted: interrupted by SIGTERM');
});

test('a slow reader of an interrupted process gets every byte', async () => {
  const child = startChild('write', String(size));
  child.process.stdout?.pause();
  await child.says('writes');
  child.process.kill('SIGTERM');
  child.process.stdout?.resume();
  const { stdout, stderr } = await child.ended;
  expect({ bytes: stdout.length, stderr }).toEqual({ bytes: size, stderr: 'writes\ntaken\n' });
});

test('a file gets every byte', async () => {
  const path = join(temporaryFolder(), 'out');
  const { stderr } = await startShell(`child write ${size} > ${path}`).ended;
  expect({ bytes: statSync(path).size, stderr }).toEqual({ bytes: size, stderr: 'writes\ntaken\n' });
});

test('a file is added to, where the shell says so', async () => {
  const path = join(temporaryFolder(), 'out');
  await startShell(`child write 2 >> ${path}; child write 3 >> ${path}`).ended;
  expect(readFileSync(path, 'utf8')).toBe('xxxxx');
});

test('a reader that has gone is told apart', async () => {
  const { stderr } = await startShell(`child write ${size} | head -c 1 > /dev/null`).ended;
  expect(stderr).toBe('writes\nOutputClosed: the reader of the output has gone\n');
});

test.each(['EPIPE', 'EOF'])('%s is what a pipe without a reader answers', async (code) => {
  const pipe = new Writable({ write: (_chunk, _encoding, done) => done(systemError(code)) });
  const sink = createSink(
    () => Object.assign(pipe, { fd: 1, isTTY: true }),
    () => false,
  );
  await expect(sink.write('text')).rejects.toThrow('the reader of the output has gone');
});

test('a device that takes nothing is an error', async () => {
  const { stderr } = await startShell('child write 10 > /dev/full').ended;
  expect(stderr).toBe('writes\nOutputError: cannot write output: ENOSPC\n');
});

test('a disk that takes only a part is an error', async () => {
  const path = join(temporaryFolder(), 'out');
  // A limit of one KiB a file stands for the full disk.
  const { stderr } = await startShell(`ulimit -f 1; child write 2000 > ${path}`).ended;
  expect(stderr).toBe('writes\nOutputError: cannot write output: EFBIG\n');
});

test.each([
  ['that is known', 120, 120],
  ['of 0, which a terminal says that does not know it', 0, 80],
  ['of no terminal', undefined, undefined],
])('a width %s', (_, columns, width) => {
  const stream = Object.assign(new PassThrough(), { fd: 1, columns });
  const sink = createSink(
    () => stream,
    () => columns !== undefined,
  );
  expect(sink.columns).toBe(width);
});

test('what goes nowhere is taken', async () => {
  expect((await startShell('child write 10 > /dev/null').ended).stderr).toBe('writes\ntaken\n');
  expect((await startShell('child write 10 >&-').ended).stderr).toBe('writes\ntaken\n');
});

test('a pipe that takes its bytes later, as on Windows, has them all before the writing ends', async () => {
  let taken = 0;
  const stream = new Writable({
    write(chunk, _, done) {
      setImmediate(() => {
        taken += chunk.length;
        done();
      });
    },
  });
  const sink = createSink(
    () => Object.assign(stream, { fd: 1, isTTY: true }),
    () => false,
  );
  await Promise.all([sink.write('x'.repeat(70_000)), sink.write('y'.repeat(size))]);
  expect(taken).toBe(size + 70_000);
});
