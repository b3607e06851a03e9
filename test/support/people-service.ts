import type { Script } from './cli.ts';

/** An organization that a test can read and change directly. */
export interface People {
  /** Role by user; `null` is a guest. */
  readonly members: Map<string, string | null>;
  readonly disabled: Set<string>;
  /** Role by user, by team. */
  readonly teams: Map<string, Map<string, string>>;
  /** The status for requests whose method and path contain the text. */
  readonly failing: Map<string, number>;
  readonly script: Script;
}

const root = '/v1/orgs/org_acme';

/** Makes a service with the members and teams of one organization, for tests of on- and offboarding. */
export function peopleService(
  members: Record<string, string | null>,
  teams: Record<string, Record<string, string>>,
): People {
  const state = {
    members: new Map(Object.entries(members)),
    disabled: new Set<string>(),
    teams: new Map(Object.entries(teams).map(([id, roles]) => [id, new Map(Object.entries(roles))])),
    failing: new Map<string, number>(),
  };
  const member = (id: string) => ({
    id,
    role: state.members.get(id) ?? null,
    disabled: state.disabled.has(id),
    user: { id, displayName: `Name of ${id}`, email: `${id}@acme.example` },
  });
  const team = (id: string) => ({ id, title: `Title of ${id}` });
  const list = (items: unknown[]) => ({ json: { items, count: items.length } });
  const missing = { status: 404, json: { error: { message: 'nothing here' } } };

  function script({ method, path: whole, body }: Parameters<Script>[0]): ReturnType<Script> {
    for (const [text, status] of state.failing)
      if (`${method} ${whole}`.includes(text)) return { status, json: { error: { message: 'refused' } } };
    const [path = '', query = ''] = whole.split('?');
    const [noun, id = '', sub] = path.slice(root.length + 1).split('/');
    if (path.startsWith('/v1/spaces/')) return list([]);
    if (noun === 'members' && id === '') {
      const admins = query.includes('role=admin');
      return list([...state.members.keys()].map(member).filter(({ role }) => !admins || role === 'admin'));
    }
    if (noun === 'members') {
      if (!state.members.has(id)) return missing;
      if (sub === 'spaces') return list([{ permission: 'edit', space: { id: 'space_1', title: 'One' } }]);
      if (sub === 'teams') {
        const own = [...state.teams].filter(([, roles]) => roles.has(id));
        return list(own.map(([one, roles]) => ({ team: team(one), member: { role: roles.get(id) } })));
      }
      if (method === 'DELETE') {
        state.members.delete(id);
        for (const roles of state.teams.values()) roles.delete(id);
        return { status: 204 };
      }
      if (method === 'PATCH') state.members.set(id, (body as { role: string | null }).role);
      return { json: member(id) };
    }
    if (noun === 'teams' && id === '') return list([...state.teams.keys()].map(team));
    const roles = state.teams.get(id);
    if (!roles) return missing;
    if (sub === undefined) return { json: team(id) };
    if (method === 'GET')
      return list([...roles].map(([user, role]) => ({ organization: member(user), team: { role } })));
    change(roles, body as MembersBody);
    return { status: 204 };
  }

  return { ...state, script };
}

interface MembersBody {
  add?: string[];
  remove?: string[];
  memberships?: Record<string, { role: string }>;
}

function change(roles: Map<string, string>, { add = [], remove = [], memberships = {} }: MembersBody): void {
  for (const user of add) roles.set(user, 'member');
  for (const [user, { role }] of Object.entries(memberships)) roles.set(user, role);
  for (const user of remove) roles.delete(user);
}
