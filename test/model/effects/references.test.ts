import { expect, test } from 'vitest';
import { schemaFacts } from '../../../src/api/contract/facts.ts';
import { type Schema, variants } from '../../../src/api/contract/secret-fields.ts';
import { references } from '../../../src/model/effects/nouns.ts';
import { resourceNamed, resourceWithKey } from '../../../src/model/effects/things.ts';
import { registry } from '../../../src/model/registry.ts';
import { type ResourceKind, resourceCalled } from '../../../src/model/resources.ts';

const rows = references.map(({ kind, by, to }) => `${kind}.${by} -> ${to}`);

/** What has no state of its own here: it is the content of a change request, or another kind shows it. */
const contents: readonly string[] = [
  'content',
  'page',
  'file',
  'reusable-content',
  'grouped-section',
  'sso-login',
];

const kinds = (Object.keys(registry) as ResourceKind[]).filter((kind) => !contents.includes(kind));
const resources = await Promise.all(kinds.map((kind) => resourceCalled(kind)));

test('what contains a thing, and what it ties, is a reference', () => {
  const found = resources.flatMap(({ kind, parents, key = '', idOf }) => {
    const around = parents.at(-1);
    return [
      ...(around === undefined || around === 'org'
        ? []
        : [`${kind}.${around} -> ${resourceWithKey(around).kind}`]),
      ...(idOf === undefined ? [] : [`${kind}.${key} -> ${idOf}`]),
    ];
  });
  expect(found.filter((one) => !rows.includes(one))).toEqual([]);
});

test('a field that has the id of another thing is a reference', () => {
  const found = resources.flatMap(({ kind, operations: { create, update, set, move } }) =>
    [create, update, set, move].flatMap((op) => {
      const bodies = variants(op?.body as Schema | undefined);
      const fields = bodies.flatMap(({ _zod: { def } }) =>
        def.type === 'object' ? Object.entries(def.shape) : [],
      );
      return fields.flatMap(([field, schema]) => {
        const to = variants(schema)
          .map((one) => schemaFacts(one).refersTo)
          .find((param) => param !== undefined);
        return to === undefined ? [] : [`${kind}.${field} -> ${resourceWithKey(to).kind}`];
      });
    }),
  );
  // A section has no space: the request makes a site space of it.
  expect(found.filter((one) => !rows.includes(one) && one !== 'section.spaceId -> space')).toEqual([]);
});

test('each reference is between two kinds, once', () => {
  for (const { kind, to } of references)
    expect([resourceNamed(kind).kind, resourceNamed(to).kind]).toEqual([kind, to]);
  expect(new Set(rows).size).toBe(rows.length);
});
