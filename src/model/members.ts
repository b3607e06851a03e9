import {
  getMember,
  listMembers,
  listMemberTeams,
  pingMembers,
  removeMember,
  setMemberSso,
  updateMember,
} from '../api/contract/operations/members.ts';
import { resource } from './resource.ts';

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
  operations: { list: listMembers, get: getMember, update: updateMember, remove: removeMember },
  others: { teams: listMemberTeams, setSso: setMemberSso, ping: pingMembers },
  endings: { remove: { act: 'remove', from: ' from {org}' } },
  whyNotRestorable: {
    remove: 'the service has no operation to invite people',
    setSso: 'the service has no operation that ends single sign-on for a member',
    ping: 'the service sets the time when someone was last seen itself',
  },
});
