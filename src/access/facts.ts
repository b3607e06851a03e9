import { asId, type IdOf } from '../api/contract/ids.ts';
import { accessFacts, type accessParts } from '../domain/access/facts.ts';
import { compareLevels } from '../domain/access/levels.ts';
import {
  type AccessPlace,
  type GrantStep,
  inherit,
  type PlaceId,
  type Target,
  type Targets,
  type TeamStep,
  upwards,
} from '../domain/access/places.ts';
import { rangeOf } from '../domain/access/reach.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import { levelIfEnabled, type Person } from '../domain/access/rules.ts';
import type { ItemOf, Snapshot, UnknownList } from '../model/read/snapshot.ts';
import type { ReportedPlace, User } from './report.ts';

/** A member of the organization: what access depends on, and the name. */
export interface KnownMember extends Person {
  readonly user: User & { readonly id: IdOf<'user'> };
  /** The member could not be read: the role is unknown. */
  readonly isUnread?: true;
}

/** All facts about access in an organization, as far as they were read. */
export interface KnownAccess {
  /** The rules that tell which of them gives a level. */
  readonly rules: RuleSet;
  readonly organization: GrantStep;
  /** The members by id, in the order of the service. */
  readonly people: ReadonlyMap<IdOf<'user'>, KnownMember>;
  readonly teams: ReadonlyMap<IdOf<'team'>, TeamStep>;
  readonly targets: Targets;
  readonly unknown: readonly UnknownList[];
  /** The ids of collections and spaces where the roles of teams are unknown. */
  readonly unreadPlaces: ReadonlySet<string>;
  /** The ids of teams whose members are unknown. */
  readonly unreadTeams: ReadonlySet<string>;
  /** Whether the teams of people are unknown as a whole. */
  readonly lacksTeams: boolean;
}

export type AccessSnapshot = Snapshot<keyof typeof accessParts>;

export function snapshotAccess(snapshot: AccessSnapshot, rules: RuleSet): KnownAccess {
  const { organization, people, targets } = accessFacts(snapshot, memberOf);
  const { parts } = snapshot;
  const unknown = [...new Set(Object.values(parts).flatMap((part) => part.unknown))];
  const unreadIn = (kind: string) => unknown.filter((one) => one.kind === kind).map((one) => one.in.id);
  return {
    rules,
    organization,
    people,
    teams: new Map(
      [...(parts.team.lists.get(organization.id) ?? [])].map(([id, { title }]) => [
        id,
        { kind: 'team', id, title: title ?? undefined },
      ]),
    ),
    targets,
    unknown,
    unreadPlaces: new Set([...unreadIn('collection-team'), ...unreadIn('space-team')]),
    unreadTeams: new Set(unreadIn('team-member')),
    lacksTeams: unreadIn('team').length > 0,
  };
}

function memberOf(
  { role, disabled, teams }: Person,
  id: IdOf<'user'>,
  { user }: ItemOf<'member'>,
): KnownMember {
  const { displayName = null, email = null } = user ?? {};
  return { role, disabled, teams, user: { id, displayName, email } };
}

/**
 * Returns the level that a person has for certain in a place, by the rules and as if enabled, and whether it may be higher,
 * because a list that matters could not be read.
 */
export function certainLevel(
  facts: KnownAccess,
  member: KnownMember,
  target: Target,
): { readonly level: string | null; readonly mayBeHigher: boolean } {
  const { rules, unknown, unreadPlaces } = facts;
  const above = hasUnknownBase(target);
  if (unknown.length === 0 && !above && !member.isUnread)
    return { level: levelIfEnabled(rules, member, target), mayBeHigher: false };
  const isInTeams = member.teams.length > 0 || facts.lacksTeams || facts.unreadTeams.size > 0;
  const { least, most } = rangeOf(rules, member, target, {
    above,
    role: member.isUnread ?? false,
    teamOn({ place, grants }) {
      if (isInTeams && unreadPlaces.has(place.id)) return ['read', 'admin'];
      const levels = [...grants.values()].flatMap(({ team, level }) =>
        isUnread(facts, team) ? [level] : [],
      );
      const [lowest, ...others] = levels.sort(compareLevels);
      return lowest === undefined ? undefined : [lowest, others.at(-1) ?? lowest];
    },
  });
  return { level: least, mayBeHigher: least !== most };
}

/** Returns whether a list that could not be read may give anyone more in a place. */
export function mayGiveMore(facts: KnownAccess, target: Target): boolean {
  if (hasUnknownBase(target)) return true;
  return [...upwards(target)].some(
    ({ place, grants }) =>
      facts.unreadPlaces.has(place.id) || [...grants.values()].some(({ team }) => isUnread(facts, team)),
  );
}

function isUnread({ lacksTeams, unreadTeams }: KnownAccess, team: GrantStep): boolean {
  return lacksTeams || unreadTeams.has(team.id);
}

/** Returns whether a collection above the place could not be read, so that its default level and its teams are unknown. */
export function hasUnknownBase(target: Target): boolean {
  const top = [...upwards(target)].at(-1) ?? target;
  return (top.place.parent ?? null) !== null;
}

export function targetIn(
  { targets }: KnownAccess,
  kind: 'collection' | 'space',
  id: PlaceId,
): Target | undefined {
  return targets[`${kind}s`].get(id);
}

/** Returns a stand-in for a place that could not be read: nothing is known about it. */
export function unknownTarget({ kind, id }: ReportedPlace): Target {
  const place: AccessPlace = {
    kind,
    id,
    parent: asId<'collection'>('unknown'),
    defaultLevel: inherit,
    teams: [],
  };
  return { place, above: undefined, defaultPlace: undefined, grants: new Map() };
}

/** Yields the collections, then the spaces. */
export function* placesIn({ targets }: KnownAccess): Generator<Target> {
  yield* targets.collections.values();
  yield* targets.spaces.values();
}
