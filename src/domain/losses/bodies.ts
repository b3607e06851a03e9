/** The roles and memberships in the body of a request. */
export interface RolesBody {
  readonly role?: string | null;
  readonly remove?: readonly string[];
  readonly memberships?: Readonly<Record<string, { readonly role: string }>>;
}

/**
 * Returns whether the request of the operation `id` may lower a role or end a membership, as far as its body shows. The
 * roles of an administrator and of a team's owner are the highest, so that giving them lowers nothing. Any other role
 * may be lower, also one that this tool does not know.
 */
export function mayLower(id: string, { role, remove = [], memberships = {} }: RolesBody): boolean {
  const highest = id.startsWith('teams.') ? 'owner' : 'admin';
  const roles = [role, ...Object.values(memberships).map((membership) => membership.role)];
  return remove.length > 0 || roles.some((one) => one !== undefined && one !== highest);
}
