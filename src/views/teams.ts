import type { View } from '../output/view.ts';

export const teamView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'members' },
    { field: 'spaces' },
    { field: 'createdAt', label: 'CREATED', as: 'time' },
  ],
};

export const teamMemberView: View = {
  id: 'organization.id',
  columns: [
    { field: 'organization.id', label: 'ID' },
    { field: 'organization.user.displayName', label: 'NAME', breaks: true },
    { field: 'organization.user.email', label: 'EMAIL', breaks: true },
    { field: 'team.role', label: 'TEAM ROLE' },
    { field: 'organization.role', label: 'ROLE', whenEmpty: 'guest' },
  ],
};
