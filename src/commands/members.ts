import {
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  MemberRoleFilter,
  pingMembers,
  removeMember,
  setMemberSso,
  updateMember,
} from '../api/contract/operations/members.ts';
import { type Member, SortOrder } from '../api/contract/schemas.ts';
import { choice, flag, verb, verbApart } from '../cli/command.ts';
import { kindOf } from '../cli/error-kinds.ts';
import type { App } from '../cli/session/app.ts';
import { beforeLoss, takeAway } from '../cli/session/losses.ts';
import { changed } from '../domain/changed.ts';
import { roleOrNull } from '../domain/roles.ts';
import { Unfinished } from '../errors.ts';
import { memberSpaceView, memberTeamView, memberView, pingView } from '../views/members.ts';

export const members = (app: App) => [
  list(app),
  get(app),
  update(app),
  remove(app),
  setSso(app),
  spaces(app),
  teams(app),
  ping(app),
  verbApart('offboard', async (command) => (await import('./members/boarding.ts')).offboard(app, command)),
  verbApart('onboard', async (command) => (await import('./members/boarding.ts')).onboard(app, command)),
];

const list = (app: App) =>
  verb('list', listMembers, [
    'docs-admin members list',
    'docs-admin members list --role guest -o id',
    'docs-admin members list --without-team',
    'docs-admin members list --search ada --fields id,user.email,role --json',
  ])
    .addOption(choice('--order <order>', 'sort order', SortOrder))
    .addOption(choice('--role <role>', 'only members with this role', MemberRoleFilter))
    .option('--search <text>', 'only members whose name or e-mail contains this')
    .addOption(
      flag(
        '--sort <field>',
        'sort by this field: by the service for joinedAt and lastSeenAt (only active members), here for any other',
      ),
    )
    .option('--without-team', 'only members who are in no team')
    .action(async ({ order, role, search, sort: field, withoutTeam, ...rest }) => {
      const isTheirs = field === 'joinedAt' || field === 'lastSeenAt';
      const query = { order, role, search, ...(isTheirs && { sort: field }) };
      const input = { params: { org: app.scope.org() }, query };
      const range = isTheirs ? rest : { ...rest, sort: field };
      if (!withoutTeam) return app.out.list(app.api.pages(listMembers, input, range), memberView);
      const { firstOf } = await import('../runs/read-each.ts');
      const { limit, ...whole } = range;
      await app.out.list(firstOf(inNoTeam(app.api.pages(listMembers, input, whole)), limit), memberView);
    });

/** The service counts the teams of a member, and has no filter for it. */
async function* inNoTeam(pages: AsyncIterable<readonly Member[]>) {
  for await (const page of pages) {
    const unknown = page.find(({ teams }) => typeof teams !== 'number');
    if (unknown) {
      const message = `the list is incomplete: the service does not say in how many teams ${unknown.id} is`;
      throw new Unfinished(message, kindOf('incomplete'));
    }
    yield page.filter(({ teams }) => teams === 0);
  }
}

const get = (app: App) =>
  verb('get', getMember, ['docs-admin members get user_ada'])
    .argument('<userId>', 'the member')
    .action(async (user) => {
      await app.out.item(
        await app.api.call(getMember, { params: { org: app.scope.org(), user } }),
        memberView,
      );
    });

const update = (app: App) =>
  verb('update', updateMember, [
    'docs-admin members update user_ada --role admin',
    'docs-admin members update user_grace --role guest',
  ])
    .argument('<userId>', 'the member')
    .addOption(choice('--role <role>', 'role in the organization; guest: no role', MemberRoleFilter))
    .action(async (user, { input, role }) => {
      const body = await app.body(updateMember, input, { role: roleOrNull(role) });
      const change = { params: { org: app.scope.org(), user }, body };
      await beforeLoss(app, updateMember, change);
      const before = app.out.saysChanges
        ? await app.api.call(getMember, { params: change.params })
        : undefined;
      const member = await app.api.call(updateMember, change);
      await app.out.item(member, memberView, changed('updated', 'member', member, body, before));
    });

const remove = (app: App) =>
  verb('remove', removeMember, ['docs-admin members remove user_pat --yes'])
    .argument('<userId>', 'the member')
    .action(async (user) => {
      const params = { org: app.scope.org(), user };
      await takeAway(app, removeMember, { params });
    });

const setSso = (app: App) =>
  verb('set-sso', setMemberSso, ['docs-admin members set-sso user_grace'])
    .argument('<userId>', 'the member')
    .action(async (user) => {
      const member = await app.api.call(setMemberSso, { params: { org: app.scope.org(), user } });
      await app.out.item(member, memberView, `member ${member.id} signs in through single sign-on`);
    });

const spaces = (app: App) =>
  verb('spaces', listMemberSpaces, ['docs-admin members spaces user_ada'])
    .argument('<userId>', 'the member')
    .addOption(choice('--order <order>', 'sort order', SortOrder))
    .action(async (user, { order, ...range }) => {
      const input = { params: { org: app.scope.org(), user }, query: { order } };
      await app.out.list(app.api.pages(listMemberSpaces, input, range), memberSpaceView);
    });

const teams = (app: App) =>
  verb('teams', listMemberTeams, ['docs-admin members teams user_ada --title docs'])
    .argument('<userId>', 'the member')
    .option('--title <text>', 'only teams whose title contains this, in any case')
    .action(async (user, { title, ...range }) => {
      const input = { params: { org: app.scope.org(), user }, query: { title } };
      await app.out.list(app.api.pages(listMemberTeams, input, range), memberTeamView);
    });

const ping = (app: App) =>
  verb('ping', pingMembers, ['docs-admin members ping']).action(async () => {
    await app.out.item(await app.api.call(pingMembers, { params: { org: app.scope.org() } }), pingView);
  });
