import { compareLevels, stronger } from '../domain/access/levels.ts';
import { type Target, upwards } from '../domain/access/places.ts';
import { type Identities, identitiesAcross, type NamedResource } from '../domain/across.ts';
import type { System } from '../ports.ts';
import { kept } from '../text/kept.ts';
import { type Rules, rulesOf } from './by-rules.ts';
import { hasUnknownBase, type KnownAccess, placesIn } from './facts.ts';
import { keyMarkOf, type Naming } from './pseudonyms.ts';
import type { ReportedPlace, ReportedWay, ReportRow, User } from './report.ts';
import { isComplete } from './report-of.ts';

/** The access of all people at one time. */
export interface AccessState {
  /** The ids of people; people without access may be missing. */
  readonly people: Iterable<string>;
  /** The id of the organization; absent if the source does not say it, as a report. */
  readonly organization?: string | undefined;
  /** Returns the rows of a person, as a report has them: those of `places`, by their keys, or else all. */
  rowsOf(person: string, places?: ReadonlySet<string>): readonly ReportRow[];
  /** Returns what the access of a person follows from; absent if that is not known, or if the service's own answers count. */
  classOf?(person: string): PersonClass | undefined;
  /** Whether the collections around a place are known by their titles. */
  readonly hasPaths: boolean;
  /** Yields the people, places and teams with what names them in another organization. */
  things(withPaths: boolean): Iterable<NamedResource>;
  /** What the access of all people to a place follows from, by {@link placeKey}; absent if that is not all known. */
  readonly places?: ReadonlyMap<string, string> | undefined;
  /** Whether the levels are computed by the rules, without the service's own answers. */
  readonly isByRules: boolean;
  /** Whether the lists of members, collections and spaces could be read. Otherwise a missing row says nothing. */
  readonly isWhole: boolean;
  /** Whether everything could be read that gives access. Otherwise another way may only be one that was not read. */
  readonly hasAllWays: boolean;
}

/** People with the same access: equal keys mean the same role and teams. */
interface PersonClass {
  readonly key: string;
  /** What the person is called. */
  readonly user: User;
}

/** The access of a person to a place at one time. */
export interface Side {
  /** Null for none. */
  readonly level: string | null;
  readonly ways: readonly ReportedWay[];
  /** Present for a disabled member, who has no level: the ways are those after enabling. */
  readonly disabled?: true;
  /** Present if the level may be higher, because a list could not be read. */
  readonly unknown?: true;
}

/** The access of one person to one place before and after; null on the side without access. */
export interface AccessChange {
  readonly user: User;
  readonly target: ReportedPlace;
  readonly before: Side | null;
  readonly after: Side | null;
}

export interface AccessDifference {
  readonly gained: readonly AccessChange[];
  readonly lost: readonly AccessChange[];
  /** Another level. */
  readonly changed: readonly AccessChange[];
  /** The same level in another way. */
  readonly way: readonly AccessChange[];
  /** Something could not be read before or after. */
  readonly incomparable: readonly AccessChange[];
}

export type ChangeClass = keyof AccessDifference;

/** The classes of changes, the worst first. */
export const changeClasses: readonly ChangeClass[] = ['gained', 'lost', 'changed', 'way', 'incomparable'];

/** Returns the access by the rules in facts that were read. People are called as `naming` says. */
export function stateOfFacts(facts: KnownAccess, naming: Naming): AccessState {
  const rules = rulesOf(facts);
  const members = new Map([...facts.people.values()].map((member) => [naming.id(member.user.id), member]));
  const narrowed = new WeakMap<ReadonlySet<string>, Rules>();
  const rulesAmong = (places: ReadonlySet<string>): Rules =>
    kept(narrowed, places, () => {
      const targets = [...placesIn(facts)].filter(({ place }) => places.has(placeKey(place)));
      return rulesOf(facts, 'read', targets);
    });
  return {
    people: [...members.keys()],
    organization: facts.organization.id,
    places: placeFingerprints(facts),
    hasPaths: true,
    things: (withPaths) => thingsOf(facts, withPaths),
    rowsOf(person, places) {
      const member = members.get(person);
      if (!member) return [];
      const shown = { user: naming.user(member), disabled: member.disabled };
      return (places ? rulesAmong(places) : rules)(member).map((row) => ({ ...row, ...shown }));
    },
    classOf(person) {
      const member = members.get(person);
      if (!member) return undefined;
      const { role, disabled, teams, isUnread = false } = member;
      return { key: JSON.stringify([role, disabled, isUnread, teams.toSorted()]), user: naming.user(member) };
    },
    isByRules: true,
    isWhole: isComplete(facts),
    hasAllWays: facts.unknown.length === 0,
  };
}

/** Returns the key of a collection or a space among all places. */
function placeKey({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

/**
 * Returns default levels and roles of teams, up to the top, as a text for each place. Names do not count, because they can change
 * alone. `undefined` if a list could not be read, so that levels may be higher.
 */
function placeFingerprints(facts: KnownAccess): ReadonlyMap<string, string> | undefined {
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
  return new Map(places);
}

function differing(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const all = [...one.keys(), ...other.keys()];
  return new Set(all.filter((key) => one.get(key) !== other.get(key)));
}

function* thingsOf(facts: KnownAccess, withPaths: boolean): Generator<NamedResource> {
  yield namedOrganization(facts.organization.id);
  for (const { user } of facts.people.values()) yield namedPerson(user);
  for (const { id, title } of facts.teams.values()) yield { kind: 'team', id, names: [title] };
  for (const target of placesIn(facts)) {
    const { kind, id, title } = target.place;
    yield { kind, id, names: withPaths ? pathOf(target) : [title] };
  }
}

/** Returns the titles from the outside; one of them is empty if a collection above could not be read. */
function pathOf(target: Target): (string | undefined)[] {
  const titles = [...upwards(target)].map(({ place }) => place.title);
  return hasUnknownBase(target) ? [undefined] : titles.reverse();
}

/** An organization stands for any other one. */
export function namedOrganization(id: string): NamedResource {
  return { kind: 'organization', id, names: ['organization'] };
}

/** A pseudonym means nothing in another organization. */
export function namedPerson({ id, email }: User): NamedResource {
  return { kind: 'member', id, names: [keyMarkOf(id) === undefined ? email?.toLowerCase() : undefined] };
}

/** Within one organization, ids identify. */
const byIds: Identities = { before: idKey, after: idKey, isAlone: () => false };

function idKey({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return kind === 'member' ? id : placeKey({ kind, id });
}

/** Returns what identifies the things of two organizations. */
export function identitiesOf(before: AccessState, after: AccessState): Identities {
  const withPaths = before.hasPaths && after.hasPaths;
  return identitiesAcross(before.things(withPaths), after.things(withPaths));
}

/** So many people are compared before the process does something else. */
const atOnce = 200;

/**
 * Compares the access at two times. In each class, the strongest level comes first. If only one of the states has the
 * service's own answers, both are compared by the rules alone. Of the people who have the same role and teams as others, before
 * and after, one is compared; and of those who keep them, only the places that have changed. Two organizations need identities
 * of their own. Throws the reason of `interrupt`.
 */
export async function accessDifference(
  before: AccessState,
  after: AccessState,
  { clock, interrupt }: Pick<System, 'clock' | 'interrupt'>,
  identities: Identities = byIds,
): Promise<AccessDifference> {
  const found: Record<ChangeClass, AccessChange[]> = {
    gained: [],
    lost: [],
    changed: [],
    way: [],
    incomparable: [],
  };
  const isByRules = before.isByRules !== after.isByRules;
  const hasAllWays = before.hasAllWays && after.hasAllWays;
  const places = before.places && after.places && differing(before.places, after.places);
  const earlier = peopleBy(identities.before, before);
  const later = peopleBy(identities.after, after);

  function* changesOf(
    person: string,
    places?: ReadonlySet<string>,
  ): Generator<readonly [ChangeClass, AccessChange]> {
    if (places?.size === 0) return;
    const rowsIn = ({ rowsOf }: AccessState, id: string | undefined, key: Identities['before']) =>
      rowsByPlace(id === undefined ? [] : rowsOf(id, places), isByRules, key);
    const was = rowsIn(before, earlier.get(person), identities.before);
    const is = rowsIn(after, later.get(person), identities.after);
    for (const place of new Set([...was.keys(), ...is.keys()])) {
      const [one, other] = [was.get(place), is.get(place)];
      const change = changeOf(one, other);
      const isUnread = (!one && !before.isWhole) || (!other && !after.isWhole);
      const isAlone = [person, place].some((key) => identities.isAlone(key));
      const kind = isUnread || isAlone ? 'incomparable' : classOf(change, identities);
      const name = kind === 'way' && !hasAllWays ? 'incomparable' : kind;
      if (name) yield [name, change];
    }
  }

  const known = new Map<string, readonly (readonly [ChangeClass, AccessChange])[]>();
  for (const [at, person] of [...new Set([...earlier.keys(), ...later.keys()])].entries()) {
    if (at % atOnce === 0) await clock.turn();
    interrupt.throwIfAborted();
    const [was, is] = [before.classOf?.(person), after.classOf?.(person)];
    if (identities !== byIds || !(before.classOf && after.classOf)) {
      for (const [name, change] of changesOf(person)) found[name].push(change);
      continue;
    }
    const changes = kept(known, JSON.stringify([was?.key, is?.key]), () => [
      ...changesOf(person, was?.key === is?.key ? places : undefined),
    ]);
    for (const [name, change] of changes)
      found[name].push({ ...change, user: (change.after ? is : was)?.user ?? change.user });
  }
  for (const changes of Object.values(found)) {
    changes.sort((one, other) => compareLevels(strongest(other), strongest(one)));
  }
  return found;
}

/** Returns the ids of people by what identifies them. */
function peopleBy(key: Identities['before'], { people }: AccessState): ReadonlyMap<string, string> {
  return new Map(Array.from(people, (id) => [key({ kind: 'member', id }), id]));
}

function rowsByPlace(
  rows: readonly ReportRow[],
  isByRules: boolean,
  key: Identities['before'],
): Map<string, ReportRow> {
  return new Map(rows.map((row) => [key(row.target), isByRules ? byRules(row) : row] as const));
}

/** Returns a row without what only the service's own answer says. */
function byRules({ disagreement: _, ways, ...row }: ReportRow): ReportRow {
  const shown = ways
    .filter(({ kind }) => kind !== 'not-shown')
    .map((way, at) => ({ ...way, deciding: at === 0 }));
  return { ...row, level: shown[0]?.level ?? null, ways: shown };
}

function changeOf(before: ReportRow | undefined, after: ReportRow | undefined): AccessChange {
  const { user, target } = (after ?? before) as ReportRow;
  return { user, target, before: sideOf(before), after: sideOf(after) };
}

function sideOf(row: ReportRow | undefined): Side | null {
  if (!row) return null;
  const { level, ways, disabled, disagreement, unknown } = row;
  const isOff = disabled && !disagreement;
  return {
    level: isOff ? null : level,
    ways,
    ...(disabled && { disabled: true }),
    // Of a disabled member only the ways may be more than those that are known.
    ...(unknown && !isOff && { unknown: true }),
  };
}

/** Returns the class of a change; `undefined` if nothing has changed. */
function classOf({ before, after }: AccessChange, identities: Identities): ChangeClass | undefined {
  if (before?.unknown || after?.unknown) return 'incomparable';
  const [was, is] = [before?.level ?? null, after?.level ?? null];
  if (was === null && is === null) return undefined;
  if (was === null) return 'gained';
  if (is === null) return 'lost';
  if (was !== is) return 'changed';
  const wasWay = decidingWay(before, identities.before);
  const isWay = decidingWay(after, identities.after);
  // The service told the level, but the list with the way could not be read.
  if (!wasWay || !isWay) return 'incomparable';
  if ([...wasWay.steps, ...isWay.steps].some((step) => identities.isAlone(step))) return 'incomparable';
  return JSON.stringify(wasWay) === JSON.stringify(isWay) ? undefined : 'way';
}

/** Returns the deciding way by what identifies its steps: within one organization, titles can change alone. */
function decidingWay(side: Side | null, key: Identities['before']) {
  const way = side?.ways.find(({ deciding }) => deciding);
  return way && { kind: way.kind, steps: way.path.map(key) };
}

function strongest({ before, after }: AccessChange): string {
  return stronger(before?.level ?? null, after?.level ?? null) ?? '';
}
