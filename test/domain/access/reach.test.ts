import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asId, type IdOf } from '../../../src/api/contract/ids.ts';
import { levels } from '../../../src/domain/access/levels.ts';
import {
  type AccessPlace,
  changedTarget,
  type Target,
  type Targets,
  targetsOf,
  targetUnder,
  upwards,
} from '../../../src/domain/access/places.ts';
import { type OpenFacts, rangeOf } from '../../../src/domain/access/reach.ts';
import { type RuleSet, ruleSets } from '../../../src/domain/access/rule-sets.ts';
import { levelIfEnabled, type Person } from '../../../src/domain/access/rules.ts';
import { anyPeople, anyPlaces } from '../../support/organizations.ts';

const [highest, precedence] = ruleSets;

const place = (kind: AccessPlace['kind'], id: string, rest: Partial<AccessPlace> = {}): AccessPlace => ({
  kind,
  id: asId<typeof kind>(id),
  defaultLevel: 'inherit',
  teams: [],
  ...rest,
});
const granted = (id: string, level: string | null) => ({
  team: { kind: 'team' as const, id: asId<'team'>(id) },
  level,
});

const [docs, inProduct] = [asId<'team'>('docs'), { parent: asId<'collection'>('product') }];
const product = place('collection', 'product', { teams: [granted('docs', 'edit')] });
const open = place('space', 'open', inProduct);
const closed = place('space', 'closed', { ...inProduct, defaultLevel: null });
const own = place('space', 'own', { ...inProduct, teams: [granted('docs', 'read')] });
const other = place('space', 'other');
const targets = targetsOf([product], [open, closed, own, other]);
const everywhere = (all: Targets) => [...all.collections.values(), ...all.spaces.values()];

const member: Person = { role: 'read', disabled: false, teams: [docs] };
const guest: Person = { ...member, role: null };
const alone: Person = { ...member, teams: [] };

describe('the places that a setting concerns', () => {
  const role: AccessSetting = { kind: 'team-role', place: product, team: docs };
  const parent: AccessSetting = { kind: 'parent', place: product };
  const inOrganization: AccessSetting = { kind: 'organization-role' };
  const all = ['product', 'open', 'closed', 'own', 'other'];

  test.each([
    ['the role of a team, by highest', highest, member, role, ['product', 'open', 'closed', 'own']],
    ['the role of a team, by precedence', precedence, member, role, ['product', 'open']],
    ['the role of a team for guests in it', precedence, guest, role, ['product', 'open', 'closed']],
    ['the role of a team for others', highest, alone, role, []],
    ['the parent, by highest', highest, member, parent, ['product', 'open', 'closed', 'own']],
    ['the parent, by precedence', precedence, alone, parent, ['product', 'open', 'own']],
    ['the role in the organization', precedence, member, inOrganization, all],
  ])('%s', (_, rules, person, setting, expected) => {
    const found = placesConcerned(rules, person, everywhere(targets), setting);
    expect(found.map(({ place: { id } }) => id)).toEqual(expected);
  });
});

test('a place that a setting does not concern keeps its level, whatever the setting becomes', () => {
  const value = fc.constantFrom(...levels, null);
  const arbitrary = [fc.constantFrom(...ruleSets), anyPlaces, anyPeople, fc.nat(20), value] as const;
  fc.assert(
    fc.property(...arbitrary, (rules, { collections, spaces }, people, at, becomes) => {
      const places = [...collections, ...spaces];
      const changed = places[at % Math.max(1, places.length)];
      if (!changed) return;
      const before = targetsOf(collections, spaces);
      const after = (change: Partial<AccessPlace>) => {
        const replaced = (all: readonly AccessPlace[]) =>
          all.map((one) => (one === changed ? { ...one, ...change } : one));
        return targetsOf(replaced(collections), replaced(spaces));
      };
      const check = (person: Person, setting: AccessSetting, now: Targets) => {
        const concerned = new Set(placesConcerned(rules, person, everywhere(before), setting));
        for (const target of everywhere(before)) {
          if (concerned.has(target)) continue;
          const then = now[`${target.place.kind}s`].get(target.place.id);
          expect(then && levelIfEnabled(rules, person, then)).toBe(levelIfEnabled(rules, person, target));
        }
      };
      for (const person of people) {
        check(person, { kind: 'parent', place: changed }, after({ parent: null }));
        for (const team of person.teams) {
          const teams = changed.teams.filter((one) => one.team.id !== team);
          const now = after({ teams: [...teams, granted(team, becomes)] });
          check(person, { kind: 'team-role', place: changed, team }, now);
        }
      }
    }),
    { numRuns: 300 },
  );
});

/** A setting from which access follows. */
type AccessSetting =
  | { readonly kind: 'organization-role' }
  | { readonly kind: 'team-role'; readonly place: AccessPlace; readonly team: IdOf<'team'> }
  | { readonly kind: 'parent'; readonly place: AccessPlace };

/**
 * Returns the places where the level of people like `person` may follow from a setting: in all others, it stays the same
 * whatever the setting becomes. Such a person stands for all with the same role and teams.
 */
function placesConcerned(
  rules: RuleSet,
  person: Person,
  targets: Iterable<Target>,
  setting: AccessSetting,
): Target[] {
  return [...targets].filter((target) => {
    const opened = openedBy(setting, person, target);
    if (!opened) return false;
    const { least, most } = rangeOf(rules, person, opened.target, opened.open);
    return least !== most;
  });
}

/** Returns a target without a setting, and that this is open; `undefined` if the setting is not on its way up. */
function openedBy(
  setting: AccessSetting,
  person: Person,
  target: Target,
): { readonly target: Target; readonly open: OpenFacts } | undefined {
  if (setting.kind === 'organization-role') return { target, open: { role: true } };
  const { place } = setting;
  if (![...upwards(target)].some((one) => one.place === place)) return undefined;
  const isHere = ({ kind, id }: AccessPlace) => kind === place.kind && id === place.id;
  switch (setting.kind) {
    case 'parent':
      return {
        target: changedTarget(target, place, () => targetUnder(place, undefined)),
        open: { above: true },
      };
    case 'team-role': {
      if (!person.teams.includes(setting.team)) return undefined;
      const teams = place.teams.filter(({ team }) => team.id !== setting.team);
      return {
        target: changedTarget(target, place, ({ above }) => targetUnder({ ...place, teams }, above)),
        open: { teamOn: (at) => (isHere(at.place) ? ['read', 'admin'] : undefined) },
      };
    }
  }
}
