import type { View } from '../output/view.ts';

/** The role of a team on a collection or a space. */
export const teamPermissionView: View = {
  id: 'team.id',
  columns: [
    { field: 'team.id', label: 'ID' },
    { field: 'team.title', label: 'TEAM' },
    { field: 'permission', label: 'ROLE', whenEmpty: 'guest' },
    { field: 'team.members', label: 'MEMBERS' },
  ],
};
