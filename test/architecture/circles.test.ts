import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circlesIn, importGraph, importsOf, sourceFiles } from '../support/imports.ts';

test('no files import each other in a circle: not for types, and not by `import()`', () => {
  for (const folder of ['src', 'test'])
    expect(circlesIn(importGraph(folder, ['static', 'type', 'lazy']))).toEqual([]);
});

test('no folders of src import each other in a circle, but by `import()`', () => {
  const folders = new Map<string, string[]>();
  for (const { from, to, kind } of sourceFiles('src').flatMap(importsOf)) {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (kind !== 'lazy' && own !== other) folders.set(own, [...(folders.get(own) ?? []), other]);
  }
  expect(circlesIn(folders)).toEqual([]);
});

/** Returns the folder of a file: `src/api` of `src/api/client/client.ts`. A file beside the folders is its own group. */
function folderOf(path: string, depth = 2): string {
  return path.split('/').slice(0, depth).join('/');
}

/** Folders within a folder of src that import each other: this list may only become shorter. */
const innerCircles: readonly string[] = [
  // The session makes what asks, reports and summarizes, and these take its parts.
  'src/cli/completion src/cli/names src/cli/report src/cli/session src/cli/summary',
  // A flag may be a setting, and settings are read of flags.
  'src/cli/flags src/cli/settings',
  // A page holds its script as text, and the script uses the model of the page.
  'src/documents/access src/documents/browser',
  // A run is guarded and recorded, and all of these take its session.
  'src/work/guards src/work/journal src/work/reach src/work/run',
];

test('no folders within a folder of src import each other in a circle, but by `import()`', () => {
  const folders = new Map<string, string[]>();
  for (const { from, to, kind } of sourceFiles('src').flatMap(importsOf)) {
    const [own, other] = [folderOf(from, 3), folderOf(to, 3)];
    const isInside = folderOf(from) === folderOf(to) && own !== from && other !== to;
    if (kind !== 'lazy' && isInside && own !== other) folders.set(own, [...(folders.get(own) ?? []), other]);
  }
  // Files that only lead to others are nodes as well.
  for (const other of [...folders.values()].flat()) folders.set(other, folders.get(other) ?? []);
  expect(
    circlesIn(folders)
      .map((circle) => circle.sort().join(' '))
      .sort(),
  ).toEqual(innerCircles);
});

describe('a circle', () => {
  test('is found with all its members', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['e', 'zod']],
      ['e', []],
    ]);
    expect(circlesIn(graph).map((circle) => circle.sort())).toEqual([['a', 'b', 'c']]);
  });

  test('may be one file that imports itself', () => {
    expect(circlesIn(new Map([['a', ['a']]]))).toEqual([['a']]);
  });

  test('holds exactly the nodes that lead back to themselves', () => {
    const node = fc.nat({ max: 7 });
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node)), (edges) => {
        const graph = new Map(Array.from({ length: 8 }, (_, from) => [from, targetsOf(from, edges)]));
        const circular = [...graph.keys()].filter((one) => reachedFrom(one, graph).has(one));
        expect(circlesIn(graph).flat().sort()).toEqual(circular);
      }),
    );
  });
});

function targetsOf(from: number, edges: readonly (readonly [number, number])[]): number[] {
  return edges.filter(([start]) => start === from).map(([, end]) => end);
}

function reachedFrom(start: number, graph: ReadonlyMap<number, readonly number[]>): Set<number> {
  const reached = new Set(graph.get(start));
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next);
  return reached;
}
