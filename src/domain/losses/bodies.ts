/** What a request says of roles and memberships. */
export interface RolesBody {
  readonly role?: string | null;
  readonly remove?: readonly string[];
  readonly memberships?: Readonly<Record<string, { readonly role: string }>>;
}

/**
 * Whether a request may lower a role or end a membership, as far as it says itself. An administrator, or the owner of a
 * team, has everything there: to be made one takes nothing away.
 */
export function mayLower({ role, remove = [], memberships = {} }: RolesBody): boolean {
  const roles = [role, ...Object.values(memberships).map((membership) => membership.role)];
  return remove.length > 0 || roles.some((one) => one !== undefined && one !== 'admin' && one !== 'owner');
}
