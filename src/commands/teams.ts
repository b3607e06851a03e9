import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '../api/contract/operations/teams.ts';
import { list } from '../cli/flags/flag.ts';
import { prints, sends, takesAway } from '../cli/operation-actions.ts';
import { group, verb, verbApart } from '../cli/verb.ts';
import { teamView } from '../views/teams.ts';
import { teamMembers } from './teams/members.ts';

export const teams = () => [
  verb('list', listTeams, [
    'docs-admin teams list',
    'docs-admin teams list --owner user_ada --title docs',
    'docs-admin teams list -o id',
    'docs-admin teams list --owners --fields title,owners.email',
  ])
    .option('--owner <userId>')
    .option('--title <text>')
    .option('--owners', 'with the owners of each team, which takes a request for each team')
    .run(async ({ session, api, scope, out }, { owner, title, owners, ...range }) => {
      const input = { params: { org: scope.org() }, query: { owner, title } };
      const pages = api.pages(listTeams, input, range);
      if (!owners) return out.list(pages, teamView);
      const { withOwners } = await import('../rosters/team-owners.ts');
      await out.list(withOwners(session, pages), {
        ...teamView,
        columns: [...teamView.columns, { field: 'owners.email', label: 'OWNERS' }],
      });
    }),
  verb('create', createTeam, [
    'docs-admin teams create --title "Release notes"',
    'docs-admin teams create --title Reviewers --member user_ada,user_grace',
  ])
    .option('--title <title>')
    .addOption(list('--member <userId>').with({ field: 'members' }))
    .run(sends('created', 'team', teamView)),
  verb('get', getTeam, ['docs-admin teams get team_docs'])
    .argument('<teamId>', 'the team')
    .run(prints(teamView)),
  verb('update', updateTeam, ['docs-admin teams update team_docs --title "Documentation"'])
    .argument('<teamId>', 'the team')
    .option('--title <title>')
    .run(sends('updated', 'team', teamView)),
  verb('delete', deleteTeam, ['docs-admin teams delete team_docs --yes'])
    .argument('<teamId>', 'the team')
    .run(takesAway()),
  verbApart('merge', async (command) => (await import('./teams/merge.ts')).merge(command)),
  group('members', 'who is in a team, and in which role', teamMembers()),
];
