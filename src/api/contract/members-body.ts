type Values = Readonly<Record<string, unknown>>;

/** Returns the body of the request that gives people the roles in `after`, by their ids; `null` is none, before and after. */
export function membersBody(before: Values, after: Values): Values {
  const add: string[] = [];
  const remove: string[] = [];
  const memberships: Record<string, { readonly role: unknown }> = {};
  for (const [user, role] of Object.entries(after)) {
    const isNew = (before[user] ?? null) === null;
    if (role === null) remove.push(user);
    else if (isNew) add.push(user);
    // New users become members; a request names only other roles.
    if (role !== null && !(isNew && role === 'member')) memberships[user] = { role };
  }
  const isFilled = ([, ids]: readonly [string, object]) => Object.keys(ids).length > 0;
  return Object.fromEntries(Object.entries({ add, remove, memberships }).filter(isFilled));
}
