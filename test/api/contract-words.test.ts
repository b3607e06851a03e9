import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { consequenceOf, effectOf } from '../../src/api/contract/effect.ts';
import { copied, described, schemaFacts } from '../../src/api/contract/facts.ts';
import { inputField, limitsText } from '../../src/api/contract/input-fields.ts';
import { type Operation, operation } from '../../src/api/contract/operation.ts';
import * as comments from '../../src/api/contract/operations/comments.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import * as sections from '../../src/api/contract/operations/sections.ts';
import * as schemas from '../../src/api/contract/schemas.ts';
import { byId } from './operation-bodies.ts';

test('an effect that follows from the method is not said', () => {
  const said = operations.filter(({ method, effect }) => effect && effectOf({ method }) === effect);
  expect(said.map(({ id }) => id)).toEqual([]);
});

describe('a consequence', () => {
  test('is a sentence for people, of operations that change something', () => {
    for (const op of operations) {
      if (op.consequence === undefined) continue;
      expect(effectOf(op), op.id).not.toBe('read');
      expect(op.consequence, op.id).toMatch(/^[A-Z][^\n]*[^.?!\s]$/);
    }
  });

  test('is said of everything that deletes', () => {
    const deletes = operations.filter((op) => op.method === 'DELETE' || effectOf(op) === 'delete');
    expect(deletes.filter(({ consequence }) => consequence === undefined).map(({ id }) => id)).toEqual([]);
  });

  test.each([
    [
      'sites.delete',
      undefined,
      'It goes offline. Undo does not bring back its customizations and share links',
    ],
    ['sites.update', { visibility: 'public' }, 'Everyone can read it then'],
    ['sites.update', { visibility: 'unlisted' }, undefined],
    ['sites.update', {}, undefined],
    ['sites.create', undefined, undefined],
    ['git.import', { url: 'u' }, 'It replaces the content there'],
    ['git.import', { standalone: false }, 'It replaces the content there'],
    ['git.import', { standalone: true }, undefined],
    ['teams.update', { title: 'T' }, undefined],
    ['members.remove', undefined, 'The person loses all access. No request can add a member again'],
    ['comments.replies.delete', undefined, 'Its text is lost. This cannot be undone'],
  ])('%s with %j: %s', (id, body, consequence) => {
    expect(consequenceOf(byId(id), body)).toBe(consequence);
  });

  test('depends on fields that the body has', () => {
    const strays = operations.flatMap((op) =>
      Object.keys(op.consequenceIf ?? {}).filter((field) => inputField(op, field)?.part !== 'body'),
    );
    expect(strays).toEqual([]);
  });
});

/** Each field of a query or a body, with its operation. */
const fields = operations.flatMap((op) =>
  [op.query, op.body].flatMap((part) =>
    Object.keys((part as z.ZodMiniObject | undefined)?.shape ?? {}).map((field) => [op, field] as const),
  ),
);

describe('every field of a query and a body', () => {
  test('is described in one short phrase', () => {
    const phrase = /^(?:JSON |[a-z])[^\n]{1,90}[^\n.;,\s]$/;
    const others = fields.filter(([op, field]) => !phrase.test(inputField(op, field)?.description ?? ''));
    expect(others.map(([op, field]) => `${op.id} ${field}`)).toEqual([]);
    expect(fields.length).toBeGreaterThan(200);
  });

  test('has its limits and known values in its schema, and not in its words', () => {
    for (const [op, field] of fields) {
      const { description = '', without = '', known = [] } = inputField(op, field) ?? {};
      expect(description + without, `${op.id} ${field}`).not.toMatch(/\bcharacters\b|\bat most\b|--/);
      if (known.length > 2) expect(description, `${op.id} ${field}`).not.toContain(known.join(', '));
    }
  });

  test('says what false and null mean where a flag can say it', () => {
    const silent = fields.filter(([op, field]) => {
      const schema = (op.body as z.ZodMiniObject | undefined)?.shape[field] as z.ZodMiniType | undefined;
      const takesNull = schema?.safeParse(null).success ?? false;
      return takesNull && inputField(op, field)?.without === undefined;
    });
    expect(silent.map(([op, field]) => `${op.id} ${field}`)).toEqual([
      'integrations.publish contentSecurityPolicy',
    ]);
  });
});

test('a schema that several fields share has the words of all of them, or none', () => {
  const shared = Object.entries({ ...schemas, ...comments, ...sections }).filter(
    ([, schema]) => typeof schema === 'object' && schemaFacts(schema).description !== undefined,
  );
  expect(shared.map(([name]) => name).sort()).toEqual([
    ...['Condition', 'ContentFormat', 'Icon', 'NewCommentBody', 'SortOrder', 'TeamRole'],
  ]);
});

describe('a field of the contract', () => {
  const Text = z.string().check(z.minLength(2), z.maxLength(9));
  const op: Operation = operation({
    id: 'things.create',
    method: 'POST',
    path: '/v1/things',
    summary: 'Create a thing',
    query: z.strictObject({ depth: z.optional(z.int().check(z.gte(1), z.lte(5))) }),
    body: z.strictObject({
      title: z.optional(described('its title', Text)),
      note: described('its note', z.optional(z.nullable(z.string().check(z.minLength(1)))), 'no note'),
      parts: z.optional(z.array(schemas.openEnum(['a', 'b'])).check(z.minLength(1), z.maxLength(3))),
      repoURL: z.optional(
        schemas.open(z.strictObject({ href: described('its address', schemas.Uri.clone()) })),
      ),
    }),
  });

  test.each([
    ['title', 'its title', undefined, '2 to 9 characters', []],
    ['note', 'its note', 'no note', undefined, []],
    ['parts', undefined, undefined, '1 to 3 items', ['a', 'b']],
    ['depth', undefined, undefined, '1 to 5', []],
    ['repoURL.href', 'its address', undefined, undefined, []],
  ])('%s', (path, description, without, limits, known) => {
    const field = inputField(op, path);
    expect(field).toMatchObject({ description, without, known });
    expect(limitsText(field?.limits ?? {})).toBe(limits);
  });

  test('is found in any case, with its own spelling', () => {
    expect(inputField(op, 'repoUrl.href')).toMatchObject({ part: 'body', path: ['repoURL', 'href'] });
    expect(inputField(op, 'depth')).toMatchObject({ part: 'query', path: ['depth'] });
  });

  test.each(['', 'nothing', 'title.inner', 'toString', '__proto__'])('"%s" is none', (path) => {
    expect(inputField(op, path)).toBeUndefined();
  });

  test('a copy keeps the facts of its schema, and gets its own words', () => {
    const copy = described('space to publish', copied(schemas.SpaceId));
    expect(schemaFacts(copy)).toEqual({ refersTo: 'space', description: 'space to publish' });
    expect(schemaFacts(schemas.SpaceId)).toEqual({ refersTo: 'space' });
    expect(copy.safeParse('').success).toBe(false);
  });
});
