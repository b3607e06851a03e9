import {
  listSpacePermissions,
  removeSpacePermission,
  setSpacePermission,
} from '../../api/contract/operations/spaces.ts';
import { type OperationRoute, pageOf, route } from '../http/route.ts';
import { findSpace } from '../resources/space.ts';
import {
  removeTeamRole,
  type Shared,
  setTeamRole,
  teamPermissionsOn,
  toTeamPermissions,
} from '../resources/team-permission.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(listSpacePermissions, (call) => {
    const { params, store } = call;
    const { kind, id } = sharedSpace(store, params.space);
    const list = teamPermissionsOn(kind);
    return pageOf(call, list, (rows) => toTeamPermissions(store, rows), [['p.space = ?', id]]);
  }),

  route(setSpacePermission, ({ params, body, store }) => {
    setTeamRole(store, sharedSpace(store, params.space), params.team, body.role);
    return undefined;
  }),

  route(removeSpacePermission, ({ params, store }) => {
    removeTeamRole(store, sharedSpace(store, params.space), params.team);
    return undefined;
  }),
];

function sharedSpace(store: Store, space: string): Shared {
  const { id, organization } = findSpace(store, space);
  return { kind: 'space', id, org: organization as string };
}
