import type { View } from '../output/view.ts';

export const memberView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'user.displayName', label: 'NAME', breaks: true },
    { field: 'user.email', label: 'EMAIL', breaks: true },
    { field: 'role', whenEmpty: 'guest' },
    { field: 'teams' },
    { field: 'lastSeenAt', label: 'LAST SEEN', as: 'time' },
    { field: 'disabled', as: 'yes-no', tone: 'bad', optional: true },
    { field: 'sso', label: 'SSO', as: 'yes-no', optional: true },
  ],
  wide: [{ field: 'joinedAt', label: 'JOINED', as: 'time' }, { field: 'spaces' }],
};

export const memberSpaceView: View = {
  id: 'space.id',
  columns: [
    { field: 'space.id', label: 'ID' },
    { field: 'space.title', label: 'TITLE' },
    { field: 'permission' },
    { field: 'space.visibility', label: 'VISIBILITY' },
  ],
};

export const memberTeamView: View = {
  id: 'team.id',
  columns: [
    { field: 'team.id', label: 'ID' },
    { field: 'team.title', label: 'TITLE' },
    { field: 'member.role', label: 'ROLE' },
    { field: 'team.members', label: 'MEMBERS' },
  ],
};

export const pingView: View = {
  id: 'serviceVisitorClaims',
  columns: [{ field: 'serviceVisitorClaims', label: 'CLAIMS' }],
};
