import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyInput, Operation } from '../../../src/api/contract/operation.ts';
import {
  moveCollection,
  removeCollectionPermission,
  setCollectionPermission,
  updateCollection,
} from '../../../src/api/contract/operations/collections.ts';
import { removeMember, updateMember } from '../../../src/api/contract/operations/members.ts';
import { removeSpacePermission, setSpacePermission } from '../../../src/api/contract/operations/spaces.ts';
import { removeTeamMember, setTeamMember } from '../../../src/api/contract/operations/teams.ts';
import { levels, stronger } from '../../../src/domain/access/levels.ts';
import type { PlaceId, Target, Targets } from '../../../src/domain/access/places.ts';
import { type RuleSet, ruleSets } from '../../../src/domain/access/rule-sets.ts';
import { levelOf, type Person } from '../../../src/domain/access/rules.ts';
import { gradeOf, type Reach, together } from '../../../src/domain/reach/grades.ts';
import { reach, type Settings } from '../../../src/domain/reach/reach.ts';
import { effects } from '../../../src/model/effects/effects.ts';
import { thingsFrom } from '../../../src/model/effects/thing-reader.ts';
import { touches } from '../../../src/model/effects/things.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import { reachIn } from '../../../src/sandbox/resources/access.ts';
import { teamsOf } from '../../../src/sandbox/resources/member.ts';
import type { Store } from '../../../src/sandbox/store/store.ts';
import { anyOrganization, generatedOrg as org, withOrganization } from '../../support/organizations.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';

const teams = ['team_a', 'team_b', 'team_c', 'team_d'];

/** A space where nothing is set: it shows what each role gives. */
const plain = { kind: 'space', id: 'space_plain', parent: null, defaultLevel: 'inherit', teams: [] } as never;

const organizations = anyOrganization.map((one) => ({ ...one, spaces: [...one.spaces, plain] }));

/** A request, by numbers that choose among what the organization has. */
interface Choice {
  readonly what: number;
  readonly place: number;
  readonly team: string;
  readonly user: number;
  readonly level: string | null;
  readonly into: number;
}

const choice: fc.Arbitrary<Choice> = fc.record({
  what: fc.nat(8),
  place: fc.nat(),
  team: fc.constantFrom(...teams),
  user: fc.nat(),
  level: fc.constantFrom(...levels, null),
  into: fc.nat(),
});

interface State {
  readonly targets: Targets;
  readonly people: ReadonlyMap<string, Person>;
}

function stateOf(store: Store): State {
  const members = store.all<{ user: string; role: string | null; disabled: number }>(
    'SELECT user, role, disabled FROM members WHERE org = ?',
    org,
  );
  const users = members.map(({ user }) => user);
  const teamsOfUsers = teamsOf(store, org, users);
  return {
    targets: reachIn(store, org).targets,
    people: new Map(
      members.map(({ user, role, disabled }) => [
        user,
        { role, disabled: disabled === 1, teams: teamsOfUsers.get(user) ?? [] },
      ]),
    ),
  };
}

const all = ({ collections, spaces }: Targets) => new Map<PlaceId, Target>([...collections, ...spaces]);

type Asked = readonly [op: Operation, input: AnyInput, settings: Settings, user?: string];

function requestOf(chosen: Choice, { targets, people }: State): Asked | undefined {
  const { what, team, level } = chosen;
  const pick = <Of>(values: Iterable<Of>, at: number) => [...values][at % Math.max(1, [...values].length)];
  const collection = pick(targets.collections.values(), chosen.place);
  const space = pick(targets.spaces.values(), chosen.place);
  const [user = '', person] = pick(people, chosen.user) ?? [];
  const everywhere: Settings = { places: [...all(targets).values()], ...(person && { person }) };
  const membership: AnyInput = { params: { org, team, user } };
  const around = (target: Target | undefined, op: Operation, body?: unknown): Asked | undefined => {
    if (!target) return undefined;
    const { kind, id } = target.place;
    return [op, { params: { [kind]: id, team }, ...(body !== undefined && { body }) }, { places: [target] }];
  };
  switch (what) {
    case 0:
      return around(collection, updateCollection, { defaultLevel: level });
    case 1:
      return around(collection, updateCollection, { defaultLevel: 'inherit' });
    case 2: {
      const into = pick([undefined, ...targets.collections.values()], chosen.into);
      const asked = around(collection, moveCollection, { parent: into?.place.id ?? null });
      return asked && [asked[0], asked[1], { ...asked[2], ...(into && { into }) }];
    }
    case 3:
      return around(collection, setCollectionPermission, { role: level });
    case 4:
      return around(collection, removeCollectionPermission);
    case 5:
      return around(space, chosen.into % 2 ? setSpacePermission : removeSpacePermission, { role: level });
    case 6:
      return [setTeamMember, { ...membership, body: {} }, everywhere, user];
    case 7:
      return [removeTeamMember, membership, everywhere, user];
    default:
      return chosen.into % 4
        ? [updateMember, { params: { org, user }, body: { role: level } }, everywhere, user]
        : [removeMember, { params: { org, user } }, everywhere, user];
  }
}

/** One person of each class that the rules of access tell apart. */
const everyone: readonly Person[] = [null, ...levels].flatMap((role) =>
  Array.from({ length: 2 ** teams.length }, (_, bits) => ({
    role,
    disabled: false,
    teams: teams.filter((_, at) => bits & (2 ** at)) as unknown as Person['teams'],
  })),
);

/** Compares the levels of people in all places. */
function observed(rules: RuleSet, before: State, after: State, user: string | undefined): Reach {
  const people =
    user === undefined
      ? everyone.map((person) => [person, person] as const)
      : [[before.people.get(user) as Person, after.people.get(user)] as const];
  const found: Reach[] = [];
  const now = all(after.targets);
  for (const [id, target] of all(before.targets))
    for (const [from, to] of people) {
      const was = levelOf(rules, from, target);
      const there = now.get(id);
      const becomes = to && there ? levelOf(rules, to, there) : null;
      if (was === becomes) continue;
      const isHigher = stronger(was, becomes) === becomes;
      found.push(isHigher ? { opens: gradeOf(becomes) } : { takes: gradeOf(was) });
    }
  return together(found);
}

/** Returns the highest level that teams have anywhere. */
function highestOf(those: readonly string[], { targets }: State): string | null {
  const granted = [...all(targets).values()].flatMap(({ grants }) => [...grants.values()]);
  return granted
    .filter(({ team }) => those.includes(team.id))
    .reduce<string | null>((most, { level }) => stronger(most, level), null);
}

const any = expect.any(String);

test('what is said to open or to take access gives someone a higher or a lower level, and nothing else does', async () => {
  const seenFor = new Set<string>();
  const property = fc.asyncProperty(organizations, choice, async (organization, chosen) => {
    await withOrganization(organization, async (store) => {
      const before = stateOf(store);
      const asked = requestOf(chosen, before);
      if (!asked) return;
      const [op, input, settings, user] = asked;
      const client = sandboxClient(store);
      const things = thingsFrom(createReader({ client, org }));
      const [effect] = await effects(touches(op, input), things);
      if (!effect) return;
      try {
        await client.call(op, input);
      } catch {
        return;
      }
      const after = stateOf(store);
      const each = ruleSets.map((rules) => {
        const seen = observed(rules, before, after, user);
        expect(reach(effect, { ...settings, rules: [rules] })).toEqual(seen);
        return seen;
      });
      expect(reach(effect, settings)).toEqual(together(each));
      const { opens, takes } = together(each);
      // Less knowledge hides nothing.
      expect(reach(effect)).toMatchObject({ ...(opens && { opens: any }), ...(takes && { takes: any }) });
      const most = highestOf([chosen.team, ...(settings.person?.teams ?? [])], before);
      const bound = reach(effect, { most, ...(settings.person && { person: settings.person }) });
      // What the role of a team hides is known from the places only.
      if (op !== removeTeamMember) expect(bound).toMatchObject({ ...(opens && { opens: any }) });
      for (const name of Object.keys({ ...(opens && { opens }), ...(takes && { takes }) }))
        seenFor.add(`${op.id} ${name}`);
    });
  });
  await fc.assert(property, { numRuns: Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 200) });
  expect(seenFor.size).toBeGreaterThan(12);
});
