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

/**
 * Returns the folder of a file: `src/api` of `src/api/client/client.ts`. A file beside the folders is its own group.
 */
function folderOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

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
