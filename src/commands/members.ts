import * as ops from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import { choice, flag } from '../cli/flags/flag.ts';
import { lists, prints, takesAway } from '../cli/operation-actions.ts';
import { verb, verbApart } from '../cli/verb.ts';
import { changed } from '../domain/changed.ts';
import { roleOrNull } from '../domain/roles.ts';
import { Unfinished } from '../errors.ts';
import type { View } from '../output/view.ts';

export const memberView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'user.displayName', label: 'NAME', breaks: true },
    { field: 'user.email', label: 'EMAIL', breaks: true },
    { field: 'role', whenEmpty: 'guest' },
    { field: 'teams' },
    { field: 'lastSeenAt', label: 'LAST SEEN', as: 'time' },
    { field: 'disabled', as: 'yes-no', tone: 'bad', optional: true },
    { field: 'sso', label: 'SSO', as: 'yes-no', optional: true },
  ],
  wide: [{ field: 'joinedAt', label: 'JOINED', as: 'time' }, { field: 'spaces' }],
};

export const memberSpaceView: View = {
  id: 'space.id',
  columns: [
    { field: 'space.id', label: 'ID' },
    { field: 'space.title', label: 'TITLE' },
    { field: 'permission' },
    { field: 'space.visibility', label: 'VISIBILITY' },
  ],
};

export const memberTeamView: View = {
  id: 'team.id',
  columns: [
    { field: 'team.id', label: 'ID' },
    { field: 'team.title', label: 'TITLE' },
    { field: 'member.role', label: 'ROLE' },
    { field: 'team.members', label: 'MEMBERS' },
  ],
};

export const pingView: View = {
  id: 'serviceVisitorClaims',
  columns: [{ field: 'serviceVisitorClaims', label: 'CLAIMS' }],
};

export const members = () => [
  verb('list', ops.listMembers, [
    'docs-admin members list',
    'docs-admin members list --role guest -o id',
    'docs-admin members list --without-team',
    'docs-admin members list --search ada --fields id,user.email,role --json',
  ])
    .option('--order <order>')
    .option('--role <role>')
    .option('--search <text>')
    .addOption(
      flag(
        '--sort <field>',
        'sort by this field: by the service for joinedAt and lastSeenAt (only active members), here for any other',
      ).with({ known: [] }),
    )
    .addOption(flag('--without-team', 'only members who are in no team').with({ leavesOut: true }))
    .run(async ({ api, scope, out }, { order, role, search, sort: field, withoutTeam, ...rest }) => {
      const isTheirs = field === 'joinedAt' || field === 'lastSeenAt';
      const query = { order, role, search, ...(isTheirs && { sort: field }) };
      const input = { params: { org: scope.org() }, query };
      const range = isTheirs ? rest : { ...rest, sort: field };
      if (!withoutTeam) return out.list(api.pages(ops.listMembers, input, range), memberView);
      const { firstOf } = await import('../work/run/read-each.ts');
      const { limit, ...whole } = range;
      await out.list(firstOf(inNoTeam(api.pages(ops.listMembers, input, whole)), limit), memberView);
    }),
  verb('get', ops.getMember, ['docs-admin members get user_ada'])
    .argument('<userId>', 'the member')
    .run(prints(memberView)),
  verb('update', ops.updateMember, [
    'docs-admin members update user_ada --role admin',
    'docs-admin members update user_grace --role guest --yes',
  ])
    .argument('<userId>', 'the member')
    .addOption(choice('--role <role>', ops.MemberRoleFilter, '; guest: no role'))
    .run(async ({ api, scope, bodyOf, out, beforeLoss }, user, { input, role }) => {
      const body = await bodyOf(ops.updateMember, input, { role: roleOrNull(role) });
      const change = { params: { org: scope.org(), user }, body };
      await beforeLoss(ops.updateMember, change);
      const before = out.saysChanges ? await api.call(ops.getMember, { params: change.params }) : undefined;
      const member = await api.call(ops.updateMember, change);
      await out.item(member, memberView, changed('updated', 'member', member, body, before));
    }),
  verb('remove', ops.removeMember, ['docs-admin members remove user_pat --yes'])
    .argument('<userId>', 'the member')
    .run(takesAway()),
  verb('set-sso', ops.setMemberSso, ['docs-admin members set-sso user_grace'])
    .argument('<userId>', 'the member')
    .run(async ({ api, scope, out }, user) => {
      const member = await api.call(ops.setMemberSso, { params: { org: scope.org(), user } });
      await out.item(member, memberView, `member ${member.id} signs in through single sign-on`);
    }),
  verb('spaces', ops.listMemberSpaces, ['docs-admin members spaces user_ada'])
    .argument('<userId>', 'the member')
    .option('--order <order>')
    .run(lists(memberSpaceView)),
  verb('teams', ops.listMemberTeams, ['docs-admin members teams user_ada --title docs'])
    .argument('<userId>', 'the member')
    .option('--title <text>')
    .run(lists(memberTeamView)),
  verb('ping', ops.pingMembers, ['docs-admin members ping']).run(prints(pingView)),
  verbApart('offboard', async (command) => (await import('./members/boarding.ts')).addOffboard(command)),
  verbApart('onboard', async (command) => (await import('./members/boarding.ts')).addOnboard(command)),
];

/** Yields the members without teams. The service counts the teams of a member, but has no filter for it. */
async function* inNoTeam(pages: AsyncIterable<readonly Member[]>) {
  for await (const page of pages) {
    const unknown = page.find(({ teams }) => typeof teams !== 'number');
    if (unknown) {
      const message = `the list is incomplete: the service does not say in how many teams ${unknown.id} is`;
      throw new Unfinished(message, { kind: 'incomplete' });
    }
    yield page.filter(({ teams }) => teams === 0);
  }
}
