import {
  listTeamMembers,
  removeTeamMember,
  setTeamMember,
  updateTeamMembers,
} from '../../api/contract/operations/teams.ts';
import { flag, list } from '../../cli/flags/flag.ts';
import { lists, takesAway } from '../../cli/operation-actions.ts';
import { verb, verbApart } from '../../cli/verb.ts';
import { parseMemberships } from '../../domain/roles.ts';
import { UsageError } from '../../errors.ts';
import { quoted } from '../../text/words.ts';
import { teamMemberView } from '../../views/teams.ts';

export const teamMembers = () => [
  verb('list', listTeamMembers, [
    'docs-admin teams members list team_docs',
    'docs-admin teams members list team_docs --fields organization.user.email,team.role -o csv',
  ])
    .argument('<teamId>', 'the team')
    .run(lists(teamMemberView)),
  verb('update', updateTeamMembers, [
    'docs-admin teams members update team_docs --add user_grace --role user_grace=owner',
    'docs-admin teams members update team_docs --remove user_ada,user_grace --yes',
  ])
    .argument('<teamId>', 'the team')
    .addOption(list('--add <user>').with({ kind: 'user' }))
    .addOption(list('--remove <user>').with({ kind: 'user' }))
    .addOption(
      list('--role <user=role>', 'role of a member in the team: owner or member').with({
        field: 'memberships',
      }),
    )
    .run(async ({ scope, names, bodyOf, out, change }, team, { input, add, remove, role }) => {
      const body = await bodyOf(updateTeamMembers, input, { add, remove, memberships: memberships(role) });
      const { params } = await change(updateTeamMembers, {
        params: { org: scope.org(), team },
        body,
      });
      const what = { kind: 'team', id: params.team, title: await names.titleOf('team', team) };
      await out.outcome('set', what, `updated the members of team ${params.team}`);
    }),
  verb('set', setTeamMember, ['docs-admin teams members set team_docs user_grace --role owner'])
    .argument('<teamId>', 'the team')
    .argument('<userId>', 'the member')
    .addOption(flag('--role <role>').with({ isWorthAsking: true }))
    .run(async ({ scope, names, bodyOf, out, change }, team, user, { input, role }) => {
      const body = await bodyOf(setTeamMember, input, { role });
      const { params } = await change(setTeamMember, {
        params: { org: scope.org(), team, user },
        body,
      });
      const title = await names.titleOf('user', user);
      const what = { kind: 'team-member', id: params.user, title, team: params.team, role: body.role };
      await out.outcome('set', what, `set member ${params.user} of team ${params.team}`);
    }),
  verb('remove', removeTeamMember, ['docs-admin teams members remove team_docs user_zoe --yes'])
    .argument('<teamId>', 'the team')
    .argument('<userId>', 'the member')
    .run(takesAway()),
  verbApart('add', async (command) => (await import('./add-members.ts')).add(command)),
  verbApart('sync', async (command) => (await import('./sync.ts')).sync(command)),
];

function memberships(words: string[] | undefined): Record<string, { role: string }> | undefined {
  if (words === undefined) return undefined;
  const { memberships, faults } = parseMemberships(words);
  if (faults.length === 0) return memberships;
  throw new UsageError(`invalid --role ${faults.map((fault) => quoted(fault)).join(', ')}`, {
    hint: 'write the user id, =, and one role for each user: --role user_ada=owner',
  });
}
