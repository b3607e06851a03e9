import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Change, changedFields, changesInOrder, differences, madeIn } from '../../src/domain/change.ts';
import { isEqual } from '../../src/text/equal.ts';

const change = (name: string, requires: readonly number[] = [], more: Partial<Change> = {}): Change => ({
  action: 'update',
  kind: 'team',
  ref: { org: 'org_acme', team: name },
  name,
  before: {},
  after: {},
  operation: 'teams.update',
  input: { params: { org: 'org_acme', team: name } },
  requires,
  ...more,
});

describe('the order of changes', () => {
  test('puts each behind those that it requires, and keeps the rest', () => {
    const changes = [change('a', [2]), change('b'), change('c', [3]), change('d')];
    expect(changesInOrder(changes).map(({ name, requires }) => [name, requires])).toEqual([
      ['d', []],
      ['c', [0]],
      ['a', [1]],
      ['b', []],
    ]);
  });

  test('keeps references to what is made', () => {
    const made = { $change: 1 };
    const changes = [
      change('a', [1], { input: { params: { team: made }, body: { ids: [made] } } }),
      change('b'),
    ];
    const [first, second] = changesInOrder(changes);
    expect(first?.name).toBe('b');
    expect(second?.input).toEqual({ params: { team: { $change: 0 } }, body: { ids: [{ $change: 0 }] } });
    expect(madeIn(second?.input)).toEqual([0]);
  });

  test('is refused where changes require each other', () => {
    expect(() => changesInOrder([change('a', [1]), change('b', [0])])).toThrow('requires itself');
  });

  test('holds for any requirements without a circle', () => {
    const lists = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 20 });
    fc.assert(
      fc.property(lists, fc.infiniteStream(fc.nat()), (requirements, randoms) => {
        const count = requirements.length;
        // Each requires only what has a lower rank.
        const ranks = Array.from({ length: count }, (_, at) => [randoms.next().value as number, at] as const);
        const isBefore = (one: number, other: number) => {
          const [a, b] = [ranks[one], ranks[other]] as const;
          return a !== undefined && b !== undefined && (a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]));
        };
        const changes = requirements.map((required, at) =>
          change(String(at), [...new Set(required.filter((one) => one < count && isBefore(one, at)))]),
        );
        const ordered = changesInOrder(changes);
        expect(ordered.map(({ name }) => name).sort()).toEqual(changes.map(({ name }) => name).sort());
        for (const [place, { name, requires }] of ordered.entries()) {
          expect(requires.every((one) => one < place)).toBe(true);
          const wanted = changes[Number(name)]?.requires.map(String).sort();
          expect(requires.map((one) => ordered[one]?.name).sort()).toEqual(wanted);
        }
      }),
    );
  });
});

describe('differences', () => {
  test('name the fields with their values', () => {
    expect(differences({ title: 'A', icon: 'x' }, { title: 'B', path: 'p' })).toEqual([
      { field: 'title', before: 'A', after: 'B' },
      { field: 'path', before: null, after: 'p' },
      { field: 'icon', before: 'x', after: null },
    ]);
  });

  test('take no value and null for the same, and do not mind the order of fields', () => {
    expect(differences({ a: null, b: { x: 1, y: undefined } }, { b: { y: null, x: 1 } })).toEqual([]);
    expect(isEqual([1, 2], [2, 1])).toBe(false);
    expect(isEqual([], {})).toBe(false);
  });

  test('of a change are those of the fields that it sets', () => {
    expect(
      changedFields(change('a', [], { before: { title: 'A', icon: 'x' }, after: { title: 'B' } })),
    ).toEqual([{ field: 'title', before: 'A', after: 'B' }]);
    expect(changedFields(change('a', [], { before: null, after: { title: 'B' } }))).toEqual([]);
  });
});
