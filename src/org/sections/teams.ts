import * as z from 'zod/mini';
import { asId } from '../../api/contract/ids.ts';
import { createTeam, deleteTeam, updateTeam } from '../../api/contract/operations/teams.ts';
import { madeIn } from '../../domain/change.ts';
import { membershipsChanges } from '../../domain/memberships/changes.ts';
import type { MembershipChange } from '../../domain/memberships/membership.ts';
import { type ItemOf, type SnapshotPart, thingsOf } from '../../model/read/snapshot.ts';
import { groupBy } from '../../text/group-by.ts';
import { type Difference, listText } from '../difference.ts';
import {
  type Complain,
  isManagedInFull,
  type LoadedFile,
  type Path,
  type PeopleTable,
  peopleAt,
} from '../organization.ts';
import type { DesiredState } from '../thing.ts';
import { mapThings, sorted } from './children.ts';
import { checkPeople, identityOf, personThing, personValue, roleFields } from './members.ts';
import { declaredThing, isNamed, titledThing } from './named.ts';
import type { FileNaming } from './names.ts';
import { addRequest } from './requests.ts';
import { madeAnew, unknownTime } from './rows.ts';
import { byNames, explained, fieldOf, membershipRoles, Previously, peopleWith } from './schemas.ts';
import type { PeopleList, RequestWriter, Section } from './section.ts';

/**
 * Returns what to keep of a membership, which is its role: a list has the ids of the members. There are very many, so
 * those of one role share an object.
 */
function keptMembership({ team }: ItemOf<'team-member'>): ItemOf<'team-member'> {
  return memberships.get(team?.role ?? '') ?? membershipOf(team?.role);
}

const memberships = new Map(['owner', 'member'].map((role) => [role, membershipOf(role)]));

function membershipOf(role: string | null | undefined): ItemOf<'team-member'> {
  return { organization: { id: asId<'user'>('') }, team: { role } };
}

/** Returns a kept membership as the service lists it: with the id of its person. */
export function listedMembership(user: string, membership: ItemOf<'team-member'>): ItemOf<'team-member'> {
  return { ...membership, organization: { id: asId<'user'>(user) } };
}

const Team = z.strictObject({
  previously: z.optional(Previously),
  members: z.optional(
    peopleWith(
      explained('role in the team', z.enum(membershipRoles)),
      'members of the team and their roles, by e-mail; a complete list',
    ),
  ),
});
const schema = byNames('teams, by title', Team);

declare module '../organization.ts' {
  interface Organization {
    teams?: z.output<typeof schema> | undefined;
  }
}

export const teams = {
  name: 'teams',
  schema,
  title: fieldOf(createTeam.body.def.shape.title),
  kinds: {
    team: {
      words: ['team', 'teams'],
      fields: { title: {} },
      parts: ['team'],
      made: 'create',
      ended: 'delete',
      rename: 'title',
      titled: (item) => item,
      keyOf: (names, { team = '' }) => [names.titled('team', team)],
      keep: ({ id, title, members }) => ({ id, title, members }),
      keepInCopy: ({ id, title, createdAt }) => ({ id, title, createdAt }),
    },
    'team-member': {
      words: ['membership', 'memberships'],
      noun: 'member',
      listed: 'members',
      fields: { role: {} },
      parts: ['team', 'team-member', 'member'],
      above: ['team'],
      ties: 'member',
      made: 'grant',
      ended: 'revoke',
      ending: 'end',
      isInner: true,
      isContent: true,
      list: 'members',
      value: personValue,
      keyOf: (names, { team = '', user = '' }) => [names.titled('team', team), names.person(user).key],
      keep: keptMembership,
      keepInCopy: keptMembership,
    },
  },
  wanted: ['team', 'team-member', 'member'],
  *present({ parts }, names) {
    yield* teamThings(parts.team, names);
    const fieldsOf = roleFields();
    for (const { parent, id, item } of thingsOf(parts['team-member'])) {
      const fields = fieldsOf(teamRole(item));
      yield personThing('team-member', [names.titled('team', parent)], names.person(id), id, fields);
    }
  },
  exported(things) {
    const teams = new Map<string, [string, unknown][]>();
    for (const { key, fields } of things) {
      const [team = '', person] = key;
      if (person === undefined) teams.set(team, []);
      else teams.get(team)?.push([person, personValue(fields)]);
    }
    return sorted(Array.from(teams, ([team, people]) => [team, { members: sorted(people) }]));
  },

  sides: ({ teams = {} }) =>
    Object.keys(teams).map((team) => ({
      path: ['teams', team, 'members'],
      holds: { roles: membershipRoles },
    })),
  rules: checkTeams,
  reads(file) {
    const listed = Object.entries(file.organization.teams ?? {}).filter(([, team]) => team.members);
    // The members of teams to be deleted lose something, and may be those of a new team.
    const isFull = file.organization.managed?.teams === 'full';
    return {
      team: {},
      ...(listed.length > 0 && { 'team-member': { of: isFull ? () => true : isNamed(listed) } }),
    };
  },
  declared(file) {
    const declared = Object.entries(file.organization.teams ?? {});
    const things = declared.map(([key]) => declaredThing('team', 'teams', key));
    return { things, lists: new Set(listedIn(file).map((team) => listText('team-member', [team]))) };
  },
  compared: ({ parts }, names) => teamThings(parts.team, names),
  *people(file, { parts }, names) {
    const rest = new Map(parts['team-member'].lists);
    for (const team of listedIn(file)) {
      const id = names.idOf('team', team) ?? '';
      const path = ['teams', team, 'members'] as const;
      yield peopleIn(team, rest.get(id), peopleAt(file, path), path);
      rest.delete(id);
    }
    for (const [id, list] of rest) yield peopleIn(names.titled('team', id), list, {}, []);
  },
  requests(differences, writer) {
    for (const difference of differences.filter(({ kind }) => kind === 'team')) {
      const { id = '', declared } = difference;
      addRequest(writer, [difference], operations, { team: id }, { title: declared?.keyed?.title });
    }
    const memberships = differences.filter(({ kind }) => kind === 'team-member');
    for (const [team, own] of groupBy(memberships, ({ key: [title = ''] }) => title))
      changeMembers(team, own, writer);
  },

  tables: ({ organization, parts }) => ({
    teams: mapThings(parts.team, ({ id, title, createdAt }) => ({
      id,
      org: organization,
      title: title ?? '',
      search: (title ?? '').toLowerCase(),
      created_at: createdAt ?? unknownTime,
    })),
    team_members: madeAnew(function* () {
      for (const { parent, id, item } of thingsOf(parts['team-member']))
        yield { team: parent, org: organization, user: id, role: teamRole(item) };
    }),
  }),
} as const satisfies Section;

const operations = { create: createTeam, update: updateTeam, delete: deleteTeam };

/** Yields the teams without their members. */
function* teamThings(part: SnapshotPart<'team'>, names: FileNaming): Generator<DesiredState> {
  for (const { id, item } of thingsOf(part)) yield titledThing('team', names, id, item.title);
}

function teamRole({ team }: ItemOf<'team-member'>): string {
  return team?.role ?? 'member';
}

function listedIn({ organization }: LoadedFile): string[] {
  const declared = Object.entries(organization.teams ?? {});
  return declared.flatMap(([key, { members }]) => (members === undefined ? [] : [key]));
}

function peopleIn(
  team: string,
  present: ReadonlyMap<string, ItemOf<'team-member'>> = new Map(),
  declared: PeopleTable,
  path: Path,
): PeopleList {
  return {
    kind: 'team-member',
    above: [team],
    present,
    roleOf(user) {
      const membership = present.get(user);
      return membership && teamRole(membership);
    },
    declared,
    path,
  };
}

/** Changes the members of a team in one request, or in several one after another if they are too many. */
function changeMembers(
  team: string,
  differences: readonly [Difference, ...Difference[]],
  writer: RequestWriter,
): void {
  const { organization: org, batchSize } = writer;
  const made = writer.idOf('team', [team]);
  const id = typeof made === 'string' ? asId<'team'>(made) : made;
  writer.addChanges('grant', differences, (first) =>
    membershipsChanges({ org, team: id, title: team }, differences.map(membershipChange), {
      batchSize,
      first,
      requires: madeIn(id),
    }),
  );
}

export function membershipChange({ id, declared, present }: Difference): MembershipChange {
  const roleOf = (thing: DesiredState | undefined) =>
    (thing?.fields.role as MembershipChange['to'] | undefined) ?? null;
  return {
    user: asId<'user'>((present?.id ?? declared?.id ?? id) as string),
    from: roleOf(present),
    to: roleOf(declared),
  };
}

/** Complains about people of teams who are not in a list of all members. */
function checkTeams(file: LoadedFile, complain: Complain): void {
  const { organization } = file;
  const everyone =
    organization.members && isManagedInFull(organization, 'members')
      ? peopleAt(file, ['members'])
      : undefined;
  const known = new Set(
    Object.entries(everyone ?? {}).flatMap(([key, value]) => [
      key.toLowerCase(),
      ...(typeof value === 'string' ? [] : [value.id]),
    ]),
  );
  for (const title of Object.keys(organization.teams ?? {})) {
    const path = ['teams', title, 'members'] as const;
    const people = peopleAt(file, [...path]);
    checkPeople(people, path, complain);
    if (!everyone) continue;
    for (const [key, value] of Object.entries(people)) {
      if (!known.has(identityOf(key, value)))
        complain([...path, key], 'is no member: "members" is managed in full and does not list them');
    }
  }
}
