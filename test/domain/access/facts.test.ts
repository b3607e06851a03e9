import { expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import { accessFacts, accessParts } from '../../../src/domain/access/facts.ts';
import { usualRuleSet } from '../../../src/domain/access/rule-sets.ts';
import { levelOf, type Person, waysTo } from '../../../src/domain/access/rules.ts';
import type { Snapshot } from '../../../src/model/read/snapshot.ts';

type Parts = Snapshot<keyof typeof accessParts>['parts'];
type Lists = { [Kind in keyof Parts]?: Record<string, Record<string, unknown>> };

/** Makes a snapshot of lists: by kind, then by parent, then by id. */
function snapshot(lists: Lists): Snapshot<keyof typeof accessParts> {
  const kinds = Object.keys(accessParts) as (keyof Parts)[];
  const part = (kind: keyof Parts) => {
    const given = Object.entries(lists[kind] ?? {});
    return { lists: new Map(given.map(([of, list]) => [of, new Map(Object.entries(list))])), unknown: [] };
  };
  return { organization: 'org', parts: Object.fromEntries(kinds.map((kind) => [kind, part(kind)])) as never };
}

test('the ways name things as people call them', () => {
  const { people, targets, organization } = accessFacts(
    snapshot({
      member: { org: { ada: { id: 'ada', role: null, disabled: false } } },
      team: { org: { docs: { id: 'docs', title: 'Docs' } } },
      'team-member': { docs: { ada: { organization: { id: 'ada' } } } },
      collection: { org: { books: { id: 'books', title: 'Handbooks', defaultLevel: null } } },
      'collection-team': { books: { docs: { team: { id: 'docs' }, permission: 'edit' } } },
      space: { org: { guide: { id: 'guide', title: 'Guide', parent: 'books', defaultLevel: 'inherit' } } },
    }),
  );
  const target = targets.spaces.get(asId<'space'>('guide'));
  expect(
    target && waysTo(usualRuleSet, people.get(asId<'user'>('ada')) as Person, target, organization),
  ).toEqual([
    {
      kind: 'collection-team',
      level: 'edit',
      deciding: true,
      path: [
        { kind: 'team', id: 'docs', title: 'Docs' },
        { kind: 'collection', id: 'books', title: 'Handbooks' },
        { kind: 'space', id: 'guide', title: 'Guide' },
      ],
    },
  ]);
});

test('what the service leaves out: a default level inherits, a role and a permission are those of a guest', () => {
  const { people, targets } = accessFacts(
    snapshot({
      member: { org: { ada: { id: 'ada', role: 'read' }, gil: { id: 'gil' } } },
      'team-member': { docs: { gil: { organization: { id: 'gil' } } } },
      space: { org: { guide: { id: 'guide' } } },
      'space-team': { guide: { docs: { team: { id: 'docs' } } } },
    }),
  );
  const levels = [...people.values()].map((person) =>
    levelOf(usualRuleSet, person, targets.spaces.get(asId<'space'>('guide')) as never),
  );
  expect(levels).toEqual(['read', null]);
});

test('what is unknown is not there', () => {
  const { people, targets } = accessFacts(snapshot({}));
  expect([people.size, targets.collections.size, targets.spaces.size]).toEqual([0, 0, 0]);
});
