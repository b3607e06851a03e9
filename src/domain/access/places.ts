import type { IdOf } from '../../api/contract/ids.ts';
/** A thing on the way from a person to a place. */
export interface GrantStep {
  readonly kind: 'organization' | 'team' | 'collection' | 'space';
  readonly id: string;
  readonly title?: string | undefined;
}

/**
 * The level that every member with a role has in a collection or space by default: a level, null for no access, or
 * `inherit` for the level of the collection above.
 */
export type DefaultLevel = string | null;

export const inherit = 'inherit';

/** A team on the way. */
export interface TeamStep extends GrantStep {
  readonly kind: 'team';
  readonly id: IdOf<'team'>;
}

export type PlaceId = IdOf<'collection' | 'space'>;

/** A collection or space, with its own settings. */
export interface AccessPlace extends GrantStep {
  readonly kind: 'collection' | 'space';
  readonly id: PlaceId;
  /** The id of the collection that contains it; null or absent at the top. */
  readonly parent?: PlaceId | null | undefined;
  readonly defaultLevel: DefaultLevel;
  /** The levels of teams on it. The level null, that of a guest, gives nothing. */
  readonly teams: readonly { readonly team: TeamStep; readonly level: string | null }[];
}

/** The level that a team has on `place`. Its members have it there and in everything below. */
export interface TeamGrant {
  readonly kind: 'collection-team' | 'space-team';
  readonly level: string;
  readonly place: AccessPlace;
  readonly team: TeamStep;
}

/** A place with its surroundings: the facts for the rules. */
export interface Target {
  readonly place: AccessPlace;
  /** The collection that contains it; `undefined` at the top. */
  readonly above: Target | undefined;
  /** The nearest place, from this one up, whose default level is not `inherit`; `undefined` if all inherit. */
  readonly defaultPlace: AccessPlace | undefined;
  /** The levels of teams on the place itself, by the id of the team. */
  readonly grants: ReadonlyMap<IdOf<'team'>, TeamGrant>;
}

/** The collections and spaces of an organization by id. */
export interface Targets {
  readonly collections: ReadonlyMap<PlaceId, Target>;
  readonly spaces: ReadonlyMap<PlaceId, Target>;
}

/**
 * Finds the collection above each collection and space. The way up ends at a parent that is not in `collections`, and
 * at a collection that would be below itself.
 */
export function targetsOf(collections: readonly AccessPlace[], spaces: readonly AccessPlace[]): Targets {
  const places = new Map(collections.map((place) => [place.id, place]));
  const done = new Map<PlaceId, Target>();
  const begun = new Set<PlaceId>();
  const collection = (id: PlaceId): Target | undefined => {
    const place = places.get(id);
    if (!place || begun.has(id)) return done.get(id);
    begun.add(id);
    const target = targetUnder(place, above(place));
    done.set(id, target);
    return target;
  };
  const above = ({ parent }: AccessPlace) => (parent ? collection(parent) : undefined);
  for (const id of places.keys()) collection(id);
  return {
    collections: done,
    spaces: new Map(spaces.map((space) => [space.id, targetUnder(space, above(space))])),
  };
}

export function targetUnder(place: AccessPlace, above: Target | undefined): Target {
  const kind = `${place.kind}-team` as const;
  const grants = new Map<IdOf<'team'>, TeamGrant>();
  for (const { team, level } of place.teams) {
    if (level !== null) grants.set(team.id, { kind, level, place, team });
  }
  const defaultPlace = place.defaultLevel === inherit ? above?.defaultPlace : place;
  return { place, above, defaultPlace, grants };
}

/** Returns the same target with another one in the position of `place`: the place itself, or a collection above it. */
export function changedTarget(target: Target, place: AccessPlace, change: (at: Target) => Target): Target {
  if (target.place === place) return change(target);
  return targetUnder(target.place, target.above && changedTarget(target.above, place, change));
}

/** Yields a place and the collections above it, from the place to the top. */
export function* upwards(target: Target): Generator<Target> {
  for (let at: Target | undefined = target; at; at = at.above) yield at;
}
