import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/contributing.md', 'utf8');
/** The path of each file that the page quotes, and the lines below it. */
const quotes = [...page.matchAll(/^\*\*.+?\*\*, `([^`]+)`(?:.*\n)+?\n```\w+\n([\s\S]*?)^```$/gm)].map(
  ([, path, lines]): [string, string] => [path as string, lines as string],
);

test.each(quotes)('the page has %s as it is', (path, lines) => {
  const file = readFileSync(path, 'utf8');
  for (const part of lines.split(/^ *\.\.\.\n/m)) expect(file).toContain(part);
});

test('the example goes from the contract to the documentation', () => {
  expect(quotes.map(([path]) => path.split('/').slice(0, 3).join('/'))).toEqual([
    'test/api/reference.ts',
    'src/api/contract',
    'src/model/section-groups.ts',
    'src/model/undo',
    'src/commands/section-groups.ts',
    'src/sandbox/routes',
    'test/commands/section-groups.test.ts',
    'test/commands/guards.test.ts',
    'test/commands/undo-operations.test.ts',
    'docs/reference.md',
  ]);
});
