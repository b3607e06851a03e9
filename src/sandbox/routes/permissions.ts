import type { ListOperation, Operation } from '../../api/contract/operation.ts';
import * as collectionsOps from '../../api/contract/operations/collections.ts';
import * as spacesOps from '../../api/contract/operations/spaces.ts';
import type { TeamPermission } from '../../api/contract/schemas.ts';
import { type OperationRoute, pageOf, route } from '../http/route.ts';
import { notFound } from '../problem.ts';
import { findCollection } from '../resources/collection.ts';
import { findSpace } from '../resources/space.ts';
import { findTeam, type TeamRow, teamSource, toTeams } from '../resources/team.ts';
import type { RowList } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  ...routesOn(
    'collection',
    {
      list: collectionsOps.listCollectionPermissions,
      set: collectionsOps.setCollectionPermission,
      remove: collectionsOps.removeCollectionPermission,
    },
    findCollection,
  ),
  ...routesOn(
    'space',
    {
      list: spacesOps.listSpacePermissions,
      set: spacesOps.setSpacePermission,
      remove: spacesOps.removeSpacePermission,
    },
    (store, space) => {
      const { id, organization } = findSpace(store, space);
      return { id, org: organization as string };
    },
  ),
];

interface Operations {
  readonly list: ListOperation & Pick<typeof spacesOps.listSpacePermissions, 'item'>;
  readonly set: Operation & Pick<typeof spacesOps.setSpacePermission, 'body'>;
  readonly remove: Operation;
}

/** Makes the routes for the roles of teams on one kind of things; `find` throws 404. */
function routesOn(
  kind: Shared['kind'],
  { list, set, remove }: Operations,
  find: (store: Store, id: string) => Omit<Shared, 'kind'>,
): OperationRoute[] {
  const sharedBy = ({ params, store }: { params: Params; store: Store }): Shared => {
    const { id, org } = find(store, params[kind] ?? '');
    return { kind, id, org };
  };
  return [
    route(list, (call) => {
      const { store } = call;
      const { id } = sharedBy(call);
      const toItems = (rows: TeamPermissionRow[]) => toTeamPermissions(store, rows);
      return pageOf(call, teamPermissionsOn(kind), toItems, [[`p.${kind} = ?`, id]]);
    }),

    route(set, (call) => {
      setTeamRole(call.store, sharedBy(call), call.params.team ?? '', call.body.role);
      return undefined;
    }),

    route(remove, (call) => {
      removeTeamRole(call.store, sharedBy(call), call.params.team ?? '');
      return undefined;
    }),
  ];
}

type Params = Readonly<Record<string, string>>;

/** A collection or space on which a team can have a role. */
interface Shared {
  readonly kind: 'collection' | 'space';
  readonly id: string;
  readonly org: string;
}

type TeamPermissionRow = TeamRow & { role: string | null };

/** Returns the roles of teams on the collection or space itself, without inherited ones. */
function teamPermissionsOn(kind: Shared['kind']): RowList<TeamPermissionRow> {
  return {
    select: `${teamSource.select}, p.role`,
    from: `${kind}_teams p`,
    join: 'JOIN teams t ON t.id = p.team',
    order: ['p.seq'],
  };
}

function toTeamPermissions(store: Store, rows: readonly TeamPermissionRow[]): TeamPermission[] {
  const teams = toTeams(store, rows);
  return rows.map((row, at) => ({ permission: row.role, team: teams[at] as TeamPermission['team'] }));
}

/**
 * Gives a team a role; null is that of a guest. Without a role, a team keeps its role, and a new team may read. Throws
 * 404 for a team of another organization.
 */
function setTeamRole(
  store: Store,
  { kind, id, org }: Shared,
  team: string,
  role: string | null | undefined,
): void {
  findTeam(store, org, team);
  store.run(
    `INSERT INTO ${kind}_teams (${kind}, team, role) VALUES (?, ?, ?) ON CONFLICT (${kind}, team)
     DO ${role === undefined ? 'NOTHING' : 'UPDATE SET role = excluded.role'}`,
    id,
    team,
    role === undefined ? 'read' : role,
  );
}

/** Removes a team's role. Throws 404 if it has none on the collection or space itself. */
function removeTeamRole(store: Store, { kind, id }: Shared, team: string): void {
  const removed = store.run(`DELETE FROM ${kind}_teams WHERE ${kind} = ? AND team = ?`, id, team);
  if (removed === 0) throw notFound(`team permission on ${kind} "${id}" for team`, team);
}
