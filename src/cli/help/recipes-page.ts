import { escaped, type ManPage, manPage } from './man-pages.ts';

/** Returns the cookbook `docs/recipes.md` as a manual page: headings, paragraphs and commands, without their output. */
export function recipesPage(markdown: string): ManPage {
  const [head = '', ...recipes] = markdown.split(/^## /m);
  const introduction = head.replace(/^# .*\n/, '');
  return {
    file: 'docs-admin-recipes.1',
    text: manPage('docs-admin-recipes', 'tasks of an administrator, from the question to the command', [
      '.SH DESCRIPTION',
      ...blocks(introduction),
      '.SH RECIPES',
      ...recipes.flatMap((recipe) => {
        const [title = '', ...lines] = recipe.split('\n');
        return [`.SS ${escaped(title)}`, ...blocks(lines.join('\n'))];
      }),
      '.SH SEE ALSO',
      '.BR docs\\-admin (1)',
    ]),
  };
}

/** Splits a text into paragraphs and fenced blocks. */
function blocks(text: string): string[] {
  return text.split(/^```/m).flatMap((part, at) => {
    const isFenced = at % 2 === 1;
    return isFenced ? example(part.replace(/^.*\n/, '')) : part.split(/\n{2,}/).flatMap(paragraph);
  });
}

function example(text: string): string[] {
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  return ['.PP', '.EX', ...commands.map((line) => `  ${escaped(line)}`), '.EE'];
}

function paragraph(text: string): string[] {
  const plain = text
    .trim()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
  return plain === '' ? [] : ['.PP', ...plain.split('\n').map(escaped)];
}
