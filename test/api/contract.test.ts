import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paramNames } from '../../src/api/client/request.ts';
import { isRepeatable } from '../../src/api/client/retry.ts';
import { check } from '../../src/api/contract/check.ts';
import { effectOf } from '../../src/api/contract/effect.ts';
import { schemaFacts } from '../../src/api/contract/facts.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import { registry } from '../../src/model/registry.ts';
import { byId } from './operation-bodies.ts';
import { type ReferenceRow, referenceRows } from './reference.ts';

function bodyFields(body: z.ZodMiniType): string[] {
  if (!(body instanceof z.ZodMiniObject)) throw new Error('a body is an object');
  const names = Object.entries(body.shape).map(([name, schema]) => {
    const optional = (schema as z.ZodMiniType).safeParse(undefined).success;
    return optional ? `${name}?` : name;
  });
  return names.sort();
}

function rowOf(op: Operation): ReferenceRow {
  return {
    method: op.method,
    path: op.path.replace(/\{\w+\}/g, '{}'),
    query: Object.keys(op.query?.shape ?? {}).sort(),
    body: op.body && bodyFields(op.body),
    answer: op.item ? 'list' : op.result ? 'value' : 'nothing',
    effect: effectOf(op),
  };
}

const key = ({ method, path }: ReferenceRow) => `${method} ${path}`;

describe('the contract covers the reference', () => {
  test('with exactly its operations', () => {
    expect(operations.map(rowOf).map(key).sort()).toEqual(referenceRows.map(key).sort());
  });

  test('with their queries, bodies, answers and effects', () => {
    const rows = new Map(operations.map(rowOf).map((row) => [key(row), row]));
    expect(rows).toEqual(new Map(referenceRows.map((row) => [key(row), row])));
  });
});

describe('every operation', () => {
  test('has an id of its own, as on the command line', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/.test(id))).toEqual([]);
  });

  test('names its path parameters as the resources call their keys', () => {
    const keys = Object.values(registry).map(({ key }) => key);
    const strays = operations.flatMap((op) =>
      paramNames(op.path)
        .filter((name) => name !== 'org' && name !== op.pathParam && !keys.some((key) => key === name))
        .map((name) => `${op.id} ${name}`),
    );
    expect(strays).toEqual([]);
  });

  test('documents only parameters that its path has', () => {
    const strays = operations.flatMap((op) =>
      [...Object.keys(op.params ?? {}), ...(op.pathParam ? [op.pathParam] : [])]
        .filter((name) => !paramNames(op.path).includes(name))
        .map((name) => `${op.id} ${name}`),
    );
    expect(strays).toEqual([]);
  });

  test('has a summary that is one capitalised phrase', () => {
    expect(
      operations.filter(({ summary }) => !/^[A-Z][^\n]*[^.\n]$/.test(summary)).map(({ id }) => id),
    ).toEqual([]);
  });

  test('is repeatable unless it is a POST, or creates with PUT', () => {
    const once = operations.filter((op) => !isRepeatable(op));
    expect(once.filter(({ method }) => method !== 'POST').map(({ id }) => id)).toEqual(['teams.create']);
    expect(operations.filter(({ method }) => method === 'POST').filter(isRepeatable)).toEqual([]);
  });

  test('reports a field that no one knows as unknown, not as a problem', () => {
    for (const op of operations) {
      for (const schema of [op.query, op.body]) {
        if (!schema) continue;
        const { problems, unknowns } = check(schema, { surprise: 1 });
        expect(unknowns, op.id).toMatchObject([{ path: ['surprise'], message: 'is not a documented field' }]);
        expect(
          problems.filter(({ message }) => message !== 'is required'),
          op.id,
        ).toEqual([]);
      }
    }
  });
});

describe('answers are read tolerantly', () => {
  const answers: [id: string, least: unknown][] = [
    ['sections.update', { id: 's' }],
    ['comments.get', { id: 'c' }],
    ['comments.replies.get', { id: 'r' }],
    ['content.get', { id: 'r' }],
    ['content.pages.list', { pages: [{ id: 'p' }] }],
    ['custom-fields.values.list', [{ customField: { id: 'f', name: 'n' } }]],
    ['integrations.get', { name: 'n' }],
    ['sso.list', { items: [{ id: 'p' }] }],
    ['translations.languages.get', { language: 'en' }],
    ['git.info', {}],
    ['change-requests.merge', {}],
    ['content.pages.links', { items: [{}] }],
  ];

  test.each(answers)('%s needs no more than %j', (id, value) => {
    expect(check(byId(id).result!, value).problems).toEqual([]);
  });

  test.each([
    [
      'comments.get',
      { id: 'c', status: null, resolvedBy: null, target: { page: null }, body: { document: {} } },
    ],
    ['sections.update', { id: 's', icon: { name: 'gear' }, condition: null, siteSpaces: null, surprise: [] }],
    ['change-requests.get', { id: 'c', status: 'someday', revisionMerged: null }],
    ['content.pages.links', { items: [], count: 0, stats: { total: 2, broken: { total: 1 } }, next: null }],
    ['content.pages.links', { items: [], stats: null }],
    ['saml.get', { id: 's', defaultTeam: null, defaultRole: null }],
  ])('%s: nulls, unknown values and other variants pass', (id, value) => {
    expect(check(byId(id).result!, value).problems).toEqual([]);
  });

  test.each([
    ['sections.update', { title: 'T' }, 'id'],
    ['integrations.get', { title: 'T' }, 'name'],
    ['translations.languages.get', {}, 'language'],
    ['change-requests.pdf', {}, 'url'],
    ['content.pages.list', {}, 'pages'],
    ['sso.list', {}, 'items'],
    ['teams.list', {}, 'items'],
  ])('%s without its identity is unusable: %j', (id, value, field) => {
    expect(check(byId(id).result!, value).problems).toMatchObject([
      { path: [field], message: 'is required' },
    ]);
  });

  test('an item of a list is judged at its index', () => {
    expect(
      check(byId('openapi.list').result!, { items: [{ id: 'o', slug: 's' }, { id: 'o' }] }).problems,
    ).toMatchObject([{ path: ['items', 1, 'slug'] }]);
  });
});

test('what must never be shown is marked so', () => {
  const unwrapped = (schema: unknown) =>
    (schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema) as z.ZodMiniType;
  const secrets = operations.flatMap((op) =>
    [op.query, op.body].flatMap((part) =>
      Object.entries(part instanceof z.ZodMiniObject ? part.shape : {})
        .filter(([, schema]) => schemaFacts(unwrapped(schema)).secret)
        .map(([field]) => `${op.id} ${field}`),
    ),
  );
  expect(secrets.sort()).toEqual([
    'integrations.publish secrets',
    'sections.list shareKey',
    'site-spaces.list shareKey',
    'sites.published shareKey',
  ]);
});
