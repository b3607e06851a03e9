import { asId } from '../../api/contract/ids.ts';
import { stronger } from '../../domain/access/levels.ts';
import { type AccessPlace, inherit, type Target, targetUnder } from '../../domain/access/places.ts';
import type { Settings } from '../../domain/reach/reach.ts';
import type { Effect } from '../../model/effects/effects.ts';
import { type Fields, settled } from '../../model/effects/facts.ts';
import { isUnknown, type Unknown } from '../../model/read/unknown.ts';
import { kept } from '../../text/kept.ts';
import type { ShownSpace } from './places.ts';
import type { ReachReads } from './reach-reads.ts';
import type { TeamRights } from './rights.ts';
import { isToBeMade, keyOf, type Step, valuesIn } from './steps.ts';

/** What is there while requests are judged, one after the other. */
export interface Now {
  /** Returns the effect of a touch on what is there now. */
  effectOf(step: Step): Effect;
  settingsOf(effect: Effect): Settings;
  /** Returns the section of a site space that is there, if its condition changes to another one. */
  sectionOf(effect: Effect): unknown;
  leave(effect: Effect): void;
  /** Returns whether nothing is reached by an effect: nothing is there yet, or it is shown already. */
  isAsBefore(effect: Effect): boolean;
  /** Returns whether an effect is on a collection that the same work makes, and has put nothing into. */
  isOnEmpty(effect: Effect): boolean;
  /** Returns the spaces that are in a site, or in a section, and not taken out; `undefined` if they were not read. */
  spacesIn(effect: Effect): readonly ShownSpace[] | undefined;
  /** Returns what the team may do that people join by an effect; `undefined` if they join none. */
  rightsOf(effect: Effect): TeamRights | undefined;
}

/** Begins with what was read before the requests. */
export function createNow(around: ReachReads): Now {
  const states = new Map<string, Fields | null>();
  /** The highest level that requests have given to a team. */
  const given = new Map<string, string | null>();
  const filled = new Set(around.filled);
  /** The collections that have ended, or that another organization has got. */
  const gone = new Set<string>();

  function beforeOf(step: Step): Fields | null | Unknown {
    const kept = states.get(keyOf(step.touch));
    if (kept === undefined) return beforeAll(step);
    // Each request may know its own fields alone.
    const isWhole = kept === null || Object.keys(step.touch.sets ?? {}).every((field) => field in kept);
    return isWhole ? kept : { ...valuesIn(beforeAll(step)), ...kept };
  }

  function beforeAll({ touch, known }: Step): Fields | null | Unknown {
    if (known !== undefined) return known;
    if (touch.change === 'make') return null;
    if (!Object.values(touch.ids).some(isToBeMade)) return around.before(touch);
    if ('team' in touch.ids) return null;
    return Object.fromEntries(Object.keys(touch.sets ?? {}).map((name) => [name, null]));
  }

  /** `below` are the collections in it: a move that the service refuses could make a circle. */
  function collectionAt(id: string, below: readonly string[] = []): Target | undefined {
    const listed = around.collections.get(id);
    const state = states.get(`collection ${id}`);
    if (gone.has(id) || (!listed && !state) || below.includes(id)) return undefined;
    const { defaultLevel = inherit, parent = null } = { ...listed, ...withoutUnknown(state) };
    const place: AccessPlace = {
      ...{ kind: 'collection', id: asId<'collection'>(id), defaultLevel: defaultLevel as string | null },
      teams: withRoles(id, listed?.teams),
    };
    const above = typeof parent === 'string' ? collectionAt(parent, [...below, id]) : undefined;
    return targetUnder(place, above);
  }

  /** Returns a place with the role that a team has there before an effect. */
  function placeOf({ kind, ids, before }: Effect): Target {
    const isSpace = kind === 'space-team';
    const id = (isSpace ? ids.space : ids.collection) ?? '';
    const known = isSpace ? undefined : collectionAt(id);
    if (known) return known;
    const { role, ...of } = valuesIn(before);
    const level = typeof role === 'string' ? role : null;
    const own = isSpace ? [{ team: { kind: 'team', id: asId<'team'>(ids.team ?? '') }, level } as const] : [];
    const { parent, defaultLevel = inherit } = around.spaces.get(id) ?? withoutUnknown(of);
    const place = { kind: isSpace ? 'space' : 'collection', id: asId<'space'>(id), defaultLevel } as const;
    return targetUnder(
      { ...place, teams: withRoles(id, own) },
      parent == null ? undefined : collectionAt(parent),
    );
  }

  /** The roles that requests have given to teams, by the places. */
  const rolesOn = new Map<string, Map<string, string | null>>();

  function withRoles(place: string, before: AccessPlace['teams'] = []): AccessPlace['teams'] {
    const teams = new Map(before.map((one) => [String(one.team.id), one]));
    for (const [team, level] of rolesOn.get(place) ?? [])
      teams.set(team, { team: { kind: 'team', id: asId<'team'>(team) }, level });
    return [...teams.values()];
  }

  function siteOf({ kind, ids }: Effect): NonNullable<Settings['site']> {
    const site = ids.site ?? '';
    const address = { org: ids.org ?? '', site };
    const first = around.before({ kind: 'site', ids: address });
    const { visibility } = {
      ...valuesIn(first),
      ...valuesIn(states.get(keyOf({ kind: 'site', ids: address }))),
    };
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
          const isAdministrator = around.isAdministrator(user, ids.org)
            ? role === undefined
            : role === 'admin';
          return {
            ...(isAdministrator && { person: { role: 'admin', disabled: false, teams: [] } }),
            ...mostIn(now.rightsOf(effect)),
          };
        }
        case 'saml':
          return mostIn(now.rightsOf(effect));
        case 'collection':
        case 'collection-team': {
          const { parent } = valuesIn(after);
          const into = typeof parent === 'string' ? collectionAt(parent) : undefined;
          return { places: [placeOf(effect)], ...(into && { into }) };
        }
        case 'space-team':
          return { places: [placeOf(effect)] };
        default:
          return ids.site === undefined ? {} : { site: siteOf(effect) };
      }
    },
    sectionOf: (effect) => valuesIn(around.before(effect)).sectionId,
    leave(effect) {
      const { kind, ids, change, after, sets = {} } = effect;
      const { role, parent } = valuesIn(after);
      if (kind === 'collection' && (after === null || 'organization' in sets)) gone.add(ids.collection ?? '');
      if (kind === 'collection' && change !== 'make' && typeof parent === 'string' && !now.isAsBefore(effect))
        filled.add(parent);
      if (kind === 'site-space' && change === 'make') filled.add(ids.site ?? '');
      const place = ids.collection ?? ids.space ?? '';
      if ((kind === 'collection-team' && !gone.has(place)) || kind === 'space-team') {
        const own = kept(rolesOn, place, () => new Map<string, string | null>());
        own.set(ids.team ?? '', typeof role === 'string' ? role : null);
      }
      if (kind.endsWith('-team') && typeof role === 'string')
        given.set(ids.team ?? '', stronger(given.get(ids.team ?? '') ?? null, role));
      // There can be very many memberships and members, each of which changes once.
      if (kind !== 'team-member' && !around.isEachPersonOnce)
        states.set(keyOf(effect), after === null ? null : valuesIn(after));
    },
    isAsBefore(effect) {
      const { kind, ids, change, sets = {} } = effect;
      const { site = '', section = '' } = ids;
      if (kind === 'collection') return 'parent' in sets && now.isOnEmpty(effect);
      if (change !== 'make' || (kind !== 'section' && kind !== 'site-space')) return false;
      const space = kind === 'section' ? around.spaceOf.get(section) : sets.spaceId;
      const isShown = ({ id, isHidden }: ShownSpace) => id === space && !isHidden;
      return around.spacesIn(site)?.some(isShown) ?? false;
    },
    spacesIn({ kind, ids }) {
      const { site = '' } = ids;
      const isThere = ({ siteSpace, section }: ShownSpace) =>
        (kind === 'site' || section === ids.section) &&
        states.get(keyOf({ kind: 'site-space', ids: { site, siteSpace } })) !== null;
      return around.spacesIn(site)?.filter(isThere);
    },
    isOnEmpty: ({ ids: { collection } }) => isToBeMade(collection) && !filled.has(collection ?? ''),
    rightsOf({ kind, ids, after }) {
      const team = kind === 'team-member' ? ids.team : valuesIn(after).defaultTeam;
      if (typeof team !== 'string') return undefined;
      const rights = isToBeMade(team) ? { most: null } : around.rights(team, ids.org);
      return isUnknown(rights) ? rights : { most: stronger(rights.most, given.get(team) ?? null) };
    },
  };
  return now;
}

/** The values of new things of which a request does not say them. */
const startsOf: Readonly<Record<string, Fields>> = {
  site: { visibility: 'public' },
  saml: { defaultRole: null, defaultTeam: null },
  section: { condition: null },
  'site-space': { condition: null },
};

function mostIn(rights: TeamRights = { most: null }): { readonly most?: string | null } {
  return isUnknown(rights) ? {} : rights;
}

function withoutUnknown(state: Fields | null | undefined): Readonly<Record<string, string | null>> {
  const isKnown = (entry: [string, unknown]): entry is [string, string | null] =>
    entry[1] === null || typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(state ?? {}).filter(isKnown));
}
