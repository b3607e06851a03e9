import { listMembers } from '../../api/contract/operations/members.ts';
import * as ops from '../../api/contract/operations/teams.ts';
import {
  batchSizeFlag,
  concurrencyFlag,
  deadlineFlag,
  journalFlag,
  rosterColumnFlags,
  shardFlag,
  storedPlanFlag,
} from '../../cli/flags/bulk-flags.ts';
import { flag, writesSummaryInJobs } from '../../cli/flags/flag.ts';
import { defineVerb, type Verb } from '../../cli/verb.ts';
import { UsageError } from '../../errors.ts';

const examples = [
  'docs-admin teams members sync --file roster.csv --dry-run',
  'docs-admin teams members sync --file roster.csv --yes',
  'docs-admin teams members sync --file roster.csv --prune --max-removals 10 --yes --json',
];

export const sync = (command: Verb) =>
  writesSummaryInJobs(
    defineVerb(
      command,
      { summary: 'Bring the members of teams in line with a roster', effect: 'update' },
      examples,
      [ops.listTeams, listMembers, ops.listTeamMembers, ops.createTeam, ops.updateTeamMembers],
    )
      .addOption(
        flag(
          '--file <file>',
          'the roster: CSV, JSON, JSON Lines or YAML with team, user, role and action; - for standard input',
        ).with({ isNeeded: true }),
      )
      .option('--prune', 'remove members that the roster does not list from its teams')
      .option('--create-teams', 'create teams that do not exist yet')
      .addOptions(...rosterColumnFlags)
      .option('--allow-empty', 'accept an empty roster')
      .addOptions(storedPlanFlag(), batchSizeFlag('users'))
      .addOptions(concurrencyFlag, deadlineFlag, shardFlag, journalFlag)
      .run(async ({ system, session }, { file, ...flags }) => {
        if (file === undefined)
          throw new UsageError('no roster given', {
            hint: 'give --file roster.csv, or --file - for standard input',
          });
        await system.saveMemory(50);
        const { syncMemberships } = await import('../../rosters/sync.ts');
        await syncMemberships(session, file, flags);
      }),
  );
