import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from '../support/imports.ts';

test.each([
  ['src', 350],
  ['test', 450],
])('every file of %s has at most %i lines', (folder, most) => {
  const files = sourceFiles(folder).map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
  expect(files.filter(({ lines }) => lines > most)).toEqual([]);
});

/** Tables of files, one for each noun, tool, format or part of the machine. */
const tables = [
  'src/mcp/server.ts',
  'src/model/effects/nouns.ts',
  'src/output/create-output.ts',
  'src/system/system.ts',
];

test('a file below forty lines with one importer belongs into it', () => {
  const importers = new Map<string, string[]>();
  for (const { from, to } of sourceFiles('src').flatMap(importsOf))
    importers.set(to, [...(importers.get(to) ?? []), from]);
  const orphans = sourceFiles('src').filter((path) => {
    if (path.startsWith('src/build/')) return false;
    const [importer, ...others] = new Set(importers.get(path));
    const isLazy = importer && importsOf(importer).some(({ to, kind }) => to === path && kind === 'lazy');
    if (!importer || others.length > 0 || isLazy || tables.includes(importer)) return false;
    return read(path).split('\n').length - 1 < 40;
  });
  expect(orphans).toEqual([
    // The contract has all operations.
    'src/api/contract/operations/any.ts',
    // A nested noun has a file of its own.
    'src/commands/content/files.ts',
    'src/commands/content/reusable-contents.ts',
  ]);
});

test('a folder of test is named after one of src, or holds tests of the whole', () => {
  const whole = ['architecture', 'bench', 'e2e', 'project', 'scenarios', 'simulate', 'support'];
  const known = [...readdirSync('src'), ...whole];
  const folders = readdirSync('test').filter((name) => !name.includes('.'));
  expect(folders.filter((name) => !known.includes(name))).toEqual([]);
});

test('no test is left out or runs alone', () => {
  const marks = /\b(?:test|it|describe)(?:\.each)?\.(?:only|skip|todo)\b/;
  expect(sourceFiles('test').filter((path) => marks.test(read(path)))).toEqual([]);
});

test('a file with tests that must fail says first what is known', () => {
  const known = '// Known, and not fixed yet: ';
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
