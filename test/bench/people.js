/**
 * A member with everything that the service tells of one: 700 bytes as JSON.
 *
 * @param {number} index
 */
export function memberAt(index) {
  const id = `user_${String(index).padStart(7, '0')}`;
  const location = `https://api.example.com/v1/users/${id}`;
  return {
    object: 'member',
    id,
    role: ['admin', 'create', 'review', 'edit', 'comment', 'read'][index % 6],
    user: {
      object: 'user',
      id,
      displayName: `${['Ada', 'Łukasz', 'María', 'Uma', '美咲'][index % 5]} Member ${index}`,
      email: `member.${index}@example.com`,
      photoURL: `https://avatars.example.com/${id}/256x256.png?signature=${'0123456789abcdef'.repeat(8)}`,
      urls: { location },
    },
    disabled: index % 50 === 0,
    joinedAt: '2024-03-01T09:30:00.000Z',
    lastSeenAt: '2025-11-02T17:45:12.000Z',
    sso: index % 3 === 0,
    spaces: index % 40,
    teams: index % 7,
    urls: { location: `https://api.example.com/v1/orgs/org_acme/members/${id}` },
  };
}

/** @param {number} index */
export function teamAt(index) {
  const id = `team_${String(index).padStart(4, '0')}`;
  return { object: 'team', id, title: `Team ${index}`, members: 0, createdAt: '2024-03-01T09:30:00.000Z' };
}
