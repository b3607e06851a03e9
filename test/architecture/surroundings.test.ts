import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** The process, time and random numbers: everything that makes runs of a program differ. */
const surroundings = [
  ...['process', 'console', 'performance'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
  ...['crypto', 'randomBytes', 'randomUUID'],
];

/**
 * The library uses the real machine, as `src/system` and `src/disk` do for the tool; the sandbox's server is a part of it. Scripts of
 * pages run in a browser.
 */
const inner = sourceFiles('src').filter(
  (path) =>
    !/^src\/(system\/|disk\/|build\/|documents\/browser\/|index\.ts$|sandbox\/http\/server\.ts$)/.test(path),
);

test('the surroundings are reached only through the System that is given', () => {
  expect(inner.flatMap((path) => directUses(path).map((use) => `${path}, ${use}`))).toEqual([]);
});

function directUses(path: string): string[] {
  const code = readFileSync(path, 'utf8');
  const { program } = parseSync(path, code);
  const uses = new Map<number, string>();
  const names = new Set<number>();
  const isName = ({ computed, key }: { computed: boolean; key: { start: number } }) => {
    if (!computed) names.add(key.start);
  };
  new Visitor({
    Identifier: ({ name, start }) => {
      if (surroundings.includes(name)) uses.set(start, name);
    },
    MemberExpression: ({ computed, object, property, start }) => {
      if (computed) return;
      names.add(property.start);
      const member =
        object.type === 'Identifier' && 'name' in property ? `${object.name}.${property.name}` : '';
      if (['Date.now', 'Math.random'].includes(member)) uses.set(start, member);
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        uses.set(start, 'new Date()');
    },
    Property: isName,
    MethodDefinition: isName,
    PropertyDefinition: isName,
    TSMethodSignature: isName,
    TSPropertySignature: isName,
  }).visit(program);
  const line = (start: number) => code.slice(0, start).split('\n').length;
  return [...uses]
    .filter(([start]) => !names.has(start))
    .map(([start, use]) => `line ${line(start)}: ${use}`);
}
