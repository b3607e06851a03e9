import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { expect, test } from 'vitest';

const files = ['bin', 'src', 'test'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
);
const names = new Set(files.map((path) => basename(path)));
const folders = [...readdirSync('.'), ...readdirSync('src')];
/** Folders that the build, a release or an installation makes. */
const made = ['dist', 'executable', 'node_modules', 'release'];

test.each(['docs/architecture.md', 'docs/contributing.md'])(
  '%s names files and folders that exist',
  (page) => {
    const code = [...readFileSync(page, 'utf8').matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text);
    expect(code.filter((text) => !exists(text))).toEqual([]);
  },
);

/** Returns whether a text in a page is no path, or exists: from the root, from `src`, or as the name of a file alone. */
function exists(text: string): boolean {
  const [first = '', ...rest] = text.split('/');
  if (rest.length === 0) return !/\.(ts|js|cjs)$/.test(text) || names.has(text);
  const isPath = folders.includes(first) && !made.includes(first) && !/[<*]/.test(text);
  return !isPath || existsSync(text) || existsSync(join('src', text));
}

test('the layout names files and folders where they are', () => {
  const [, layout = ''] = /\nsrc\/\n(.*?)```/s.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
  const gone: string[] = [];
  let room = 'src';
  /** The folder of an entry, and those that the entry has named so far. */
  let within = ['src'];
  for (const line of layout.split('\n')) {
    const indent = line.search(/\S/);
    if (indent <= 4) within = [indent === 0 ? '.' : indent === 2 ? 'src' : room];
    for (const path of line.match(/(?<![\w<>*./-])[\w-][\w./-]*(?:\.(?:ts|js)|\/)(?![\w<*])/g) ?? []) {
      const found = [...within, 'src'].map((folder) => join(folder, path)).find((one) => existsSync(one));
      if (!found) gone.push(`${path} in ${within.join(', ')}`);
      else if (path.endsWith('/')) within.push(found);
    }
    if (indent === 2) room = within[1] ?? 'src';
  }
  expect(gone).toEqual([]);
});
