import { expect, test } from 'vitest';
import { createOutput } from '../../src/output/create-output.ts';
import { type Format, formats } from '../../src/output/output.ts';
import type { Sink } from '../../src/ports.ts';
import { capture, memberView, outputDefaults } from './capture.ts';

async function* failing() {
  yield [{ id: 'user_1' }];
  throw new Error('page 2 failed');
}

test('a failing page leaves an unclosed array', async () => {
  const { out, stdout } = capture({ format: 'json' });
  await expect(out.list(failing(), memberView)).rejects.toThrow('page 2 failed');
  expect(stdout()).toBe('[\n  {\n    "id": "user_1"\n  }');
  expect(() => JSON.parse(stdout())).toThrow(SyntaxError);
});

test.each(formats)('a failing page is reported after what came before it: %s', async (format) => {
  const { out, stdout } = capture({ format });
  await expect(out.list(failing(), memberView)).rejects.toThrow('page 2 failed');
  expect(stdout()).toContain('user_1');
});

function options(format: Format, stdout: Sink) {
  return { ...outputDefaults, stdout, stderr: stdout, format };
}

test.each(formats)('the next page is asked for only when the last was taken: %s', async (format) => {
  const events: string[] = [];
  async function* pages() {
    for (const id of ['a', 'b', 'c']) {
      events.push(`ask ${id}`);
      yield [{ id }];
    }
  }
  const slow: Sink = {
    isTerminal: false,
    columns: undefined,
    write: async () => {
      events.push('write');
      await new Promise((resolve) => setImmediate(resolve));
      events.push('taken');
    },
  };
  await createOutput(options(format, slow)).list(pages(), memberView);
  const perPage = ['ask a', 'write', 'taken', 'ask b', 'write', 'taken', 'ask c', 'write', 'taken'];
  expect(events.slice(0, 9)).toEqual(perPage);
});

test('the memory of printed pages is freed while the next one is awaited, from the second full page on', async () => {
  const events: string[] = [];
  async function* pages() {
    for (const page of [1, 2, 3]) {
      events.push(`ask ${page}`);
      yield Array.from({ length: 1000 }, (_, at) => ({ id: `user_${at}` }));
    }
  }
  const sink: Sink = { isTerminal: false, columns: undefined, write: async () => void events.push('write') };
  const pageFreer = async () => () => void events.push('free');
  await createOutput({ ...options('jsonl', sink), pageFreer }).list(pages(), memberView);
  expect(events).toEqual(['ask 1', 'write', 'ask 2', 'write', 'ask 3', 'free', 'write', 'free']);
});

test('a sink that fails ends the list and releases its pages', async () => {
  let released = false;
  async function* pages() {
    try {
      yield [{ id: 'a' }];
      yield [{ id: 'b' }];
    } finally {
      released = true;
    }
  }
  const broken: Sink = {
    isTerminal: false,
    columns: undefined,
    write: () => Promise.reject(new Error('EPIPE')),
  };
  await expect(createOutput(options('jsonl', broken)).list(pages(), memberView)).rejects.toThrow('EPIPE');
  expect(released).toBe(true);
});

test('messages go to stderr, each on one line', async () => {
  const { out, stdout, stderr } = capture();
  await out.note('two\nlines');
  await out.warn('careful');
  await out.done('deleted site_1');
  expect(stdout()).toBe('');
  expect(stderr()).toBe('two␊lines\nwarning: careful\ndeleted site_1\n');
});

test('quiet leaves nothing but data', async () => {
  const { out, stdout, stderr } = capture({ quiet: true });
  await out.note('a');
  await out.warn('b');
  await out.done('c');
  await out.list([], memberView);
  await out.item({ id: 'user_1' }, memberView, 'created user_1');
  expect(stderr()).toBe('');
  expect(stdout()).toContain('user_1');
});

test('formats for programs do not say in words what was done', async () => {
  const { out, stderr } = capture({ format: 'json' });
  await out.item({ id: 'user_1' }, memberView, 'created user_1');
  expect(stderr()).toBe('');
});

test('raw text is left as it is, with a newline at its end', async () => {
  const { out, stdout } = capture();
  await out.raw('a\u001b[1m\n\n');
  await out.raw('token');
  expect(stdout()).toBe('a\u001b[1m\n\ntoken\n');
});
