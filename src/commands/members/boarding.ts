import { check } from '../../api/contract/check.ts';
import { listChangeRequests } from '../../api/contract/operations/change-requests.ts';
import * as membersOps from '../../api/contract/operations/members.ts';
import * as teamsOps from '../../api/contract/operations/teams.ts';
import { concurrencyFlag, journalFlag, rosterColumnFlags } from '../../cli/flags/bulk-flags.ts';
import { choice, flag, list, summaryFlag } from '../../cli/flags/flag.ts';
import { defineVerb, type Verb } from '../../cli/verb.ts';
import { roleOrNull } from '../../domain/roles.ts';
import { UsageError } from '../../errors.ts';
import { quoted } from '../../text/words.ts';

export const addOffboard = (command: Verb) =>
  defineVerb(
    command,
    {
      summary: 'Take members out of every team and out of the organization, and hand over what only they own',
      effect: 'delete',
    },
    [
      'docs-admin members offboard user_pat --dry-run',
      'docs-admin members offboard user_mei --successor user_ada --yes',
      'docs-admin members offboard user_kim sofia@acme.example --successor user_ada --dry-run',
    ],
    [
      membersOps.getMember,
      membersOps.listMembers,
      membersOps.listMemberTeams,
      teamsOps.listTeamMembers,
      membersOps.listMemberSpaces,
      listChangeRequests,
      teamsOps.updateTeamMembers,
      membersOps.removeMember,
    ],
  )
    .argument('<userId...>', 'the members who leave; - for ids on standard input')
    .addOption(
      flag('--successor <userId>', 'who becomes an owner of the teams that only they own').with({
        kind: 'user',
      }),
    )
    .addOptions(concurrencyFlag, journalFlag, summaryFlag)
    .run(async ({ session }, users, flags) => {
      const { offboard } = await import('../../rosters/offboard.ts');
      await offboard(session, users, flags);
    });

export const addOnboard = (command: Verb) =>
  defineVerb(
    command,
    {
      summary: 'Put a member, or those of a roster, into teams, and set the role in the organization',
      effect: 'update',
    },
    [
      'docs-admin members onboard user_pat --team team_docs --role edit --allow-opening administrators --yes',
      'docs-admin members onboard user_pat --owner-of team_empty --dry-run',
      'docs-admin members onboard --file roster.csv --yes',
    ],
    [
      membersOps.getMember,
      membersOps.listMembers,
      teamsOps.getTeam,
      teamsOps.listTeams,
      teamsOps.listTeamMembers,
      teamsOps.updateTeamMembers,
      membersOps.updateMember,
    ],
  )
    .argument('[userId]', 'the member; without one, those of --file')
    .addOption(list('--team <teamId>', 'team to put the member into'))
    .addOption(list('--owner-of <teamId>', 'team that the member is to own'))
    .addOption(
      flag('--file <file>', 'roster with the columns team, user and role; - for standard input').conflicts([
        'team',
        'ownerOf',
      ]),
    )
    .addOptions(...rosterColumnFlags)
    .addOption(choice('--role <role>', membersOps.MemberRoleFilter, 'role in the organization'))
    .addOptions(concurrencyFlag, journalFlag, summaryFlag)
    .run(async ({ session, out }, user, { role, ...flags }) => {
      if ((user === undefined) === (flags.file === undefined))
        throw new UsageError('give either a member or --file', {
          hint: '`docs-admin members onboard user_pat --team team_docs`, or `docs-admin members onboard --file roster.csv`',
        });
      const { team = [], ownerOf = [] } = flags;
      const unknowns = role === undefined ? [] : check(membersOps.MemberRoleFilter, role).unknowns;
      for (const { message } of unknowns)
        await out.warn(`invalid --role ${quoted(role)}: ${message}; sent as it is`);
      if (user !== undefined && team.length + ownerOf.length === 0 && role === undefined)
        throw new UsageError('nothing to do: give --team, --owner-of or --role');
      const { onboard } = await import('../../rosters/onboard.ts');
      await onboard(session, user, { ...flags, role: roleOrNull(role) });
    });
