import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { Member, nonEmpty, resource, Team, TeamRole, text, UserId } from '../schemas.ts';

const TeamTitle = described('title of the team', text(1, 64));

/** `organization` is the membership in the organization, `team.role` the role in the team. */
export const TeamMember = resource({ organization: Member }, () => ({
  team: resource({}, () => ({ role: z.string() })),
}));
export type TeamMember = z.output<typeof TeamMember>;

export const listTeams = listOperation({
  id: 'teams.list',
  path: '/v1/orgs/{org}/teams',
  summary: 'List the teams of an organization',
  query: fields(() => ({
    owner: described('only teams that this member can manage', z.optional(UserId)),
    title: described('only teams whose title contains this, in any case', z.optional(nonEmpty())),
  })),
  item: Team,
});

export const createTeam = operation({
  id: 'teams.create',
  method: 'PUT',
  path: '/v1/orgs/{org}/teams',
  summary: 'Create a team',
  body: fields(() => ({
    title: TeamTitle,
    members: described('member to start with', z.optional(z.array(UserId))),
  })),
  result: Team,
  effect: 'create',
  // A PUT on the collection: each one makes another team.
  repeatable: false,
});

export const getTeam = operation({
  id: 'teams.get',
  method: 'GET',
  path: '/v1/orgs/{org}/teams/{team}',
  summary: 'Show a team',
  result: Team,
});

export const updateTeam = operation({
  id: 'teams.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/teams/{team}',
  summary: 'Rename a team',
  body: fields(() => ({ title: TeamTitle })),
  result: Team,
});

export const deleteTeam = operation({
  id: 'teams.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/teams/{team}',
  summary: 'Delete a team',
  consequence: 'Its members lose the access that it gives them',
});

export const listTeamMembers = listOperation({
  id: 'teams.members.list',
  path: '/v1/orgs/{org}/teams/{team}/members',
  summary: 'List the members of a team',
  item: TeamMember,
});

export const updateTeamMembers = operation({
  id: 'teams.members.update',
  method: 'PUT',
  path: '/v1/orgs/{org}/teams/{team}/members',
  summary: 'Add, remove and change the roles of several members at once',
  body: fields(() => ({
    add: described('user id or e-mail to add', z.optional(z.array(UserId))),
    memberships: described(
      'roles in the team, by user id',
      z.optional(z.record(UserId, z.strictObject({ role: TeamRole }))),
    ),
    remove: described('user id or e-mail to take out; wins over add', z.optional(z.array(UserId))),
  })),
  takes: ['several', 'owners'],
  opens: true,
});

export const setTeamMember = operation({
  id: 'teams.members.set',
  method: 'PUT',
  path: '/v1/orgs/{org}/teams/{team}/members/{user}',
  summary: 'Add a member to a team, or change the role there',
  body: fields(() => ({ role: z.optional(TeamRole) })),
  takes: ['owners'],
  opens: true,
});

export const removeTeamMember = operation({
  id: 'teams.members.remove',
  method: 'DELETE',
  path: '/v1/orgs/{org}/teams/{team}/members/{user}',
  summary: 'Take a member out of a team',
  consequence: 'The person loses the access that the team gives. The person can be added again',
  takes: ['one', 'owners'],
});
