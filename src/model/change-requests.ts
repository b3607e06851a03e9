import * as ops from '../api/contract/operations/change-requests.ts';
import { byRole, resource } from './resource.ts';

export const changeRequest = resource({
  kind: 'change-request',
  noun: 'change-requests',
  one: 'change request',
  several: 'change requests',
  key: 'changeRequest',
  parents: ['space'],
  id: 'id',
  title: 'subject',
  naturalKey: ['number'],
  // The reference names no other status.
  unlisted: { filter: { status: 'draft' }, all: 'open or draft change request' },
  none: 'no change request is open in space {space}',
  addresses: ['/change-requests/{id}'],
  operations: byRole(ops, 'change-requests', 'list', 'get', 'create', 'update'),
  others: { merge: ops.mergeChangeRequest, pull: ops.pullChangeRequest, pdf: ops.getChangeRequestPdf },
  whyNotRestorable: {
    merge: 'a merge stays in the history of the space',
    pull: 'what was pulled in stays in the change request',
  },
});
