import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindOfSection, sectionNames } from '../../src/org/file/section-names.ts';
import { factsOf, fileKinds } from '../../src/org/plan/kinds.ts';
import { sections } from '../../src/org/sections/registry.ts';
import { sourceFiles } from '../support/imports.ts';

/** A new section is one file, and a line in `section-names.ts`: the table of sections is generated from it. */
test.each(sectionNames)('%s is one file, with its kinds, from the outside in', (name) => {
  expect(existsSync(`src/org/sections/${name}.ts`)).toBe(true);
  expect(sections[name].name).toBe(name);
  expect(Object.keys(sections[name].kinds)[0]).toBe(kindOfSection[name]);
});

test('no other file has a table of kinds', () => {
  // Other kinds are also words of other things.
  const parts = fileKinds.filter((kind) => kind.includes('-'));
  const entry = new RegExp(`^ *'(?:${parts.join('|')})':`, 'm');
  // The schema has the keys of the file.
  const own = ['src/org/sections/', 'src/org/file/schema.ts'];
  const files = sourceFiles('src/org').filter((path) => !own.some((one) => path.startsWith(one)));
  expect(files.filter((path) => entry.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a field names a kind of a file, and a kind in a complete list has its place there', () => {
  for (const kind of fileKinds) {
    const { fields, isInner, above = [], section } = factsOf(kind);
    for (const { names } of Object.values(fields)) if (names) expect(fileKinds).toContain(names);
    if (isInner) expect(above.map((one) => factsOf(one).section)).toEqual(above.map(() => section));
  }
});
