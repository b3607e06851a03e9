import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

const files = sourceFiles('src/commands').map((path) => ({ path, code: readFileSync(path, 'utf8') }));

test('a verb names the parts of the command line that it uses', () => {
  const whole = files.flatMap(({ path, code }) =>
    [...code.matchAll(/(\w+|\}): (?:LineParts|Pick<LineParts,[^>]*>)(?=[,)])/g)]
      .filter(([, name = '']) => name !== '}' && name !== 'parts')
      .map(([found]) => `${path}: ${found}`),
  );
  expect(whole).toEqual([]);
});

test('what lists verbs hands the parts on, and uses none of them', () => {
  const lists = files.filter(({ code }) => code.includes('parts: LineParts'));
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(({ code }) => /(?<!-)\bparts\.\w/.test(code)).map(({ path }) => path)).toEqual([]);
});
