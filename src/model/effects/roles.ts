import type { Tie } from './facts.ts';

/** Returns how the roles of teams on a collection or a space come back. A guest has the role `null`. */
export function rolesOn(of: 'collection' | 'space'): Tie {
  return {
    change: `${of}-teams`,
    word: `roles of teams on ${of}`,
    of,
    field: 'role',
    nothing: 'guest',
    set: (around, wanted) =>
      Object.entries(wanted).map(([team, role]) => {
        const params = { ...around, team };
        const sets = { [team]: role };
        if (role === null) return { action: 'revoke', operation: `${of}s.permissions.remove`, params, sets };
        const body = { role: role === 'guest' ? null : role };
        return { action: 'grant', operation: `${of}s.permissions.set`, params, body, sets };
      }),
  };
}
