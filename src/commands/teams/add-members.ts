import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import { getTeam, listTeamMembers, updateTeamMembers } from '../../api/contract/operations/teams.ts';
import { batchSizeFlag, runFlags } from '../../cli/flags/bulk-flags.ts';
import { flag, summaryFlag } from '../../cli/flags/flag.ts';
import { defineVerb, type Verb } from '../../cli/verb.ts';
import { InvalidOption } from '../../errors.ts';
import { quoted } from '../../text/words.ts';

const roles = ['member', 'owner'] as const;

export const add = (command: Verb) =>
  defineVerb(
    command,
    { summary: 'Add people to a team', effect: 'update' },
    [
      'docs-admin teams members add team_docs user_kim grace@acme.example --allow-opening administrators --yes',
      'docs-admin teams members add name:Docs user_gil --role owner --dry-run',
    ],
    [updateTeamMembers, getTeam, getMember, listMembers, listTeamMembers],
  )
    .argument('<teamId>', 'the team')
    .argument('<userId...>', 'the people; - for ids on standard input')
    .addOption(
      flag('--role <role>', 'role in the team; else new ones are members, others keep theirs').with({
        known: roles,
      }),
    )
    .addOptions(batchSizeFlag('users'), ...runFlags, summaryFlag)
    .run(async ({ session }, team, users, { role: given, ...flags }) => {
      const role = roles.find((one) => one === given);
      if (given !== undefined && role === undefined)
        throw new InvalidOption('role', `must be ${roles.join(' or ')}, not ${quoted(given)}`);
      const { addTeamMembers } = await import('../../rosters/add-team-members.ts');
      await addTeamMembers(session, team, users, { ...flags, role });
    });
