import { expect, test } from 'vitest';
import { operations } from '../../src/api/contract/operations/index.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { commandFacts } from '../../src/cli/command.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { allRoutes, routesOf } from '../../src/sandbox/routes/index.ts';
import { verbs } from '../support/tree.ts';

test('every operation has a verb', async () => {
  const called = new Set(verbs(await wholeProgram()).flatMap((verb) => commandFacts(verb).operations));
  expect(operations.filter((op) => !called.has(op)).map((op) => op.id)).toEqual([]);
});

test('every operation has exactly one route in the sandbox', async () => {
  const routed = (await allRoutes()).map((route) => route.operation.id).sort();
  expect(routed).toEqual(operations.map((op) => op.id).sort());
});

test('every route is among those that are loaded for its path', async () => {
  const found = operations.map(async ({ id, path }) => {
    const routes = await routesOf(path);
    return routes.some((route) => route.operation.id === id) ? [] : [id];
  });
  expect((await Promise.all(found)).flat()).toEqual([]);
});

test('every verb has an example that starts with its own words', async () => {
  const faults = verbs(await wholeProgram()).filter((verb) => {
    const { examples } = commandFacts(verb);
    return examples.length === 0 || !examples.every((line) => line.startsWith(commandPath(verb)));
  });
  expect(faults.map(commandPath)).toEqual([]);
});
