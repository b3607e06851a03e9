import { importGraph } from './imports.ts';

/** What takes long: many values of a property, processes, shells, browsers; every operation or example of the tool. */
const slowImports = new Set([
  'fast-check',
  'node:child_process',
  '@lydell/node-pty',
  'playwright-core',
  'src/api/contract/operations/index.ts',
  'src/build/help.ts',
]);

/** The commands that read or change a whole organization. */
const wholeOrganization = /^test\/commands\/(org|access|undo)\b/;

/** Returns the test files that take longest, by what they or the files of `test/` below them import, and by their noun. */
export function slowTests(): string[] {
  const graph = importGraph('test', ['static']);
  const isSlow = (path: string) => wholeOrganization.test(path) || importsSlow(path, graph);
  return [...graph.keys()].filter((path) => path.endsWith('.test.ts') && isSlow(path));
}

function importsSlow(path: string, graph: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set([path]);
  for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next);
  return [...reached].some((one) => slowImports.has(one));
}
