import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ordered, pageData, peopleBlocks } from '../../src/documents/access/columns.ts';
import type { AccessDocument } from '../../src/documents/access/document.ts';
import {
  type AccessModel,
  accessModel,
  addBlock,
  levelAt,
  noPeople,
  rangesOf,
} from '../../src/documents/access/model.ts';
import {
  type Filters,
  groupRows,
  groupsOf,
  shownPeople,
  shownPlaces,
} from '../../src/documents/access/rows.ts';
import { levels } from '../../src/domain/access/levels.ts';
import { type RuleSet, ruleSets } from '../../src/domain/access/rule-sets.ts';
import { levelIfEnabled } from '../../src/domain/access/rules.ts';
import { accessDocument } from '../support/access-document.ts';

const level = fc.constantFrom(...levels);
const role = fc.option(level, { nil: null });
const team = fc.integer({ min: 0, max: 3 }).map((index) => `team_${index}`);
const grants = fc.dictionary(team, level, { maxKeys: 3 });
const defaultLevel = fc.oneof(fc.constant('inherit'), fc.constant(null), level);
const named = <Value>(id: string, value: fc.Arbitrary<Value>, most: number) =>
  fc
    .array(value, { maxLength: most })
    .map((all) => Object.fromEntries(all.map((one, index) => [`${id}_${index}`, one])));
const place = fc.record({
  title: fc.string({ maxLength: 3 }),
  in: fc.integer({ min: 0, max: 4 }).map((index) => `col_${index}`),
  default: defaultLevel,
  teams: grants,
});

/** Small organizations, with loops of collections and parents that do not exist. */
const organization = fc.record({
  rules: fc.constantFrom<RuleSet[]>(...ruleSets),
  people: named(
    'user',
    fc.record({
      name: fc.string({ maxLength: 3 }),
      role,
      teams: fc.uniqueArray(team, { maxLength: 3 }),
      disabled: fc.boolean(),
    }),
    6,
  ),
  teams: fc.constant({ team_0: 'Zero', team_1: 'One', team_2: 'Two', team_3: 'Three' }),
  collections: named('col', place, 4),
  spaces: named('space', place, 5),
});

function modelOf(document: AccessDocument) {
  const sorted = ordered(document);
  // As in the page, where it has been JSON.
  const data = JSON.parse(JSON.stringify(pageData(sorted))) as ReturnType<typeof pageData>;
  const people = noPeople();
  for (const block of peopleBlocks(sorted)) addBlock(people, block);
  return { data, model: accessModel(data, people) };
}

const all: Filters = {
  people: '',
  places: '',
  team: -1,
  level: 0,
  guests: 'all',
  sites: 'all',
  kind: 'both',
};

function levelsOf(model: AccessModel, document: AccessDocument) {
  return model.people.ids.flatMap((id, person) =>
    model.targets.map((target, at) => ({
      expected: levelIfEnabled(document.rules, document.facts.people.get(id)!, target) ?? '',
      shown: model.levels[levelAt(model, person, at)],
      person,
      place: at,
    })),
  );
}

test('the page has the levels that the rules give', () => {
  fc.assert(
    fc.property(organization, (facts) => {
      const document = accessDocument(facts);
      const { model } = modelOf(document);
      for (const { expected, shown } of levelsOf(model, document)) expect(shown).toBe(expected);
    }),
  );
});

test('the order of places does not matter to the rules', () => {
  const document = accessDocument({
    people: { user_a: { name: 'A', role: 'edit' } },
    teams: {},
    collections: {
      col_inner: { title: 'Inner', in: 'col_outer' },
      col_outer: { title: 'Outer', default: null },
      col_other: { title: 'Other', default: 'read' },
    },
    spaces: { space_a: { title: 'A', in: 'col_inner' }, space_b: { title: 'B', in: 'col_other' } },
  });
  const { data, model } = modelOf(document);
  const shown = data.places.titles.map((title, at) => `${title}: ${model.levels[levelAt(model, 0, at)]}`);
  expect(shown.sort()).toEqual(['A: ', 'B: read', 'Inner: ', 'Other: read', 'Outer: ']);
});

test('what the service reports stands over the rules', () => {
  const document = accessDocument({
    people: { user_a: { name: 'A', role: 'read' } },
    teams: {},
    spaces: { space_a: { title: 'A' }, space_b: { title: 'B' } },
  });
  const differing = [
    { user: 'user_a', target: 'space_a', level: 'manage' },
    { user: 'user_a', target: 'space_b', level: null },
  ];
  const { model } = modelOf({ ...document, differing });
  expect([0, 1].map((at) => model.levels[levelAt(model, 0, at)])).toEqual(['manage', '']);
});

test('the filter of levels shows exactly those who have one in a shown place', () => {
  fc.assert(
    fc.property(
      organization,
      fc.integer({ min: 1, max: 6 }),
      fc.string({ maxLength: 1 }),
      (facts, wanted, text) => {
        const document = accessDocument(facts);
        const { data, model } = modelOf(document);
        const filters = { ...all, level: wanted, places: text.toLowerCase() };
        const places = shownPlaces(data, filters);
        const expected = model.people.ids
          .map((_, person) => person)
          .filter((person) => places.some((one) => levelAt(model, person, one) >= wanted));
        expect(shownPeople(model, data, filters, places)).toEqual(expected);
      },
    ),
  );
});

test('a group says what all of its enabled people have at least, and some at most', () => {
  fc.assert(
    fc.property(organization, (facts) => {
      const { data, model } = modelOf(accessDocument(facts));
      const places = shownPlaces(data, all);
      for (const group of groupsOf(model, shownPeople(model, data, all, places), -1)) {
        const range = rangesOf(model, group);
        const enabled = group.members.filter((person) => !model.people.disabled.has(person));
        for (const one of places) {
          const found = enabled.map((person) => levelAt(model, person, one));
          const { low, high } = range(one);
          const most = Math.max(0, ...found);
          // With several teams, the nearest may be any of them.
          if (facts.rules.name === 'highest') expect(high).toBe(most);
          else expect(high).toBeGreaterThanOrEqual(most);
          expect(low).toBeLessThanOrEqual(Math.min(...found, high));
        }
      }
    }),
  );
});

test('the rows are the groups, each with its people where it is open', () => {
  const groups = [
    { team: 0, members: [5, 6] },
    { team: 1, members: [7] },
    { team: -1, members: [8, 9] },
  ];
  const rows = groupRows(groups, new Set([1, -1]));
  const shown = Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index);
    return row.kind === 'group' ? `team ${row.group.team}` : row.person;
  });
  expect(shown).toEqual(['team 0', 'team 1', 7, 'team -1', 8, 9]);
});
