import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '../api/contract/operations/teams.ts';
import { forField, group, list, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { changed } from '../domain/changed.ts';
import { teamView } from '../views/teams.ts';
import { teamMembers } from './teams/members.ts';

export const teams = (app: App) => [
  listVerb(app),
  create(app),
  get(app),
  update(app),
  remove(app),
  group('members', 'who is in a team, and in which role', teamMembers(app)),
];

const listVerb = (app: App) =>
  verb('list', listTeams, [
    'docs-admin teams list',
    'docs-admin teams list --owner user_ada --title docs',
    'docs-admin teams list -o id',
    'docs-admin teams list --owners --fields title,owners.email',
  ])
    .option('--owner <userId>', 'only teams that this member can manage')
    .option('--title <text>', 'only teams whose title contains this, in any case')
    .option('--owners', 'with the owners of each team, which takes a request for each team')
    .action(async ({ owner, title, owners, ...range }) => {
      const input = { params: { org: app.scope.org() }, query: { owner, title } };
      const pages = app.api.pages(listTeams, input, range);
      if (!owners) return app.out.list(pages, teamView);
      const { withOwners } = await import('../bulk/rosters/team-owners.ts');
      await app.out.list(withOwners(app, pages), {
        ...teamView,
        columns: [...teamView.columns, { field: 'owners.email', label: 'OWNERS' }],
      });
    });

const create = (app: App) =>
  verb('create', createTeam, [
    'docs-admin teams create --title "Release notes"',
    'docs-admin teams create --title Reviewers --member user_ada,user_grace',
  ])
    .option('--title <title>', 'title of the team, 1 to 64 characters')
    .addOption(forField('members', list('--member <userId>', 'member to start with')))
    .action(async ({ input, title, member }) => {
      const body = await app.body(createTeam, input, { title, members: member });
      const team = await app.api.call(createTeam, { params: { org: app.scope.org() }, body });
      await app.out.item(team, teamView, changed('created', 'team', team));
    });

const get = (app: App) =>
  verb('get', getTeam, ['docs-admin teams get team_docs'])
    .argument('<teamId>', 'the team')
    .action(async (team) => {
      await app.out.item(await app.api.call(getTeam, { params: { org: app.scope.org(), team } }), teamView);
    });

const update = (app: App) =>
  verb('update', updateTeam, ['docs-admin teams update team_docs --title "Documentation"'])
    .argument('<teamId>', 'the team')
    .option('--title <title>', 'title of the team, 1 to 64 characters')
    .action(async (team, { input, title }) => {
      const body = await app.body(updateTeam, input, { title });
      const updated = await app.api.call(updateTeam, { params: { org: app.scope.org(), team }, body });
      const before = await app.names.valuesBefore('team', team);
      await app.out.item(updated, teamView, changed('updated', 'team', updated, body, before));
    });

const remove = (app: App) =>
  verb('delete', deleteTeam, ['docs-admin teams delete team_docs --yes'])
    .argument('<teamId>', 'the team')
    .action(async (team) => {
      const params = { org: app.scope.org(), team };
      await takeAway(app, deleteTeam, { params });
    });
