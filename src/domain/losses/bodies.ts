/** What a request says of roles and memberships. */
export interface RolesBody {
  readonly role?: string | null;
  readonly remove?: readonly string[];
  readonly memberships?: Readonly<Record<string, { readonly role: string }>>;
}

/**
 * Whether the request of the operation `id` may lower a role or end a membership, as far as its body says. An
 * administrator, or the owner of a team, has everything there: to be made one takes nothing away. Any other word may be
 * less, also one that this tool does not know.
 */
export function mayLower(id: string, { role, remove = [], memberships = {} }: RolesBody): boolean {
  const highest = id.startsWith('teams.') ? 'owner' : 'admin';
  const roles = [role, ...Object.values(memberships).map((membership) => membership.role)];
  return remove.length > 0 || roles.some((one) => one !== undefined && one !== highest);
}
