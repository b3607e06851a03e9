import * as ops from '../api/contract/operations/members.ts';
import { byRole, resource } from './resource.ts';

export const member = resource({
  kind: 'member',
  noun: 'members',
  one: 'member',
  several: 'members',
  key: 'user',
  parents: ['org'],
  id: 'id',
  title: 'user.displayName',
  email: 'user.email',
  naturalKey: ['user.email'],
  search: 'search',
  addresses: ['/members/{id}', '/users/{id}'],
  operations: byRole(ops, 'members', 'list', 'get', 'update', 'remove'),
  others: { teams: ops.listMemberTeams, setSso: ops.setMemberSso, ping: ops.pingMembers },
  endings: { remove: { act: 'remove', from: ' from {org}' } },
  whyNotRestorable: {
    remove: 'the service has no operation to invite people',
    setSso: 'the service has no operation that ends single sign-on for a member',
    ping: 'the service sets the time when someone was last seen itself',
  },
});
