import '../../src/model/effects/things.ts';
import { describe, expect, test } from 'vitest';
import { paramNames } from '../../src/api/client/request.ts';
import { showsField } from '../../src/api/contract/answer-fields.ts';
import { schemaFacts } from '../../src/api/contract/facts.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import { type Schema, variants } from '../../src/api/contract/secret-fields.ts';
import { isRestorable } from '../../src/model/effects/restoring.ts';
import { fieldSource, writtenFields } from '../../src/model/fields.ts';
import { registry } from '../../src/model/registry.ts';
import { operationsOf, type Resource } from '../../src/model/resource.ts';
import { partOf } from '../../src/model/resources.ts';

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

/** Returns what is wrong with each resource, with its kind. */
function faultsOf(find: (resource: Resource) => readonly string[]): string[] {
  return resources.flatMap((resource) => find(resource).map((fault) => `${resource.kind}: ${fault}`));
}

const rolesAndOperations = (resource: Resource) => [...operationsOf(resource)];
const writtenBy = (resource: Resource) =>
  rolesAndOperations(resource).flatMap(([, operation]) => writtenFields(resource, operation));

describe('of every resource', () => {
  test('the kind is words with dashes', () => {
    expect(kinds.filter((kind) => !/^[a-z]+(-[a-z]+)*$/.test(kind))).toEqual([]);
  });

  test('the key and the parents are parameters of its paths', () => {
    const missing = faultsOf((resource) => {
      const params = new Set(rolesAndOperations(resource).flatMap(([, { path }]) => paramNames(path)));
      const { key, parents, operations } = resource;
      const { get, set, update, remove } = operations;
      const isNamed = key !== undefined && (get ?? set ?? update ?? remove) !== undefined;
      return [...parents, ...(isNamed ? [key] : [])].filter((name) => !params.has(name));
    });
    expect(missing).toEqual([]);
  });

  test('the id, the title, the e-mail and the natural key are in the answers', () => {
    const missing = faultsOf(({ id, title, email, naturalKey, idOf, operations: { list, get } }) => {
      const shown = list ?? (idOf === undefined ? get : undefined);
      const paths = [id, title, email, ...naturalKey].filter((path) => path !== undefined);
      return shown?.item ? paths.filter((path) => !showsField(shown, path)) : [];
    });
    expect(missing).toEqual([]);
  });

  test('the kinds that it needs exist, all that its requests name among them', () => {
    expect(faultsOf(({ needs = [] }) => needs.filter((needed) => !kinds.includes(needed)))).toEqual([]);
    const missing = faultsOf(({ parents, operations, needs = [] }) => {
      const { create, update, set, setSeveral } = operations;
      const named = [create, update, set, setSeveral].flatMap((op) => keysIn(variants(op?.body)));
      const needed = named.filter((key) => !parents.includes(key)).flatMap((key) => kindOfKey(key) ?? []);
      return [...new Set(needed)].filter((other) => !needs.includes(other));
    });
    expect(missing).toEqual([]);
  });

  test('every operation that changes something can be taken back, or it says why not', () => {
    const faults = faultsOf((resource) => {
      const { whyNotRestorable = {} } = resource;
      const changing = rolesAndOperations(resource).filter(([, { method }]) => method !== 'GET');
      const unknown = changing.filter(([role, { id }]) => !isRestorable(id) && !whyNotRestorable[role]);
      const roles = changing.map(([role]) => role);
      const idle = Object.keys(whyNotRestorable).filter((role) => !roles.includes(role));
      return [...unknown.map(([, { id }]) => id), ...idle];
    });
    expect(faults).toEqual([]);
  });

  test('every field that can be written is readable, or said to be not', () => {
    const unread = faultsOf((resource) => writtenBy(resource).filter((path) => !isReadable(resource, path)));
    expect(unread).toEqual([]);
  });

  test('more is said only of fields that can be written', () => {
    const strays = faultsOf((resource) => {
      const written = writtenBy(resource);
      return Object.keys(resource.fields ?? {}).filter((path) => !written.includes(path));
    });
    expect(strays).toEqual([]);
  });

  test('things end in operations that it has', () => {
    const strays = faultsOf(({ endings = {}, operations }) =>
      Object.keys(endings).filter((role) => !Object.hasOwn(operations, role)),
    );
    expect(strays).toEqual([]);
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
