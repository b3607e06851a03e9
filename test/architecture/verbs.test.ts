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

test('the parts of a line go to the action of a verb, not to what makes the verb', () => {
  const makers = files.flatMap(({ path, code }) =>
    [...code.matchAll(/^(?:export )?const (\w+) = \((?:\{[^}]*\}|\w+): LineParts\b/gm)].map(
      ([, name]) => `${path}: ${name}`,
    ),
  );
  expect(makers).toEqual([]);
});
