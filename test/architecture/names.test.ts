import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** Files that a table reads: each exports something by its own name, or by a name that all of them have. */
const read = /^src\/(commands|mcp\/tools|model|org\/sections|sandbox\/routes)\//;
const common = ['routes'];

test('a type has a name of its own', () => {
  expect(inSeveral(/^export (?:declare )?(?:interface|type) (\w+)\b/gm)).toEqual([]);
});

test('what is exported has a name of its own', () => {
  const declared = /^export (?:async )?(?:const|let|function\*?|class|abstract class) (\w+)/gm;
  expect(inSeveral(declared)).toEqual([]);
});

/** Returns the names that several files declare, with these files. */
function inSeveral(declaration: RegExp): string[] {
  const files = new Map<string, string[]>();
  for (const path of sourceFiles('src').filter((one) => one.endsWith('.ts'))) {
    const names = [...readFileSync(path, 'utf8').matchAll(declaration)].map(([, name = '']) => name);
    for (const name of new Set(names)) {
      const isRead = read.test(path) && [...common, ownName(path)].includes(name);
      if (!isRead) files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  return [...files]
    .flatMap(([name, paths]) => (paths.length > 1 ? [`${name}: ${paths.join(', ')}`] : []))
    .sort();
}

/** Returns the name of a file as that of a value: `siteSpaces` of `site-spaces.ts`. */
function ownName(path: string): string {
  const [stem = ''] = (path.split('/').at(-1) ?? '').split('.');
  return stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
