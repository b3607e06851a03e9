import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

const source = sourceFiles('src').map((path) => ({ path, code: readFileSync(path, 'utf8') }));
const tests = sourceFiles('test').map((path) => readFileSync(path, 'utf8'));
/** What makes the build, and is no TypeScript. */
const build = ['generate', 'load-generated', 'registry', 'tables', 'bundle'].map((name) =>
  readFileSync(`src/build/${name}.js`, 'utf8'),
);

test('what a file exports is used in another one', () => {
  const filesWith = new Map<string, number>();
  for (const code of [...source.map((file) => file.code), ...tests, ...build]) {
    for (const word of new Set(code.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  }
  const unused = source
    // The library exports all of the contract.
    .filter(({ path }) => path !== 'src/index.ts' && !path.startsWith('src/api/contract/operations/'))
    .flatMap(({ path, code }) => exportedBy(code).map((name) => ({ path, name })))
    // A test of all operations reads the columns of every noun.
    .filter(({ path, name }) => !(path.startsWith('src/commands/') && name.endsWith('View')))
    .filter(({ name }) => filesWith.get(name) === 1)
    .map(({ path, name }) => `${path}: ${name}`);
  expect(unused).toEqual([]);
});

/** The values that a file exports; types are parts of what functions take and return. */
function exportedBy(code: string): string[] {
  const declared = /^export (?:async )?(?:const|let|function\*?|class|abstract class) (\w+)/gm;
  return [...code.matchAll(declared)].map(([, name = '']) => name);
}
