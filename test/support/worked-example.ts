import { readFileSync } from 'node:fs';

/** The noun that `docs/contributing.md` adds as an example. */
export interface WorkedExample {
  /** The code of each file, by its path. */
  readonly files: ReadonlyMap<string, string>;
  /** The lines to add to `test/api/reference.ts`. */
  readonly rows: string;
}

/** Reads the example from the page: a paragraph that begins with a path, and the code below it. */
export function workedExample(page = readFileSync('docs/contributing.md', 'utf8')): WorkedExample {
  const files = page.matchAll(/^`((?:src|test)\/[^`<]+\.ts)`(?:.+\n)+\n```ts\n([\s\S]*?)^```$/gm);
  const rows = /^```text\n((?:[A-Z]+ \/v1\/.*\n)+)```$/m.exec(page)?.[1];
  if (rows === undefined) throw new Error('docs/contributing.md has no rows of the reference');
  return { files: new Map([...files].map(([, path, code]) => [path as string, code as string])), rows };
}
