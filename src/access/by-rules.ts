import { asId, type IdOf } from '../api/contract/ids.ts';
import { isAtLeast } from '../domain/access/levels.ts';
import { type Target, upwards } from '../domain/access/places.ts';
import { kept } from '../text/kept.ts';
import { accessOf, placeOf } from './access.ts';
import { type KnownAccess, type KnownMember, placesIn } from './facts.ts';
import type { Access, PlaceAccess, ReportedPlace } from './report.ts';

/** Returns where a person has a level, or may have one, by the rules. People with the same access share the result. */
export type Rules = (member: KnownMember) => readonly PlaceAccess[];

/** The largest number of results of one kind that are kept for the next person. */
const mostKept = 50_000;

/**
 * Makes a function that computes access by the rules, at least the level `wanted`, to `targets`: all places if absent. A
 * place is looked at once for each role, and once for each combination of a role and teams with a level there: not once for
 * each person.
 */
export function rulesOf(
  facts: KnownAccess,
  wanted = 'read',
  targets: readonly Target[] = [...placesIn(facts)],
): Rules {
  const places = targets.map(({ place }) => placeOf(place));
  const isUnsure = facts.unknown.length > 0;
  // Where a list could not be read, a team with any level may make that of a person unknown.
  const reaches = reachesOf(targets, (level) => isUnsure || isShown({ level }, wanted));
  const roles = new Map<string, RoleAccess>();
  let held = 0;

  function accessIn(member: KnownMember, at: number): PlaceAccess | undefined {
    const access = accessOf(facts, member, targets[at] as Target);
    return isShown(access, wanted) ? { target: places[at] as ReportedPlace, ...access } : undefined;
  }

  function roleOf(member: KnownMember): RoleAccess {
    const { role, teams } = member;
    // A person in any team may have more where the teams of a place could not be read.
    const key = JSON.stringify([role, teams.length > 0]);
    return kept(roles, key, () => {
      const plain = { ...member, teams: teams.length > 0 ? [asId<'team'>('')] : [] };
      return new RoleAccess(targets.map((_, at) => accessIn(plain, at)));
    });
  }

  function withTeams(member: KnownMember, role: RoleAccess): readonly PlaceAccess[] {
    const { combinations, more } = reachOf(member.teams, reaches, role);
    if (combinations.size === 0) return role.shown;
    const found: PlaceAccess[] = [];
    const indexes =
      more.length === 0 ? role.indexes : [...role.indexes, ...more].sort((one, other) => one - other);
    for (const at of indexes) {
      const key = combinations.get(at);
      const access = key === undefined ? role.all[at] : role.inTeams(key, () => accessIn(member, at));
      if (access) found.push(access);
    }
    return found;
  }

  return (member) => {
    const role = roleOf(member);
    const known = role.groups.get(member.teams);
    if (known) return known;
    const found = withTeams(member, role);
    held += found.length + 1;
    if (held > mostKept) {
      for (const { groups } of roles.values()) groups.clear();
      held = 0;
    }
    role.groups.set(member.teams, found);
    return found;
  };
}

class RoleAccess {
  /** The indexes of the places where they have a level without any team. */
  readonly indexes: readonly number[];
  readonly shown: readonly PlaceAccess[];
  /** What people with the same teams have. */
  readonly groups = new Map<KnownMember['teams'], readonly PlaceAccess[]>();
  readonly #inTeams = new Map<string, PlaceAccess | undefined>();

  /** `all` is the access without any team, by the index of the place. */
  constructor(readonly all: readonly (PlaceAccess | undefined)[]) {
    this.indexes = all.flatMap((access, at) => (access ? [at] : []));
    this.shown = all.flatMap((access) => access ?? []);
  }

  /** Returns the access for a combination of a place and teams. */
  inTeams(combination: string, compute: () => PlaceAccess | undefined): PlaceAccess | undefined {
    const known = this.#inTeams;
    if (known.has(combination)) return known.get(combination);
    if (known.size >= mostKept) known.clear();
    const access = compute();
    known.set(combination, access);
    return access;
  }
}

/** Where a team has a level: the indexes of places. */
interface Reach {
  readonly number: number;
  readonly all: number[];
  /** Those where the level is high enough. */
  readonly shown: number[];
}

function reachesOf(
  targets: readonly Target[],
  isEnough: (level: string) => boolean,
): Map<IdOf<'team'>, Reach> {
  const reaches = new Map<IdOf<'team'>, Reach>();
  for (const [at, target] of targets.entries()) {
    for (const { grants } of upwards(target)) {
      for (const [team, { level }] of grants) {
        const reach = kept(reaches, team, () => ({ number: reaches.size, all: [], shown: [] }));
        if (reach.all.at(-1) !== at) reach.all.push(at);
        if (isEnough(level) && reach.shown.at(-1) !== at) reach.shown.push(at);
      }
    }
  }
  return reaches;
}

/**
 * Returns for each place that a team reaches a key of the place and its teams, and the places where the role alone gives
 * nothing.
 */
function reachOf(teams: KnownMember['teams'], reaches: ReadonlyMap<IdOf<'team'>, Reach>, role: RoleAccess) {
  const combinations = new Map<number, string>();
  const more = new Set<number>();
  for (const team of teams) {
    const { number, all, shown } = reaches.get(team) ?? noReach;
    for (const at of all) combinations.set(at, `${combinations.get(at) ?? at} ${number}`);
    for (const at of shown) if (!role.all[at]) more.add(at);
  }
  return { combinations, more: [...more] };
}

const noReach: Reach = { number: -1, all: [], shown: [] };

/** Returns whether a report with the least level `wanted` has an access. */
export function isShown(
  { level, unknown, disagreement }: Pick<Access, 'level' | 'unknown' | 'disagreement'>,
  wanted: string,
): boolean {
  if (unknown || disagreement) return true;
  // A level that is not documented is above none, but cannot be compared.
  return wanted === 'read' ? level !== null : isAtLeast(level, wanted);
}
