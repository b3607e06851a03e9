import { asId } from '../../../api/contract/ids.ts';
import { createTeam, deleteTeam, updateTeam } from '../../../api/contract/operations/teams.ts';
import { madeIn } from '../../../domain/change.ts';
import { membershipsChanges } from '../../../domain/memberships/changes.ts';
import type { MembershipChange } from '../../../domain/memberships/diff.ts';
import type { ItemOf } from '../../../model/snapshot.ts';
import { groupBy } from '../../../text/group-by.ts';
import { keyName } from '../../file/names.ts';
import type { Path } from '../../file/parts.ts';
import { peopleAt } from '../../file/rules.ts';
import type { LoadedFile, People } from '../../file/side-files.ts';
import { teamRole, teamThings } from '../../sections/teams.ts';
import type { Thing } from '../../thing.ts';
import { type Difference, listText } from '../compare.ts';
import type { PeopleList } from '../compare-people.ts';
import type { RequestWriter } from '../writer.ts';
import { isNamed } from './named.ts';
import type { PlannedSection } from './section.ts';

/** The teams with their members. */
export const teams: PlannedSection = {
  name: 'teams',
  kinds: { team: ['team'], 'team-member': ['team', 'team-member', 'member'] },
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
    const things = declared.map(([key]): Thing => {
      const keyed = { title: keyName(key).title };
      return { kind: 'team', key: [key], fields: {}, keyed, path: ['teams', key] };
    });
    return { things, lists: new Set(listedIn(file).map((team) => listText('team-member', [team]))) };
  },
  present: ({ parts }, names) => teamThings(parts.team, names),
  *people(file, { parts }, names) {
    const rest = new Map(parts['team-member'].lists);
    for (const team of listedIn(file)) {
      const id = names.idOf('team', team) ?? '';
      const path = ['teams', team, 'members'] as const;
      yield peopleIn(team, rest.get(id), peopleAt(file, path), path);
      rest.delete(id);
    }
    for (const [id, list] of rest) yield peopleIn(names.team(id), list, {}, []);
  },
  requests(differences, writer) {
    const { add } = writer;
    for (const difference of differences.filter(({ kind }) => kind === 'team')) {
      const { action, key, id = '' } = difference;
      const title = difference.declared?.keyed?.title;
      if (action === 'create')
        add({ operation: createTeam, params: {}, body: { title }, for: [difference], makes: true });
      else if (action === 'rename')
        add({ operation: updateTeam, params: { team: id }, body: { title }, for: [difference] });
      else if (action === 'delete') add({ operation: deleteTeam, params: { team: id }, for: [difference] });
      else throw new Error(`a team has no ${action}: ${key}`);
    }
    const memberships = differences.filter(({ kind }) => kind === 'team-member');
    for (const [team, own] of groupBy(memberships, ({ key: [title = ''] }) => title))
      changeMembers(team, own, writer);
  },
};

/** Returns the keys of the teams whose members a file lists. */
function listedIn({ organization }: LoadedFile): string[] {
  const declared = Object.entries(organization.teams ?? {});
  return declared.flatMap(([key, { members }]) => (members === undefined ? [] : [key]));
}

function peopleIn(
  team: string,
  present: ReadonlyMap<string, ItemOf<'team-member'>> = new Map(),
  declared: People,
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
function changeMembers(team: string, differences: readonly Difference[], writer: RequestWriter): void {
  const { organization: org, batchSize } = writer;
  const made = writer.idOf('team', [team]);
  const id = typeof made === 'string' ? asId<'team'>(made) : made;
  writer.addChanges('grant', differences, (first) =>
    membershipsChanges({ org, team: id, title: team }, differences.map(changeOf), {
      batchSize,
      first,
      requires: madeIn(id),
    }),
  );
}

function userOf({ declared, present }: Difference): string {
  return (present ?? declared)?.id as string;
}

function changeOf(difference: Difference): MembershipChange {
  const { declared, present } = difference;
  return {
    user: asId<'user'>(userOf(difference)),
    from: (present?.fields.role as string | undefined) ?? null,
    to: (declared?.fields.role as MembershipChange['to'] | undefined) ?? null,
  };
}
