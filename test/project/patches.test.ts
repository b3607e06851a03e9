import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { edits, patched, patchedFiles, stubs } from '../../src/build/patches.js';

const require = createRequire(import.meta.url);
const original = (file: string) => readFileSync(`node_modules/${file}`, 'utf8');

/** Returns the exports of a library's file in its published form. */
function exportsOf(file: string): Record<string, Record<string, unknown>> {
  const module = { exports: {} };
  const load = (path: string) => require(path.startsWith('.') ? `undici/lib/llhttp/${path}` : path);
  new Function('module', 'exports', 'require', original(file))(module, module.exports, load);
  return module.exports;
}

test('the tests of the source load the libraries as the bundle has them', () => {
  expect(require('undici/lib/dispatcher/client-h2.js')).toBeUndefined();
  expect(require('undici/lib/core/tree.js')).not.toHaveProperty('TernarySearchTree');
});

test('every file is there to be patched', () => {
  const same = patchedFiles.filter(
    (file) => patched(`/x/node_modules/${file}`, original(file)) === original(file),
  );
  expect(same).toEqual([]);
});

test('a file must have what is replaced as often as it had', () => {
  for (const { file, text } of edits) {
    const twice = `${original(file)}\n${text}`;
    expect(() => patched(`/x/node_modules/${file}`, twice), text).toThrow(file);
  }
});

describe('a stub has what it stands in for:', () => {
  test('the channels', () => {
    const { channels = {} } = exportsOf('undici/lib/core/diagnostics.js');
    expect(Object.keys(require('undici/lib/core/diagnostics.js').channels)).toEqual(Object.keys(channels));
  });

  test('the numbers of the parser', () => {
    const { ERROR, TYPE } = exportsOf('undici/lib/llhttp/constants.js');
    expect(require('undici/lib/llhttp/constants.js')).toEqual({ ERROR, TYPE });
  });

  test('every function of assert that the patched files call', () => {
    const assert = require('../../src/build/stubs/assert.cjs');
    const called = edits
      .filter(({ text }) => text.includes('node:assert'))
      .flatMap(({ file }) => original(file).match(/(?<=\bassert\.)\w+/g) ?? []);
    for (const name of called) expect(assert).toHaveProperty(name);
    expect(() => assert(0, 'told')).toThrow(
      expect.objectContaining({ message: 'told', code: 'ERR_ASSERTION' }),
    );
    expect(() => assert.strictEqual(1, '1')).toThrow('assertion failed');
    expect(() => assert.fail('so')).toThrow('so');
    for (const holds of [() => assert(1), () => assert.ok(true), () => assert.notStrictEqual(1, 2)])
      expect(holds).not.toThrow();
  });
});

test('nothing else of the libraries is changed', () => {
  expect(patched('/x/node_modules/undici/lib/core/symbols.js', 'code')).toBeUndefined();
  expect(patched('/x/node_modules/zod/lib/core/tree.js', 'code')).toBeUndefined();
  expect(patched('/x/src/undici/lib/core/tree.js', 'code')).toBeUndefined();
  expect(stubs.length).toBeGreaterThan(3);
});
