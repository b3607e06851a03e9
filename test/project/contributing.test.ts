import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workedExample } from '../support/worked-example.ts';

/** The recipes for contributors. */
const page = readFileSync('docs/extending.md', 'utf8');
/** The path of each file that a text quotes, and the lines below it. */
const quotesIn = (text: string) =>
  [...text.matchAll(/^\*\*.+?\*\*, `([^`]+)`(?:.*\n)+?\n```\w+\n([\s\S]*?)^```$/gm)].map(
    ([, path, lines]): [string, string] => [path as string, lines as string],
  );

test.each(quotesIn(page))('the page has %s as it is', (path, lines) => {
  const file = readFileSync(path, 'utf8');
  for (const part of lines.split(/^ *\.\.\.\n/m)) expect(file).toContain(part);
});

test('the example of an operation goes from the contract to the documentation', () => {
  const [, recipe = ''] = page.split(/^## /m);
  expect(quotesIn(recipe).map(([path]) => path.split('/').slice(0, 3).join('/'))).toEqual([
    'test/api/reference.ts',
    'src/api/contract',
    'src/model/section-groups.ts',
    'src/model/effects',
    'src/commands/section-groups.ts',
    'src/sandbox/routes',
    'test/commands/section-groups.test.ts',
    'test/commands/guards.test.ts',
    'test/support/undo-cases.ts',
    'docs/reference.md',
  ]);
});

test('every place that the recipes name exists, but for those of their examples', () => {
  const examples = [...workedExample().files.keys()];
  const named = [...page.matchAll(/`((?:src|test|docs)\/[^`<*\s]+)`/g)].map(([, path]) => path as string);
  expect(named.filter((path) => !existsSync(path) && !examples.includes(path))).toEqual([]);
});
