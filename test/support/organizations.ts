import * as fc from 'fast-check';
import { asId, type IdOf } from '../../src/api/contract/ids.ts';
import { levels } from '../../src/domain/access/levels.ts';
import type { AccessPlace } from '../../src/domain/access/places.ts';
import { type RuleSet, ruleSets } from '../../src/domain/access/rule-sets.ts';
import type { Person } from '../../src/domain/access/rules.ts';
import { storedDefaultLevel } from '../../src/sandbox/resources/access.ts';
import { openStore, type Store } from '../../src/sandbox/store/store.ts';
import { addTables } from './demo-store.ts';

/** The organization of every generated fixture, with one administrator. */
export const generatedOrg = 'org_generated';
export const generatedAdmin = 'user_admin';

const teamIds = ['team_a', 'team_b', 'team_c', 'team_d'].map((id) => asId<'team'>(id));
const level = fc.constantFrom(...levels);
const role = fc.oneof({ weight: 4, arbitrary: level }, { weight: 1, arbitrary: fc.constant(null) });
const defaultLevel = fc.oneof(
  { weight: 3, arbitrary: fc.constant('inherit') },
  { weight: 2, arbitrary: level },
  { weight: 1, arbitrary: fc.constant(null) },
);
const permissions = fc.dictionary(fc.constantFrom(...teamIds), role, { maxKeys: 3 }).map((given) =>
  Object.entries(given).map(([id, of]) => ({
    team: { kind: 'team' as const, id: asId<'team'>(id) },
    level: of,
  })),
);

/** Up to six collections, nested at random, and up to six spaces in them or at the top. */
export const anyPlaces = fc
  .tuple(placesOf('collection', 'col'), placesOf('space', 'space'))
  .map(([collections, spaces]) => ({
    // The parent of a collection comes before it, so that none contains itself.
    collections: collections.map(({ inside, ...place }, at) => ({ ...place, parent: parentOf(inside, at) })),
    spaces: spaces.map(({ inside, ...place }) => ({
      ...place,
      parent: parentOf(inside, collections.length),
    })),
  }));

function placesOf(kind: AccessPlace['kind'], prefix: string) {
  const place = fc.record({ inside: fc.nat(6), defaultLevel, teams: permissions });
  return fc
    .array(place, { maxLength: 6 })
    .map((places) => places.map((one, at) => ({ kind, id: asId<typeof kind>(`${prefix}_${at}`), ...one })));
}

/** Returns a parent; the top level is one of the possible parents. */
function parentOf(inside: number, collections: number): IdOf<'collection'> | null {
  const at = inside % (collections + 1);
  return at === collections ? null : asId<'collection'>(`col_${at}`);
}

const anyPerson: fc.Arbitrary<Person> = fc.record({
  role,
  disabled: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  teams: fc.subarray(teamIds),
});
export const anyPeople = fc.array(anyPerson, { minLength: 1, maxLength: 6 });

export interface GeneratedOrganization {
  /** The people beside the administrator: `user_0`, `user_1`, ... */
  readonly people: readonly Person[];
  readonly collections: readonly AccessPlace[];
  readonly spaces: readonly AccessPlace[];
  /** The member whose token requests carry. */
  readonly caller: string;
  /** The rules of access in the sandbox. @default highest */
  readonly rules?: RuleSet;
}

export const anyOrganization: fc.Arbitrary<GeneratedOrganization> = fc
  .tuple(anyPlaces, anyPeople, fc.constantFrom(generatedAdmin, 'user_0'), fc.constantFrom(...ruleSets))
  .map(([places, people, caller, rules]) => ({ ...places, people, caller, rules }));

let emptyStore: Store | undefined;

/** Calls `use` with a sandbox's state that has only this organization, and removes it afterwards. */
export async function withOrganization(
  organization: GeneratedOrganization,
  use: (store: Store) => Promise<void>,
): Promise<void> {
  // Making the tables takes longer than all the rest.
  emptyStore ??= openStore(':memory:');
  const store: Store = { ...emptyStore, transaction: (_, work) => work() };
  store.run('BEGIN');
  try {
    addTables(store, tablesOf(organization));
    await use(store);
  } finally {
    store.run('ROLLBACK');
  }
}

const org = generatedOrg;
const time = '2026-01-15T12:00:00.000Z';

function tablesOf({ people, collections, spaces, caller, rules }: GeneratedOrganization) {
  const users = [{ role: 'admin', disabled: false, teams: [] }, ...people];
  const ids = [generatedAdmin, ...people.map((_, at) => `user_${at}`)];
  return {
    meta: [
      { name: 'org', value: org },
      { name: 'caller', value: caller },
      ...(rules ? [{ name: 'access-rules', value: rules.name }] : []),
    ],
    organizations: [{ id: org, title: 'Generated', hostname: 'generated', created_at: time, doc: '{}' }],
    users: ids.map((id) => ({ id, display_name: id, email: `${id}@acme.example`, search: id })),
    members: users.map(({ role, disabled }, at) => ({
      org,
      user: ids[at],
      role,
      disabled: Number(disabled),
      joined_at: time,
    })),
    teams: teamIds.map((id) => ({ id, org, title: id, search: id, created_at: time })),
    team_members: users.flatMap(({ teams }, at) =>
      teams.map((team) => ({ team, org, user: ids[at], role: 'member' })),
    ),
    collections: collections.map(({ id, parent, defaultLevel: given }, position) => ({
      id,
      org,
      parent: parent ?? null,
      position,
      title: id,
      default_level: storedDefaultLevel(given) ?? null,
      created_at: time,
    })),
    spaces: spaces.map(({ id, parent, defaultLevel: given }, position) => ({
      id,
      org,
      collection: parent ?? null,
      position,
      title: id,
      visibility: 'public',
      edit_mode: 'live',
      default_level: storedDefaultLevel(given) ?? null,
      revision: `rev_${id}`,
      created_at: time,
      updated_at: time,
    })),
    revisions: spaces.map(({ id }) => ({
      id: `rev_${id}`,
      space: id,
      type: 'initial',
      parents: '[]',
      created_at: time,
    })),
    collection_teams: permissionRows('collection', collections),
    space_teams: permissionRows('space', spaces),
  };
}

function permissionRows(column: string, places: readonly AccessPlace[]) {
  return places.flatMap(({ id, teams }) =>
    teams.map(({ team, level: of }) => ({ [column]: id, team: team.id, role: of })),
  );
}
