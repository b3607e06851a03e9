import { readFileSync } from 'node:fs';

/** The noun that `docs/extending.md` adds as an example, and the flag that it gets there. */
export interface WorkedExample {
  /** The code of each file, by its path, with the changes that follow. */
  readonly files: ReadonlyMap<string, string>;
  /** The lines to add to `test/api/reference.ts`. */
  readonly rows: string;
  /** The entry to add to `src/cli/noun-words.ts`. */
  readonly words: string;
}

/** Reads the example from the page: a paragraph that begins with a path, and the code below it. */
export function workedExample(page = readFileSync('docs/extending.md', 'utf8')): WorkedExample {
  const found = page.matchAll(/^`((?:src|test)\/[^`<]+\.ts)`(?:.+\n)+\n```ts\n([\s\S]*?)^```$/gm);
  const files = new Map([...found].map(([, path, code]) => [path as string, code as string]));
  for (const [, path = '', diff = ''] of page.matchAll(/`([^`]+)` changes:\n\n```diff\n([\s\S]*?)^```$/gm))
    files.set(path, changed(files.get(path) ?? '', diff));
  const rows = /^```text\n((?:[A-Z]+ \/v1\/.*\n)+)```$/m.exec(page)?.[1];
  if (rows === undefined) throw new Error('docs/extending.md has no rows of the reference');
  const words = /noun-words\.ts`.*\n\n```ts\n([\s\S]*?)^```$/m.exec(page)?.[1];
  if (words === undefined) throw new Error('docs/extending.md has no words of the noun');
  return { files, rows, words };
}

/** Returns the code with a diff, whose parts have lines of dots between them. */
function changed(code: string, diff: string): string {
  const without = (part: string, sign: RegExp) => part.replace(sign, '').replace(/^[ +-]/gm, '');
  return diff.split('...\n').reduce((text, part) => {
    const before = without(part, /^\+.*\n/gm);
    if (!text.includes(before)) throw new Error(`the code has not the lines of the diff:\n${before}`);
    return text.replace(before, () => without(part, /^-.*\n/gm));
  }, code);
}
