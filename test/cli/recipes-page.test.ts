import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recipesPage } from '../../src/cli/help/recipes-page.ts';

const markdown = readFileSync('docs/recipes.md', 'utf8');
const { file, text } = recipesPage(markdown);

test('the cookbook is a manual page with a section for each recipe', () => {
  expect(file).toBe('docs-admin-recipes.1');
  const titles = [...markdown.matchAll(/^## (.*)$/gm)].map(([, title]) => title as string);
  expect(titles.length).toBeGreaterThanOrEqual(20);
  for (const title of titles) expect(text).toContain(`\n.SS ${title.replaceAll('-', '\\-')}\n`);
});

test('commands stand as they are typed, and nothing of the Markdown is left', () => {
  expect(text).toContain('\n.EX\n  $ docs\\-admin members list \\-\\-role admin');
  expect(text).not.toMatch(/```|\]\(/);
  const requests = /^\.(\\"|TH|SH|SS|PP|EX|EE|BR|TP|B)( |$)/;
  expect(text.split('\n').filter((line) => /^[.']/.test(line) && !requests.test(line))).toEqual([]);
});

test('each recipe takes at most three commands', () => {
  for (const [, recipe = ''] of markdown.matchAll(/^## (.*\n(?:(?!## ).*\n?)*)/gm))
    expect(recipe.match(/^\$ /gm)?.length ?? 0, recipe.split('\n')[0]).toBeLessThanOrEqual(3);
});
