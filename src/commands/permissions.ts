import type { ListOperation, Operation } from '../api/contract/operation.ts';
import { MemberRoleFilter } from '../api/contract/operations/members.ts';
import type { setSpacePermission } from '../api/contract/operations/spaces.ts';
import { choice } from '../cli/flags/flag.ts';
import { lists, takesAway } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import { roleOrNull } from '../domain/roles.ts';
import type { View } from '../output/view.ts';

/** The role of a team on a collection or a space. */
const teamPermissionView: View = {
  id: 'team.id',
  columns: [
    { field: 'team.id', label: 'ID' },
    { field: 'team.title', label: 'TEAM' },
    { field: 'permission', label: 'ROLE', whenEmpty: 'guest' },
    { field: 'team.members', label: 'MEMBERS' },
  ],
};

/** Makes the verbs for the roles of teams on one kind of things. Each has those of the examples that name it. */
export const permissionVerbs = (
  kind: 'collection' | 'space',
  {
    list,
    set,
    remove,
  }: {
    readonly list: ListOperation;
    readonly set: Operation & Pick<typeof setSpacePermission, 'body'>;
    readonly remove: Operation;
  },
  examples: readonly string[],
) => {
  const naming = (name: string) => examples.filter((line) => line.includes(` permissions ${name} `));
  return [
    verb('list', list, naming('list')).argument(`<${kind}Id>`, `the ${kind}`).run(lists(teamPermissionView)),

    verb('set', set, naming('set'))
      .argument(`<${kind}Id>`, `the ${kind}`)
      .argument('<teamId>', 'the team')
      .addOption(choice('--role <role>', MemberRoleFilter).with({ isNeeded: true }))
      .run(async ({ names, bodyOf, out, change }, id, team, { input, role }) => {
        const body = await bodyOf(set, input, { role: roleOrNull(role) });
        const { params = {} } = await change<Operation>(set, { params: { [kind]: id, team }, body });
        await showPermission({ names, out }, kind, { id, team, params, role: body.role });
      }),

    verb('remove', remove, naming('remove'))
      .argument(`<${kind}Id>`, `the ${kind}`)
      .argument('<teamId>', 'the team')
      .run(takesAway()),
  ];
};

interface Given {
  /** The ids or names on the line. */
  readonly id: string;
  readonly team: string;
  /** The sent parameters, with ids instead of names. */
  readonly params: Readonly<Record<string, string>>;
  readonly role?: string | null | undefined;
}

/** Prints the role that a team has got, and on what. */
async function showPermission(
  { names, out }: Pick<LineParts, 'names' | 'out'>,
  kind: 'space' | 'collection',
  { id, team, params, role }: Given,
): Promise<void> {
  const title = await names.titleOf('team', team);
  const what = {
    kind: 'team-permission',
    id: String(params.team),
    title,
    [kind]: params[kind],
    role: role ?? null,
  };
  const place = await names.nameOf(kind, id);
  const done = `gave ${await names.nameOf('team', team)} the role ${role ?? 'guest'} on ${place}`;
  await out.outcome('set', what, done);
}
