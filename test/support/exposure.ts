import { asId } from '../../src/api/contract/ids.ts';
import { levels } from '../../src/domain/access/levels.ts';
import { type AccessPlace, targetsOf } from '../../src/domain/access/places.ts';
import { ruleSets } from '../../src/domain/access/rule-sets.ts';
import { levelIfEnabled } from '../../src/domain/access/rules.ts';
import { toDefaultLevel } from '../../src/sandbox/resources/access.ts';
import type { Tables } from './sandbox-state.ts';

/** How a space is reached: a level of a person, or the ways of the public, by who reads a site and which conditions hide it there. */
type Reached = number | readonly PublicWay[];

interface PublicWay {
  readonly rank: number;
  readonly conditions: readonly string[];
}

/** Who reaches what, by a text such as `highest: user_kim reaches space_a`. */
export type Exposure = ReadonlyMap<string, Reached>;

/** The tables that say who reaches what. */
export const exposingTables = [
  ...['members', 'team_members', 'collections', 'spaces', 'collection_teams', 'space_teams'],
  ...['sites', 'site_sections', 'site_spaces', 'saml_providers'],
] as const;

type Row = Tables[string][number];

/** Returns who reaches what in a state: each member, those who sign in later, and the public, by each rule set of access. */
export function exposureOf(state: Tables): Exposure {
  const rows = (table: (typeof exposingTables)[number]) => state[table] ?? [];
  const text = (value: unknown) => String(value);
  const place = (kind: 'collection' | 'space', row: Row, parent: unknown): AccessPlace => ({
    kind,
    id: asId<'space'>(text(row.id)),
    parent: parent == null ? null : asId<'collection'>(text(parent)),
    defaultLevel: toDefaultLevel((row.default_level as string | null | undefined) ?? null),
    teams: rows(`${kind}_teams`)
      .filter((one) => one[kind] === row.id)
      .map(({ team, role }) => ({
        team: { kind: 'team', id: asId<'team'>(text(team)) },
        level: (role as string | null | undefined) ?? null,
      })),
  });
  const { spaces } = targetsOf(
    rows('collections').map((row) => place('collection', row, row.parent)),
    rows('spaces').map((row) => place('space', row, row.collection)),
  );
  const people = [
    ...rows('members').map(({ user, role }) => ({
      name: text(user),
      role,
      teams: rows('team_members').flatMap((one) => (one.user === user ? [one.team] : [])),
    })),
    ...rows('saml_providers').map(({ id, default_role: role, default_team: team }) => ({
      name: `who signs in by ${id}`,
      role,
      teams: team == null ? [] : [team],
    })),
  ];
  const found = new Map<string, Reached>();
  for (const rules of ruleSets)
    for (const { name, role, teams } of people) {
      const person = {
        role: (role as string | null | undefined) ?? null,
        disabled: false,
        teams: teams.map((team) => asId<'team'>(text(team))),
      };
      if (person.role === 'admin') found.set(`${name} is an administrator`, 1);
      for (const [space, target] of spaces) {
        const level = levelIfEnabled(rules, person, target);
        if (level !== null) found.set(`${rules.name}: ${name} reaches ${space}`, levels.indexOf(level));
      }
    }
  for (const { site, space, section, condition } of rows('site_spaces')) {
    const around = rows('sites').find(({ id }) => id === site);
    const rank = ['share-link', 'unlisted', 'public'].indexOf(text(around?.visibility));
    if (!around || rank < 0) continue;
    const above = rows('site_sections').find(({ id }) => id === section);
    const conditions = [above?.condition, condition].filter((one) => one != null && one !== '').map(text);
    const name = `the public reaches ${space}`;
    found.set(name, [...((found.get(name) as readonly PublicWay[] | undefined) ?? []), { rank, conditions }]);
  }
  return found;
}

function isAtMost(one: Reached, other: Reached | undefined): boolean {
  if (other === undefined) return false;
  if (typeof one === 'number' || typeof other === 'number') return Number(one) <= Number(other);
  return one.every((way) => other.some((wider) => isWayAtMost(way, wider)));
}

function isWayAtMost(one: PublicWay, other: PublicWay): boolean {
  return one.rank <= other.rank && other.conditions.every((each) => one.conditions.includes(each));
}

/** Returns what is reached that is reached in none of the other states, or with less there. */
export function openBeyond(now: Exposure, allowed: readonly Exposure[]): string[] {
  return [...now].flatMap(([what, reached]) =>
    allowed.some((one) => isAtMost(reached, one.get(what))) ? [] : [`${what}: ${JSON.stringify(reached)}`],
  );
}
