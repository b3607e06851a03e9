import type { AccessPlace, PlaceId } from '../../domain/access/places.ts';
import { isAdministrator, type Person } from '../../domain/access/rules.ts';
import { metaOf } from '../store/meta.ts';
import type { Store } from '../store/store.ts';
import { reachIn } from './access.ts';
import { teamsOf } from './member.ts';

/** Returns the user whose token requests carry. */
export function callerId(store: Store): string {
  return metaOf(store, 'caller') ?? '';
}

/** Returns the caller's level in a collection or space; null means no access. */
export type CallerLevel = (place: { kind: AccessPlace['kind']; id: PlaceId; org: string }) => string | null;

/** Returns a function that finds the caller's levels. It reads the data when it is needed. */
export function callerLevels(store: Store): CallerLevel {
  const people = new Map<string, Person | undefined>();
  return ({ kind, id, org }) => {
    if (!people.has(org)) people.set(org, personOf(store, org, callerId(store)));
    const person = people.get(org);
    if (!person) return null;
    if (isAdministrator(person)) return 'admin';
    const reach = reachIn(store, org);
    const target = reach.targets[`${kind}s`].get(id);
    return target ? reach.levelOf(person, target) : null;
  };
}

function personOf(store: Store, org: string, user: string): Person | undefined {
  const row = store.get<{ role: string | null; disabled: number }>(
    'SELECT role, disabled FROM members WHERE org = ? AND user = ?',
    org,
    user,
  );
  if (!row) return undefined;
  // An administrator has every level without them.
  const teams = row.role === 'admin' ? [] : (teamsOf(store, org, [user]).get(user) ?? []);
  return { role: row.role, disabled: row.disabled === 1, teams };
}
