import { asId } from '../../api/contract/ids.ts';
import { stronger } from '../../domain/access/levels.ts';
import { type AccessPlace, inherit, type Target, targetUnder } from '../../domain/access/places.ts';
import type { RuleSet } from '../../domain/access/rule-sets.ts';
import { grades, type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import { reach, type Settings, worstOf } from '../../domain/reach/reach.ts';
import { isLowerRole } from '../../domain/roles.ts';
import type { Effect } from '../../model/effects/effects.ts';
import { type Fields, settled } from '../../model/effects/facts.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown, type Unknown } from '../../model/read/unknown.ts';
import { type Around, readAround } from './around.ts';
import type { KnownName } from './names.ts';
import type { Opening, OpeningRequest } from './opening.ts';
import { entriesOf, type Found, foundIn } from './phrases.ts';
import { isToBeMade, keyOf, openingWork, type Step, stepsOf, valuesIn } from './steps.ts';

export interface OpeningOptions {
  /** The rule sets of access that may hold. @default all */
  readonly rules?: readonly RuleSet[];
  /** Returns a name that is known already, by the kind of the thing and its id. */
  readonly nameOf?: KnownName;
  /** The number of requests that may run at once. @default 8 */
  readonly atOnce?: number | undefined;
}

/**
 * Finds out what requests open, in the order in which they are sent: also what is open in between only. Reads lists, and what
 * the reader knows is not read again. What cannot be read counts as the strictest. The strongest come first, and what is alike
 * is one entry.
 */
export async function openingsOf(
  requests: readonly OpeningRequest[],
  reader: ServiceReader,
  { rules, nameOf, atOnce }: OpeningOptions = {},
): Promise<readonly Opening[]> {
  const work = await openingWork(requests);
  if (stepsOf(work).next().done) return [];
  const around = await readAround(work, reader, atOnce);
  const found = judged(stepsOf(work), around, rules);
  if (found.length === 0) return [];
  const { createNames } = await import('./names.ts');
  const names = await createNames(reader, found, around, nameOf);
  const entries = entriesOf(found, names);
  return entries.sort((one, other) => grades.indexOf(one.grade) - grades.indexOf(other.grade));
}

/** Returns the guarded grades that requests may open, by their values. Reads nothing. */
export async function worstIn(requests: readonly OpeningRequest[]): Promise<ReadonlySet<HeldGrade>> {
  const found = new Set<HeldGrade>();
  for (const { touch } of stepsOf(await openingWork(requests))) {
    const worst = worstOf(touch);
    if (worst) found.add(worst);
    if (found.size === heldGrades.length) break;
  }
  return found;
}

/** Tells whether requests are one change: each membership is one, also where several are in a request. */
export async function isOneChange(requests: readonly OpeningRequest[]): Promise<boolean> {
  if (requests.length !== 1) return requests.length === 0;
  let memberships = 0;
  for (const { touch } of stepsOf(await openingWork(requests)))
    if (touch.kind === 'team-member') memberships++;
  return memberships <= 1;
}

/** Judges requests one after the other, each on what the earlier ones have left. */
function judged(
  steps: Iterable<Step>,
  around: Around,
  rules: readonly RuleSet[] | undefined,
): readonly Found[] {
  const now = createNow(around);
  const found: Found[] = [];
  let last: { readonly place: number; readonly site: string | undefined } | undefined;
  for (const step of steps) {
    const { touch, place } = step;
    const effect = now.effectOf(step);
    const settings = { ...now.settingsOf(effect), ...(rules && { rules }) };
    const { opens } = reach(effect, settings);
    now.leave(effect);
    // Of a site or a section that is made with what is in it, the first says all.
    const isWithin = last !== undefined && last.place === place && last.site === touch.ids.site;
    if (opens === undefined || (isWithin && touch.ids.site !== undefined) || now.isAsBefore(effect)) continue;
    // Only another rule set than the one in force could open so little.
    if (opens === 'other' && (touch.change === 'end' || isLowering(effect))) continue;
    last = { place, site: touch.ids.site };
    const { most } = settings;
    const where = touch.kind === 'team-member' ? (most ?? undefined) : settings.site?.visibility;
    found.push(foundIn(opens, effect, { where, because: now.because(effect) }));
  }
  return found;
}

/** Tells whether a person gets a lower role in the organization. */
function isLowering({ kind, before, after }: Effect): boolean {
  const [from, to] = [valuesIn(before).role, valuesIn(after).role];
  return (
    kind === 'member' && typeof from === 'string' && isLowerRole(from, typeof to === 'string' ? to : null)
  );
}

interface Now {
  /** Returns the effect of a touch on what is there now. */
  effectOf(step: Step): Effect;
  settingsOf(effect: Effect): Settings;
  /** Keeps what an effect leaves. */
  leave(effect: Effect): void;
  /** Tells whether nothing is reached by an effect: nothing is there yet, or it is shown already. */
  isAsBefore(effect: Effect): boolean;
  /** Returns why the strictest was assumed. */
  because(effect: Effect): string | undefined;
}

/** Keeps what is there while requests are judged. */
function createNow(around: Around): Now {
  const states = new Map<string, Fields | null>();
  /** The highest level that requests have given to a team. */
  const given = new Map<string, string | null>();
  const filled = new Set(around.filled);

  function beforeOf({ touch, known }: Step): Fields | null | Unknown {
    const kept = states.get(keyOf(touch));
    if (kept !== undefined) return kept;
    if (known !== undefined) return known;
    if (touch.change === 'make') return null;
    if (!Object.values(touch.ids).some(isToBeMade)) return around.before(touch);
    if ('team' in touch.ids) return null;
    return Object.fromEntries(Object.keys(touch.sets ?? {}).map((name) => [name, null]));
  }

  function placeOf(id: string): Target | undefined {
    const listed = around.collections.get(id);
    const state = states.get(`collection ${id}`);
    if (state === null || (!listed && !state)) return undefined;
    const { defaultLevel = inherit, parent = null } = { ...listed, ...withoutUnknown(state) };
    const teams = new Map((listed?.teams ?? []).map((one) => [String(one.team.id), one]));
    for (const [key, role] of rolesOn.get(id) ?? [])
      teams.set(key, { team: { kind: 'team', id: asId<'team'>(key) }, level: role });
    const place: AccessPlace = {
      ...{ kind: 'collection', id: asId<'collection'>(id), defaultLevel: defaultLevel as string | null },
      teams: [...teams.values()],
    };
    return targetUnder(place, typeof parent === 'string' ? placeOf(parent) : undefined);
  }
  const rolesOn = new Map<string, Map<string, string | null>>();

  function mostOf(team: string): { readonly most?: string | null } {
    const rights = isToBeMade(team) ? { most: null } : around.rights(team);
    const own = given.get(team) ?? null;
    return isUnknown(rights) ? {} : { most: stronger(rights.most, own) };
  }

  function siteOf({ kind, ids }: Effect): NonNullable<Settings['site']> {
    const site = ids.site ?? '';
    const address = { org: ids.org ?? '', site };
    const state =
      states.get(keyOf({ kind: 'site', ids: address })) ?? around.before({ kind: 'site', ids: address });
    const { visibility } = valuesIn(state);
    const item = around.thing('site', address)?.item;
    const isEmpty = isToBeMade(site) || (item as { siteSpaces?: unknown } | undefined)?.siteSpaces === 0;
    return {
      ...(typeof visibility === 'string' && { visibility }),
      ...(kind === 'site' && isEmpty && !filled.has(site) && { hasSpaces: false }),
    };
  }

  const now: Now = {
    effectOf(step) {
      const { touch, place } = step;
      const before = beforeOf(step);
      const values = {
        ...valuesIn(before),
        ...settled(touch.sets ?? {}, isUnknown(before) ? undefined : before),
      };
      const effect = {
        ...touch,
        before,
        after: touch.change === 'end' ? null : values,
        of: place,
        basis: 'stated',
      } as const;
      if (touch.change !== 'make') return effect;
      const absent = startsOf[touch.kind];
      if (absent) return { ...effect, after: { ...absent, ...values } };
      if (touch.kind !== 'collection') return effect;
      // What is put into it later has its level.
      return { ...effect, change: 'set', before: { defaultLevel: inherit, parent: null } };
    },
    settingsOf(effect) {
      const { kind, ids, after } = effect;
      switch (kind) {
        case 'member':
          return { person: { role: null, disabled: false, teams: [] }, most: null };
        case 'team-member': {
          const user = ids.user ?? '';
          const role = valuesIn(states.get(`member ${user}`)).role;
          const isAdministrator = around.administrators.has(user) ? role === undefined : role === 'admin';
          return {
            ...(isAdministrator && { person: { role: 'admin', disabled: false, teams: [] } }),
            ...mostOf(ids.team ?? ''),
          };
        }
        case 'saml': {
          const { defaultTeam } = valuesIn(after);
          return typeof defaultTeam === 'string' ? mostOf(defaultTeam) : { most: null };
        }
        case 'collection':
        case 'collection-team': {
          const place = placeOf(ids.collection ?? '') ?? unplaced('collection', ids.collection);
          const { parent } = valuesIn(after);
          const into = typeof parent === 'string' ? placeOf(parent) : undefined;
          return { places: [place], ...(into && { into }) };
        }
        case 'space-team':
          return { places: [withRole(unplaced('space', ids.space), effect)] };
        default:
          return ids.site === undefined ? {} : { site: siteOf(effect) };
      }
    },
    leave(effect) {
      const { kind, ids, change, after } = effect;
      const { role, parent } = valuesIn(after);
      if (kind === 'collection' && change !== 'make' && typeof parent === 'string' && !now.isAsBefore(effect))
        filled.add(parent);
      if (kind === 'site-space' && change === 'make') filled.add(ids.site ?? '');
      if (kind === 'collection-team') {
        const own = rolesOn.get(ids.collection ?? '') ?? new Map<string, string | null>();
        rolesOn.set(ids.collection ?? '', own.set(ids.team ?? '', typeof role === 'string' ? role : null));
      }
      if (kind.endsWith('-team') && typeof role === 'string')
        given.set(ids.team ?? '', stronger(given.get(ids.team ?? '') ?? null, role));
      // There can be very many memberships, each of which changes once.
      if (kind !== 'team-member') states.set(keyOf(effect), after === null ? null : valuesIn(after));
    },
    isAsBefore({ kind, ids, change, sets = {} }) {
      const { collection = '', site = '', section = '' } = ids;
      if (kind === 'collection') return 'parent' in sets && isToBeMade(collection) && !filled.has(collection);
      if (change !== 'make' || (kind !== 'section' && kind !== 'site-space')) return false;
      const space = kind === 'section' ? around.spaceOf.get(section) : sets.spaceId;
      return typeof space === 'string' && around.isShown(site, space);
    },
    because({ kind, ids, before, after }) {
      if (isUnknown(before)) return before.unknown;
      const team = kind === 'team-member' ? ids.team : valuesIn(after).defaultTeam;
      if (typeof team !== 'string' || isToBeMade(team)) return undefined;
      const rights = around.rights(team);
      return isUnknown(rights) ? rights.unknown : undefined;
    },
  };
  return now;
}

/** The values of new things of which a request does not say them. */
const startsOf: Readonly<Record<string, Fields>> = {
  site: { visibility: 'public' },
  saml: { defaultRole: null, defaultTeam: null },
};

function withoutUnknown(state: Fields | undefined): Fields {
  return Object.fromEntries(
    Object.entries(state ?? {}).filter(([, value]) => value === null || typeof value === 'string'),
  );
}

/** Returns a place of which nothing else is known. */
function unplaced(kind: AccessPlace['kind'], id = ''): Target {
  return targetUnder({ kind, id: asId<'space'>(id), defaultLevel: inherit, teams: [] }, undefined);
}

/** Returns a place where a team has the role that it had before an effect. */
function withRole({ place }: Target, { ids, before }: Effect): Target {
  const { role } = valuesIn(before);
  const level = typeof role === 'string' ? role : null;
  return targetUnder(
    { ...place, teams: [{ team: { kind: 'team', id: asId<'team'>(ids.team ?? '') }, level }] },
    undefined,
  );
}
