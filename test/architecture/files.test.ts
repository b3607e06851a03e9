import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

test.each([
  ['src', 350],
  ['test', 450],
])('every file of %s has at most %i lines', (folder, most) => {
  const files = sourceFiles(folder).map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
  expect(files.filter(({ lines }) => lines > most)).toEqual([]);
});

test('no test is left out or runs alone', () => {
  const marks = /\b(?:test|it|describe)(?:\.each)?\.(?:only|skip|todo)\b/;
  expect(sourceFiles('test').filter((path) => marks.test(read(path)))).toEqual([]);
});

test('a file with tests that must fail says first what is known', () => {
  const known = '// Known, and not mended yet: ';
  const silent = sourceFiles('test').filter(
    (path) => /\b(?:test|it)\.fails[(]/.test(read(path)) && !read(path).startsWith(known),
  );
  expect(silent).toEqual([]);
});

test('the lock file names no registry, so that every machine uses its own', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string }>;
  };
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved)).toEqual([]);
});

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
