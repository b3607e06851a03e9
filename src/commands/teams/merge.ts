import * as collectionsOps from '../../api/contract/operations/collections.ts';
import { listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import { listSamlProviders, updateSamlProvider } from '../../api/contract/operations/saml.ts';
import * as spacesOps from '../../api/contract/operations/spaces.ts';
import * as teamsOps from '../../api/contract/operations/teams.ts';
import { runFlags, storedPlanFlag } from '../../cli/flags/bulk-flags.ts';
import { summaryFlag } from '../../cli/flags/flag.ts';
import { defineVerb, type Verb } from '../../cli/verb.ts';

export const merge = (command: Verb) =>
  defineVerb(
    command,
    {
      summary: 'Merge a team into another one: its members, its roles, its place in SAML providers',
      effect: 'delete',
    },
    [
      'docs-admin teams merge team_tokyo team_docs --dry-run',
      'docs-admin teams merge team_design name:Docs --out merge.json',
      'docs-admin teams merge team_empty team_docs --yes',
    ],
    [
      teamsOps.getTeam,
      teamsOps.listTeamMembers,
      collectionsOps.listCollections,
      collectionsOps.listCollectionPermissions,
      listMembers,
      listMemberSpaces,
      spacesOps.listSpacePermissions,
      listSamlProviders,
      teamsOps.updateTeamMembers,
      collectionsOps.setCollectionPermission,
      spacesOps.setSpacePermission,
      updateSamlProvider,
      collectionsOps.removeCollectionPermission,
      spacesOps.removeSpacePermission,
      teamsOps.deleteTeam,
    ],
  )
    .argument('<fromTeamId>', 'the team that is merged, and deleted at the end')
    .argument('<intoTeamId>', 'the team that gets everything')
    .addOptions(storedPlanFlag(), ...runFlags, summaryFlag)
    .run(async ({ session }, from, into, flags) => {
      const { mergeTeams } = await import('../../rosters/team-merge.ts');
      await mergeTeams(session, from, into, flags);
    });
