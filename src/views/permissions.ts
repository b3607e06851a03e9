import type { View } from '../output/view.ts';

/** What a team may do in a collection or a space. */
export const teamPermissionView: View = {
  id: 'team.id',
  columns: [
    { field: 'team.id', label: 'ID' },
    { field: 'team.title', label: 'TEAM' },
    { field: 'permission', label: 'ROLE', whenEmpty: 'guest' },
    { field: 'team.members', label: 'MEMBERS' },
  ],
};
