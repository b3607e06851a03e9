import { describe, expect, test } from 'vitest';
import { paramNames } from '../../src/api/client/request.ts';
import { showsField } from '../../src/api/contract/answer-fields.ts';
import { schemaFacts } from '../../src/api/contract/facts.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import { type Schema, variants } from '../../src/api/contract/secret-fields.ts';
import { fieldSource, writtenFields } from '../../src/model/fields.ts';
import { registry } from '../../src/model/registry.ts';
import { operationsOf, type Resource } from '../../src/model/resource.ts';
import { partOf } from '../../src/model/resources.ts';
import { waysBack } from '../../src/model/undo/index.ts';

const kinds = Object.keys(registry);
const resources: Resource[] = await Promise.all(Object.values(registry).map(({ load }) => load()));

test('every operation belongs to exactly one resource', () => {
  const owned = resources.flatMap((resource) => [...operationsOf(resource).values()].map(({ id }) => id));
  expect(owned.sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('an operation is found with its resource and its role', async () => {
  const found = await Promise.all(
    operations.map(async (op) => {
      const part = await partOf(op);
      return part && operationsOf(part.resource).get(part.role);
    }),
  );
  expect(found).toEqual([...operations]);
});

test('an operation that is not in the contract belongs to no resource', async () => {
  expect(await partOf({ id: 'api' })).toBeUndefined();
});

test('two kinds have different names and keys', () => {
  const keys = resources.flatMap(({ key, idOf }) => (key && !idOf ? [key] : []));
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(new Set(keys).size).toBe(keys.length);
});

describe.each(resources.map((resource) => [resource.kind, resource] as const))('%s', (kind, resource) => {
  const own = [...operationsOf(resource)];
  const item = resource.operations.list ?? resource.operations.get;

  test('its key and its parents are parameters of its paths', () => {
    const params = new Set(own.flatMap(([, { path }]) => paramNames(path)));
    const { key, parents, operations } = resource;
    const { get, set, update, remove } = operations;
    const isNamed = key !== undefined && (get ?? set ?? update ?? remove) !== undefined;
    const missing = [...parents, ...(isNamed ? [key] : [])].filter((name) => !params.has(name));
    expect(missing).toEqual([]);
  });

  test('its id, its title, its e-mail and its natural key are in the answers', () => {
    const { id, title, email, naturalKey, idOf, operations } = resource;
    const shown = operations.list ?? (idOf === undefined ? item : undefined);
    if (!shown?.item) return;
    const paths = [id, title, email, ...naturalKey].filter((path) => path !== undefined);
    expect(paths.filter((path) => !showsField(shown, path))).toEqual([]);
  });

  test('it needs kinds that exist, all that its requests name among them', () => {
    const { parents, operations, needs = [] } = resource;
    expect(needs.filter((needed) => !kinds.includes(needed))).toEqual([]);
    const { create, update, set, setSeveral } = operations;
    const named = [create, update, set, setSeveral].flatMap((op) => keysIn(variants(op?.body)));
    const needed = named.filter((key) => !parents.includes(key)).flatMap((key) => kindOfKey(key) ?? []);
    expect([...new Set(needed)].filter((other) => !needs.includes(other))).toEqual([]);
  });

  test('every operation that changes something can be taken back, or it says why not', () => {
    const changing = own.filter(([, { method }]) => method !== 'GET');
    const { noWayBack = {} } = resource;
    const unknown = changing.filter(([role, { id }]) => !waysBack[id] && !noWayBack[role]);
    expect(unknown.map(([, { id }]) => id)).toEqual([]);
    const roles = changing.map(([role]) => role);
    expect(Object.keys(noWayBack).filter((role) => !roles.includes(role))).toEqual([]);
  });

  test('every field that can be written is readable, or said to be not', () => {
    const unread = own.flatMap(([, op]) => {
      return writtenFields(resource, op).filter((path) => !isReadable(resource, path));
    });
    expect(unread).toEqual([]);
  });

  test('it says more only of fields that can be written', () => {
    const written = own.flatMap(([, op]) => writtenFields(resource, op));
    expect(Object.keys(resource.fields ?? {}).filter((path) => !written.includes(path))).toEqual([]);
  });

  test('things end in operations that it has', () => {
    const roles = Object.keys(resource.endings ?? {});
    expect(roles.filter((role) => !Object.hasOwn(resource.operations, role))).toEqual([]);
    expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});

function isReadable(resource: Resource, path: string): boolean {
  const facts = fieldSource(resource, path);
  if ('writeOnly' in facts) return facts.writeOnly !== '';
  if ('in' in facts) {
    const other = resources.find(({ kind }) => kind === facts.in);
    return shows(other, 'at' in facts ? facts.at : facts.where);
  }
  return facts.from === 'order' || shows(resource, facts.from);
}

/** Whether the answers show a field; of a tie without answers of its own, those of the kind whose id it has. */
function shows(resource: Resource | undefined, path: string): boolean {
  const { list, get } = resource?.operations ?? {};
  if (!list && !get && resource?.idOf)
    return shows(
      resources.find(({ kind }) => kind === resource.idOf),
      path,
    );
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  return [list, get].some((op) => op && showsField(op, names.join('.')));
}

/** The keys of the things whose ids stand somewhere in what these schemas describe. */
function keysIn(schemas: readonly Schema[]): string[] {
  return schemas.flatMap((schema) => {
    const { def } = schema._zod;
    const { refersTo } = schemaFacts(schema);
    const inner = [
      ...(def.type === 'object' ? Object.values(def.shape) : []),
      ...(def.type === 'array' ? [def.element] : []),
      ...(def.type === 'record' ? [def.keyType, def.valueType] : []),
    ];
    return [...(refersTo ? [refersTo] : []), ...inner.flatMap((one) => keysIn(variants(one)))];
  });
}

/** The kind whose things a parameter names; `undefined` for the organization. */
function kindOfKey(key: string): string | undefined {
  return Object.entries(registry).find(([, entry]) => entry.key === key)?.[0];
}
