import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import {
  type AccessPlace,
  type GrantStep,
  type Target,
  targetsOf,
} from '../../../src/domain/access/places.ts';
import { ruleSetNamed, ruleSets } from '../../../src/domain/access/rule-sets.ts';
import { levelIfEnabled, levelOf, type Person, waysTo } from '../../../src/domain/access/rules.ts';
import { anyPeople, anyPlaces } from '../../support/organizations.ts';
import { spelledOut } from '../../support/spelled-out.ts';

const [highest, precedence] = ruleSets;
const organization: GrantStep = { kind: 'organization', id: 'org_acme', title: 'Acme' };

/** A space in a collection in another one, as the default levels and permissions that are given say. */
function space(defaults: (string | null)[], teams: Record<string, string | null>[] = []): Target {
  const chain = defaults.map((defaultLevel, at): AccessPlace => {
    const kind = at === 0 ? 'space' : 'collection';
    const permissions = Object.entries(teams[at] ?? {}).map(([id, level]) => ({
      team: { kind: 'team' as const, id: asId<'team'>(id) },
      level,
    }));
    const parent = at + 1 < defaults.length ? asId<'collection'>(`col_${at + 1}`) : null;
    return {
      kind,
      id: asId<typeof kind>(at === 0 ? 'space' : `col_${at}`),
      parent,
      defaultLevel,
      teams: permissions,
    };
  });
  return targetsOf(chain.slice(1), chain.slice(0, 1)).spaces.get(asId<'space'>('space')) as Target;
}

const person = (role: string | null, ...teams: string[]): Person => ({
  role,
  disabled: false,
  teams: teams.map((id) => asId<'team'>(id)),
});

describe('the level by the rule set highest of', () => {
  test.each([
    ['a member', person('edit'), space(['inherit']), 'edit'],
    ['a member where the default is lower', person('edit'), space(['read']), 'read'],
    ['a member where the default is higher', person('read'), space(['create']), 'create'],
    [
      'a member where the nearest default counts',
      person('read'),
      space(['inherit', 'edit', 'admin']),
      'edit',
    ],
    ['a member where a default above is replaced', person('read'), space(['comment', null]), 'comment'],
    ['a member where access is closed', person('edit'), space([null, 'edit']), null],
    ['a member where access is closed above', person('edit'), space(['inherit', null, 'edit']), null],
    ['a member with a stronger team', person('edit', 't'), space(['read'], [{ t: 'review' }]), 'review'],
    ['a member with a weaker team', person('edit', 't'), space(['inherit'], [{ t: 'read' }]), 'edit'],
    ['a member whom only a team lets in', person('edit', 't'), space([null], [{ t: 'read' }]), 'read'],
    ['a team on a collection above', person(null, 't'), space(['read', null], [{}, { t: 'edit' }]), 'edit'],
    [
      'a team that has less on the space itself',
      person(null, 't'),
      space(['inherit', 'inherit'], [{ t: 'read' }, { t: 'edit' }]),
      'edit',
    ],
    ['a team with the permission of a guest', person(null, 't'), space(['inherit'], [{ t: null }]), null],
    ['someone who is in another team', person(null, 'u'), space(['inherit'], [{ t: 'edit' }]), null],
    ['an administrator, whatever the default', person('admin'), space([null]), 'admin'],
    ['a guest, whatever the default', person(null), space(['edit']), null],
    ['a guest with a team', person(null, 't'), space(['edit'], [{ t: 'comment' }]), 'comment'],
  ])('%s', (_, who, target, expected) => {
    expect(levelOf(highest, who, target)).toBe(expected);
    expect(levelOf(highest, { ...who, disabled: true }, target)).toBeNull();
    expect(levelIfEnabled(highest, { ...who, disabled: true }, target)).toBe(expected);
  });
});

describe('the level by the rule set precedence of', () => {
  test.each([
    ['a member', person('edit'), space(['inherit']), 'edit'],
    ['a member where the default is higher', person('read'), space(['create']), 'create'],
    ['a member where a default above is replaced', person('read'), space(['comment', null]), 'comment'],
    ['a member where access is closed', person('edit'), space([null, 'edit']), null],
    [
      'a team above, where access is closed below it',
      person('edit', 't'),
      space([null, 'inherit'], [{}, { t: 'admin' }]),
      null,
    ],
    ['a member with a stronger team', person('edit', 't'), space(['read'], [{ t: 'review' }]), 'review'],
    ['a member with a weaker team', person('edit', 't'), space(['admin'], [{ t: 'read' }]), 'read'],
    [
      'a team that has more above',
      person('read', 't'),
      space(['inherit', 'inherit'], [{ t: 'read' }, { t: 'edit' }]),
      'read',
    ],
    ['a default above a team', person('read', 't'), space(['inherit', 'create'], [{ t: 'read' }]), 'read'],
    ['a default below a team', person('read', 't'), space(['comment'], [{}, { t: 'edit' }]), 'comment'],
    [
      'the stronger of two teams in one place',
      person(null, 't', 'u'),
      space(['inherit'], [{ t: 'read', u: 'edit' }]),
      'edit',
    ],
    ['a team with the permission of a guest', person('edit', 't'), space(['inherit'], [{ t: null }]), 'edit'],
    ['an administrator, whatever a team has', person('admin', 't'), space([null], [{ t: 'read' }]), 'admin'],
    ['a guest, whatever the default', person(null), space(['edit']), null],
    [
      'a guest with a team above a default',
      person(null, 't'),
      space([null, 'inherit'], [{}, { t: 'edit' }]),
      'edit',
    ],
  ])('%s', (_, who, target, expected) => {
    expect(levelOf(precedence, who, target)).toBe(expected);
    expect(levelOf(precedence, { ...who, disabled: true }, target)).toBeNull();
  });
});

test('a further rule set is data', () => {
  const everything = {
    name: 'everything',
    groups: [{ among: ['team', 'default', 'role'], counts: 'highest' }],
  } as const;
  const target = space(['read', 'create', 'edit'], [{ t: 'comment' }]);
  expect(levelOf(everything, person('edit', 't'), target)).toBe('create');
  expect(waysTo(everything, person('edit', 't'), target, organization).map(({ level }) => level)).toEqual([
    'create',
    'edit',
    'edit',
    'comment',
    'read',
  ]);
});

test('a rule set is found by its name alone', () => {
  expect(ruleSetNamed('precedence')).toBe(precedence);
  expect(ruleSetNamed('constructor')).toBeUndefined();
});

describe('the ways', () => {
  test('of the rule set precedence begin with the deciding one, and end where access is closed', () => {
    const target = space(
      ['inherit', 'read', null, 'edit'],
      [{ docs: 'comment' }, { docs: 'admin' }, { docs: 'create' }, { docs: 'edit' }],
    );
    const ways = waysTo(precedence, person('review', 'docs'), target, organization);
    expect(ways.map(({ kind, level, deciding }) => [kind, level, deciding])).toEqual([
      ['space-team', 'comment', true],
      ['collection-team', 'admin', false],
      ['collection-team', 'create', false],
      ['collection-default', 'read', false],
    ]);
  });

  test('are all named with what they lead through, the strongest first, of equals the nearest', () => {
    const target = space(
      ['inherit', 'inherit', 'edit'],
      [{ docs: 'read' }, { docs: 'edit', tokyo: 'admin' }, { docs: 'edit' }],
    );
    const [own, near, far] = [
      { kind: 'space', id: 'space' },
      { kind: 'collection', id: 'col_1' },
      { kind: 'collection', id: 'col_2' },
    ];
    const docs = { kind: 'team', id: 'docs' };
    expect(waysTo(highest, person('review', 'docs'), target, organization)).toEqual([
      { kind: 'collection-team', level: 'edit', deciding: true, path: [docs, near, own] },
      { kind: 'collection-default', level: 'edit', deciding: false, path: [far, near, own] },
      { kind: 'collection-team', level: 'edit', deciding: false, path: [docs, far, near, own] },
      { kind: 'space-team', level: 'read', deciding: false, path: [docs, own] },
    ]);
  });

  test('of a role lead from the organization through everything above', () => {
    const path = [organization, { kind: 'collection', id: 'col_1' }, { kind: 'space', id: 'space' }];
    for (const role of ['admin', 'read']) {
      const ways = waysTo(highest, person(role), space(['inherit', 'inherit']), organization);
      expect(ways).toEqual([{ kind: 'organization-role', level: role, deciding: true, path }]);
    }
  });

  test('of a default level begin where it is set', () => {
    const [way] = waysTo(highest, person('read'), space(['comment', 'edit']), organization);
    expect(way).toMatchObject({ kind: 'space-default', level: 'comment', path: [{ id: 'space' }] });
  });

  test('of a disabled member are those that there would be', () => {
    const disabled = { ...person('edit'), disabled: true };
    expect(waysTo(highest, disabled, space(['inherit']), organization)).toHaveLength(1);
  });
});

describe('the way up', () => {
  const collection = (id: string, parent: string): AccessPlace => ({
    kind: 'collection',
    id: asId<'collection'>(id),
    parent: asId<'collection'>(parent),
    defaultLevel: 'inherit',
    teams: [],
  });

  test('ends at a collection that is not known', () => {
    const { collections } = targetsOf([collection('a', 'hidden')], []);
    expect(levelOf(highest, person('edit'), collections.get(asId<'collection'>('a')) as Target)).toBe('edit');
  });

  test('ends where collections stand in a circle', () => {
    const { collections } = targetsOf([collection('a', 'b'), collection('b', 'a')], []);
    expect([...collections.keys()].sort()).toEqual(['a', 'b']);
    for (const target of collections.values()) expect(levelOf(highest, person('edit'), target)).toBe('edit');
  });
});

test('every person has in every place what the rules say, and the first way decides', () => {
  const arbitrary = [fc.constantFrom(...ruleSets), anyPlaces, anyPeople] as const;
  fc.assert(
    fc.property(...arbitrary, (rules, { collections, spaces }, people) => {
      const targets = targetsOf(collections, spaces);
      for (const target of [...targets.collections.values(), ...targets.spaces.values()]) {
        for (const who of people) {
          const level = levelOf(rules, who, target);
          expect(level).toBe(spelledOut(rules.name, who, target.place, collections));
          const ways = waysTo(rules, who, target, organization);
          expect(ways[0]?.level ?? null).toBe(levelIfEnabled(rules, who, target));
          expect(ways.map(({ deciding }) => deciding)).toEqual(ways.map((_, at) => at === 0));
          for (const { path } of ways) expect(path.at(-1)).toMatchObject({ id: target.place.id });
        }
      }
    }),
    { numRuns: 500 },
  );
});
