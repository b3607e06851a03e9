import { upwards } from '../domain/access/places.ts';
import { hasUnknownBase, type KnownAccess, type KnownMember, placesIn } from './facts.ts';

/**
 * What access follows from, as texts: equal ones mean the same access. Names of people, teams and places do not count,
 * because they can change alone.
 */
export interface AccessFingerprint {
  /** Of each collection and space, by {@link placeKey}: default levels and roles of teams, up to the top. */
  readonly places: ReadonlyMap<string, string>;
  /** Of a person: role and teams. `undefined` if the person is not there. */
  ofPerson(person: string): string | undefined;
}

/** Returns the key of a collection or a space among all places. */
export function placeKey({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** Returns the fingerprint of facts; `undefined` if a list could not be read, so that levels may be higher. */
export function accessFingerprint(
  facts: KnownAccess,
  members: ReadonlyMap<string, KnownMember>,
): AccessFingerprint | undefined {
  const targets = [...placesIn(facts)];
  if (facts.unknown.length > 0 || targets.some(hasUnknownBase)) return undefined;
  const places = targets.map((target) => {
    const steps = [...upwards(target)].map(({ place: { kind, id, defaultLevel }, grants }) => [
      kind,
      id,
      defaultLevel,
      [...grants].map(([team, { level }]) => [team, level]).sort(),
    ]);
    return [placeKey(target.place), JSON.stringify(steps)] as const;
  });
  return {
    places: new Map(places),
    ofPerson(person) {
      const member = members.get(person);
      return member && JSON.stringify([member.role, member.disabled, member.teams.toSorted()]);
    },
  };
}

/** Returns the keys of the places that differ. */
export function differingPlaces(one: AccessFingerprint, other: AccessFingerprint): ReadonlySet<string> {
  const all = [...one.places.keys(), ...other.places.keys()];
  return new Set(all.filter((place) => one.places.get(place) !== other.places.get(place)));
}
