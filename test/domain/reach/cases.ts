import { describe, expect, test } from 'vitest';
import { asId } from '../../../src/api/contract/ids.ts';
import { type AccessPlace, type Target, targetUnder } from '../../../src/domain/access/places.ts';
import { ruleSets } from '../../../src/domain/access/rule-sets.ts';
import type { Person } from '../../../src/domain/access/rules.ts';
import type { Reach } from '../../../src/domain/reach/grades.ts';
import { reach, type Settings } from '../../../src/domain/reach/reach.ts';
import type { Effect } from '../../../src/model/effects/effects.ts';
import type { Fields } from '../../../src/model/effects/facts.ts';

export const [highest, precedence] = ruleSets.map((rules) => ({ rules: [rules] }));

const idsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  member: { org: 'org', user: 'user' },
  'team-member': { org: 'org', team: 'docs', user: 'user' },
  collection: { collection: 'product' },
  'collection-team': { collection: 'product', team: 'docs' },
  'space-team': { space: 'guide', team: 'docs' },
};

export const effect = (kind: string, change: Effect['change'], rest: Partial<Effect>): Effect => ({
  kind,
  ids: idsOf[kind] ?? {},
  change,
  before: null,
  after: null,
  basis: 'stated',
  of: 0,
  ...rest,
});
export const make = (kind: string, sets: Fields = {}) => effect(kind, 'make', { sets, after: sets });
export const set = (kind: string, before: Effect['before'], sets: Fields) =>
  effect(kind, 'set', { before, sets, after: { ...before, ...sets } });
export const end = (kind: string, before: Fields = {}) => effect(kind, 'end', { before });

export const unread = { unknown: '2,214 requests' };

export const granted = (id: string, level: string) => ({
  team: { kind: 'team' as const, id: asId<'team'>(id) },
  level,
});
export const place = (
  kind: AccessPlace['kind'],
  id: string,
  facts: Partial<AccessPlace> = {},
  above?: Target,
) => targetUnder({ kind, id: asId<'space'>(id), defaultLevel: 'inherit', teams: [], ...facts }, above);

export const at = (...places: Target[]): Settings => ({ places });
export const product = place('collection', 'product');
export const productWith = (facts: Partial<AccessPlace>, above?: Target) =>
  at(place('collection', 'product', facts, above));

export const person = (role: string | null, teams: string[] = [], disabled = false): { person: Person } => ({
  person: { role, disabled, teams: teams.map((id) => asId<'team'>(id)) },
});

export const site = (visibility: string | undefined, hasSpaces = true): Settings => ({
  site: { ...(visibility && { visibility }), hasSpaces },
});

/** What happens, the effect, what is around it, and what it opens and takes. */
export type Case = readonly [what: string, effect: Effect, settings: Settings, reaches: Reach];

export function expectReaches(groups: readonly (readonly [of: string, cases: readonly Case[]])[]): void {
  describe.each(groups)('%s', (_, cases) => {
    test.each(cases)('%s', (_, one, settings, reaches) => {
      expect(reach(one, settings)).toEqual(reaches);
    });
  });
}
