import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { valueAt } from '../../src/model/fields.ts';
import { registry } from '../../src/model/registry.ts';
import type { Resource } from '../../src/model/resource.ts';
import { sandboxCli } from '../support/cli.ts';
import { verbs } from '../support/tree.ts';

const resources: Resource[] = await Promise.all(Object.values(registry).map(({ load }) => load()));
const listing = verbs(await wholeProgram()).filter((verb) => verb.name() === 'list');

/** Each kind with a verb that lists it, and an example of that. */
const lists = resources.flatMap(({ kind, id, operations: { list } }) => {
  const verb = list && listing.find((one) => one.facts.operations[0]?.id === list.id);
  const line = verb?.facts.examples.find((one) => !/ (-o|--output|--all-spaces)\b/.test(one));
  return line && id !== undefined ? [{ kind, id, line: line.replace('docs-admin ', '') }] : [];
});

test('most kinds have a list', () => {
  expect(lists.length).toBeGreaterThan(15);
});

test.for(lists)('-o id prints the ids of the model: $kind', async ({ id, line }) => {
  const docs = await sandboxCli();
  const items = JSON.parse((await docs(`${line} --json`)).stdout);
  const { stdout } = await docs(`${line} -o id`);
  expect(items).not.toEqual([]);
  // A space stands in what lists it, and is printed by itself.
  const ids = items.map((item: unknown) => valueAt(item, id) ?? valueAt(item, 'id'));
  // Pages in pages have lines of their own.
  expect(stdout.trimEnd().split('\n')).toEqual(expect.arrayContaining(ids));
});
