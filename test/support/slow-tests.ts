import { importGraph } from './imports.ts';

/** Properties are tried with many values; processes, shells and browsers take long to start. */
const slow = new Set(['fast-check', 'node:child_process', '@lydell/node-pty', 'playwright-core']);

/** Returns the test files that use one of these, themselves or through a file that they import. */
export function slowTests(): string[] {
  const graph = importGraph('test', ['static']);
  return [...graph.keys()].filter((path) => path.endsWith('.test.ts') && usesSlow(path, graph));
}

function usesSlow(path: string, graph: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set([path]);
  for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next);
  return [...reached].some((one) => slow.has(one));
}
