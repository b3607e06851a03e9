import { createTeam, deleteTeam, updateTeam } from '../../../api/contract/operations/teams.ts';
import { madeIn } from '../../../domain/change.ts';
import { membershipsChanges } from '../../../domain/memberships/changes.ts';
import type { MembershipChange } from '../../../domain/memberships/diff.ts';
import { keyName } from '../../file/names.ts';
import { peopleAt } from '../../file/rules.ts';
import type { Thing } from '../../thing.ts';
import { type Difference, listText } from '../compare.ts';
import { groupBy } from '../group-by.ts';
import type { RequestWriter } from '../writer.ts';
import { declaredPeople } from './declared-people.ts';
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
  declared(file, names) {
    const declared = Object.entries(file.organization.teams ?? {});
    const things = declared.map(([key]): Thing => {
      const keyed = { title: keyName(key).title };
      return { kind: 'team', key: [key], fields: {}, keyed, path: ['teams', key] };
    });
    const listed = declared.filter(([, { members }]) => members !== undefined).map(([key]) => key);
    return {
      things: [
        ...things,
        ...listed.flatMap((team) => {
          const path = ['teams', team, 'members'] as const;
          return declaredPeople('team-member', [team], peopleAt(file, path), path, names);
        }),
      ],
      lists: new Set(listed.map((team) => listText('team-member', [team]))),
    };
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

/** Changes the members of a team in one request, or in several one after another if they are too many. */
function changeMembers(team: string, differences: readonly Difference[], writer: RequestWriter): void {
  const { organization: org, batchSize } = writer;
  const id = writer.idOf('team', [team]);
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
    user: userOf(difference),
    from: (present?.fields.role as string | undefined) ?? null,
    to: (declared?.fields.role as MembershipChange['to'] | undefined) ?? null,
  };
}
