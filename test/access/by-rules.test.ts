import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessOf, placeOf } from '../../src/access/access.ts';
import { isShown, rulesOf } from '../../src/access/by-rules.ts';
import { type AccessState, accessDifference, stateOfFacts } from '../../src/access/difference.ts';
import { type AccessSnapshot, placesIn, snapshotAccess } from '../../src/access/facts.ts';
import { realNames } from '../../src/access/pseudonyms.ts';
import { levels, stronger } from '../../src/domain/access/levels.ts';
import type { Target } from '../../src/domain/access/places.ts';
import { ruleSets, usualRuleSet } from '../../src/domain/access/rule-sets.ts';
import { levelIfEnabled, type Person } from '../../src/domain/access/rules.ts';
import type { UnknownList } from '../../src/model/read/snapshot.ts';
import type { ResourceKind } from '../../src/model/resources.ts';
import { systemClock } from '../../src/system/clock.ts';

const anyRules = fc.constantFrom(...ruleSets);
const teamIds = ['team_0', 'team_1', 'team_2', 'team 1 2'];
const level = fc.constantFrom(...levels, 'owner', null);
const granted = fc.dictionary(fc.constantFrom(...teamIds), level, { maxKeys: 3 });

const place = (parents: readonly string[]) =>
  fc.record({
    parent: fc.constantFrom(...parents, null),
    defaultLevel: fc.oneof(fc.constant('inherit'), level),
    teams: granted,
    isUnread: fc.boolean(),
  });

/** Organizations with loops of collections, missing parents, strange levels, and lists that could not be read. */
const organization = fc.record({
  people: fc.array(fc.record({ role: level, disabled: fc.boolean() }), { maxLength: 6 }),
  teams: fc.array(fc.array(fc.nat(5), { maxLength: 5 }), { maxLength: 4 }),
  unreadTeams: fc.subarray(teamIds),
  collections: fc.array(place(['col_0', 'col_1', 'col_9']), { maxLength: 3 }),
  spaces: fc.array(place(['col_0', 'col_1', 'col_2', 'col_9']), { maxLength: 4 }),
});

type Organization = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;

function snapshotOf({ people, teams, unreadTeams, collections, spaces }: Organization): AccessSnapshot {
  const numbered = <Item>(id: string, items: readonly Item[], make: (item: Item, id: string) => object) =>
    new Map(items.map((item, at) => [`${id}_${at}`, make(item, `${id}_${at}`)]));
  const list = (items: ReadonlyMap<string, object>) => new Map([['org', items]]);
  const unread = (kind: ResourceKind, within: string, id: string): UnknownList => ({
    kind,
    in: { kind: within as ResourceKind, id },
    reason: { message: 'no' },
  });
  const places = (id: string, items: Organization['spaces']) =>
    list(numbered(id, items, ({ parent, defaultLevel }, own) => ({ id: own, parent, defaultLevel })));
  const grants = (within: 'collection' | 'space', id: string, items: Organization['spaces']) => ({
    lists: new Map(
      items.flatMap(({ teams: own, isUnread }, at) => {
        const all = Object.entries(own)
          .sort()
          .map(([team, permission]) => [team, { team: { id: team }, permission }]);
        return isUnread ? [] : [[`${id}_${at}`, new Map(all as [string, object][])]];
      }),
    ),
    unknown: items.flatMap(({ isUnread }, at) =>
      isUnread ? [unread(`${within}-team`, within, `${id}_${at}`)] : [],
    ),
  });
  const complete = (lists: ReadonlyMap<string, unknown>) => ({ lists, unknown: [] });
  return {
    organization: 'org',
    parts: {
      member: complete(list(numbered('user', people, (person, id) => ({ id, ...person })))),
      team: complete(list(new Map(teamIds.map((id) => [id, { id, title: id }])))),
      'team-member': {
        lists: new Map(
          teams.map((own, at) => [teamIds[at], new Map(own.map((user) => [`user_${user}`, {}]))]),
        ),
        unknown: unreadTeams.map((team) => unread('team-member', 'team', team)),
      },
      collection: complete(places('col', collections)),
      'collection-team': grants('collection', 'col', collections),
      space: complete(places('space', spaces)),
      'space-team': grants('space', 'space', spaces),
    },
  } as unknown as AccessSnapshot;
}

test('what people share is what the rules give each of them in each place', () => {
  fc.assert(
    fc.property(organization, fc.constantFrom(...levels), anyRules, (given, wanted, ruleSet) => {
      const facts = snapshotAccess(snapshotOf(given), ruleSet);
      const rules = rulesOf(facts, wanted);
      for (const member of facts.people.values()) {
        const each = [...placesIn(facts)].map((target) => ({
          target: placeOf(target.place),
          ...accessOf(facts, member, target),
        }));
        expect(rules(member)).toEqual(each.filter((access) => isShown(access, wanted)));
      }
    }),
    { numRuns: 500 },
  );
});

test('people with the same role and the same teams share their access', () => {
  const facts = snapshotAccess(
    snapshotOf({
      people: [
        { role: 'read', disabled: false },
        { role: 'read', disabled: true },
        { role: null, disabled: false },
      ],
      teams: [
        [0, 1, 2],
        [1, 0],
      ],
      unreadTeams: [],
      collections: [],
      spaces: [{ parent: null, defaultLevel: 'inherit', teams: { team_0: 'edit' }, isUnread: false }],
    }),
    usualRuleSet,
  );
  const [one, other, guest] = facts.people.values();
  const rules = rulesOf(facts);
  if (!one || !other || !guest) throw new Error('three people');
  expect(one.teams).toBe(other.teams);
  expect(rules(one)).toBe(rules(other));
  expect(rules(guest).map(({ level: own }) => own)).toEqual(['edit']);
});

/** The same organization, with all of it read. */
function readInFull({ collections, spaces, ...others }: Organization): Organization {
  const read = <Item extends Organization['spaces'][number]>(item: Item) => ({
    ...item,
    isUnread: false,
  });
  const known = inFullParents({ collections, spaces });
  return {
    ...others,
    unreadTeams: [],
    collections: known.collections.map(read),
    spaces: known.spaces.map(read),
  };
}

/** The same places, each in a collection that is there. */
function inFullParents({ collections, spaces }: Pick<Organization, 'collections' | 'spaces'>) {
  const inside = <Item extends Organization['spaces'][number]>(item: Item) => ({
    ...item,
    parent: Number(item.parent?.at(-1)) < collections.length ? item.parent : null,
  });
  return { collections: collections.map(inside), spaces: spaces.map(inside) };
}

test('what is left unread makes a level unknown, never higher than it is', () => {
  const isUnread = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(
      organization,
      isUnread,
      fc.subarray(teamIds),
      anyRules,
      ({ people, ...given }, flags, unreadTeams, ruleSet) => {
        // A level that is not known has no place among the others.
        const plain = (one: string | null) => (one === 'owner' ? 'edit' : one);
        const placesWith = (items: Organization['spaces'], start: number) =>
          items.map(({ defaultLevel, teams, ...item }, at) => ({
            ...item,
            defaultLevel: plain(defaultLevel) ?? null,
            teams: Object.fromEntries(Object.entries(teams).map(([id, of]) => [id, plain(of)])),
            isUnread: flags[start + at] as boolean,
          }));
        const part: Organization = {
          ...given,
          people: people.map((person) => ({ ...person, role: plain(person.role) })),
          teams: given.teams.map((own, at) => (unreadTeams.includes(teamIds[at] as string) ? [] : own)),
          unreadTeams,
          collections: placesWith(given.collections, 0),
          spaces: placesWith(given.spaces, 3),
        };
        const whole = snapshotAccess(snapshotOf(readInFull({ ...part, teams: given.teams })), ruleSet);
        const known = { ...part, ...inFullParents(part) };
        const facts = snapshotAccess(snapshotOf(known), ruleSet);
        for (const [id, member] of facts.people) {
          for (const target of placesIn(facts)) {
            const { level: shown, unknown } = accessOf(facts, member, target);
            const there = whole.targets[`${target.place.kind}s`].get(target.place.id) as Target;
            const real = levelIfEnabled(ruleSet, whole.people.get(id) as Person, there);
            expect(stronger(real, shown)).toBe(real);
            if (!unknown) expect(real).toBe(shown);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a comparison of classes of people, in places that differ, finds what one of each person in each place finds', async () => {
  const ports = { clock: systemClock, interrupt: new AbortController().signal };
  const parts = fc.subarray(['people', 'teams', 'collections', 'spaces'] as const);
  const compared = { places: 0, shared: 0, different: 0 };
  await fc.assert(
    fc.asyncProperty(
      ...[organization, organization, parts, fc.boolean(), anyRules],
      async (one, other, kept, isFull, rules) => {
        const changed = { ...other, ...Object.fromEntries(kept.map((part) => [part, one[part]])) };
        const doubled = [one, changed].map((each) => ({ ...each, people: [...each.people, ...each.people] }));
        const [before, after] = doubled.map((each) =>
          stateOfFacts(snapshotAccess(snapshotOf(isFull ? readInFull(each) : each), rules), realNames),
        ) as [AccessState, AccessState];
        const classes = new Set(Array.from(after.people, (person) => after.classOf?.(person)?.key));
        if (before.places && after.places) compared.places++;
        if (classes.size < [...after.people].length) compared.shared++;
        const { places: _, classOf: __, ...plain } = before;
        const byPerson = await accessDifference(plain, after, ports);
        expect(await accessDifference(before, after, ports)).toEqual(byPerson);
        if (Object.values(byPerson).some(({ length }) => length > 0)) compared.different++;
      },
    ),
    { numRuns: 500 },
  );
  for (const count of Object.values(compared)) expect(count).toBeGreaterThan(100);
});

test('a comparison ends with an interrupt', async () => {
  const state = stateOfFacts(
    snapshotAccess(
      snapshotOf({
        people: [{ role: 'read', disabled: false }],
        teams: [],
        unreadTeams: [],
        collections: [],
        spaces: [],
      }),
      usualRuleSet,
    ),
    realNames,
  );
  const ports = { clock: systemClock, interrupt: AbortSignal.abort(new Error('stop')) };
  await expect(accessDifference(state, state, ports)).rejects.toThrow('stop');
});
