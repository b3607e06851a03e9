import { firstOf, type People, personName } from '../people.ts';
import type { Objection } from './mass.ts';

/**
 * Objects if the organization would lose its last administrator. A disabled administrator does not count, because they
 * cannot sign in. A person whom the same work makes an administrator does not count either, because that may fail.
 *
 * @param admins everybody who administers the organization now
 * @param losing the people who lose that role
 */
export function withoutAdministrator(
  org: string,
  admins: People,
  losing: ReadonlySet<string>,
): Objection | undefined {
  const active = [...admins].filter(([, { disabled }]) => !disabled);
  if (active.length === 0 || active.some(([id]) => !losing.has(id))) return undefined;
  const who = firstOf(active.map(([id, person]) => personName(id, person)));
  const last = active.length === 1 ? 'its last administrator' : `all ${active.length} of its administrators`;
  return {
    message: `${org} would lose ${last}: ${who}`,
    hint: { code: 'make-administrator', data: {} },
  };
}
