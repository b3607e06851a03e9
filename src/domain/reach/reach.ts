import type { Effect } from '../../model/effects/effects.ts';
import type { Fields, Touch } from '../../model/effects/facts.ts';
import { isObject } from '../../text/fields.ts';
import { weakestFirst } from '../access/levels.ts';
import { classOf } from './field-classes.ts';
import {
  both,
  type Grade,
  gradeOf,
  type HeldGrade,
  type Reach,
  rising,
  together,
  visibilities,
} from './grades.ts';
import { type AccessSettings, known, ofMembership, ofOrganizationRole, ofPlace } from './of-access.ts';

/** What is around the thing of an effect. What is absent is not known: the strictest answer holds. */
export interface Settings extends AccessSettings {
  /** The site itself, or that of a section or a site space. */
  readonly site?: { readonly visibility?: string; readonly hasSpaces?: boolean };
}

/**
 * Returns what an effect opens and takes, and for whom. Pure. Access is judged by classes of people, by their role in the
 * organization and their teams: no one asks whether there is anyone in a class. Who is disabled reaches nothing.
 */
export function reach(effect: Effect, settings: Settings = {}): Reach {
  return concernsReach(effect) ? (judges[effect.kind]?.(effect, settings) ?? {}) : {};
}

/** Returns whether what a request does to a thing may open or take anything. */
function concernsReach({ kind, change, sets = {} }: Touch): boolean {
  if (change === 'content') return false;
  const concerns = (field: string) => (classOf(kind, field) ?? 'reach') === 'reach';
  return (change !== 'set' && change !== 'place') || Object.keys(sets).some(concerns);
}

/**
 * Returns whether what a request does to a thing may open something, whatever is around it. Of what ends, only the role of a team can
 * have hidden a higher one.
 */
export function mayOpen(touch: Touch): boolean {
  if (touch.change === 'end') return touch.kind === 'collection-team' || touch.kind === 'space-team';
  return touch.kind in judges && concernsReach(touch);
}

/** Returns whether what a request does to a thing may take something, whatever is around it: what ends is taken. */
export function mayTake(touch: Touch): boolean {
  if (touch.change === 'end') return true;
  return touch.change !== 'make' && touch.kind in judges && concernsReach(touch);
}

/** Returns the guarded grade that a touch may open, by the values that it sets; `undefined` if it cannot open so much. */
export function worstOf(touch: Touch): HeldGrade | undefined {
  if (!mayOpen(touch)) return undefined;
  if (ofReaders.includes(touch.kind)) return touch.sets?.visibility === 'visitor-auth' ? undefined : 'public';
  return mayMakeAdministrators(touch) ? 'administrators' : undefined;
}

/** The kinds that decide who reads a site. */
const ofReaders: readonly string[] = ['site', 'section', 'site-space'];

function mayMakeAdministrators({ kind, change, sets = {} }: Touch): boolean {
  const { role, defaultLevel, defaultRole, defaultTeam } = sets;
  switch (kind) {
    case 'member':
      return gradeOf(role) !== 'other';
    case 'space-team':
    case 'collection-team':
      // Without its role, those above count.
      return change === 'end' || role === null || gradeOf(role) !== 'other';
    case 'collection':
      if ('parent' in sets && change !== 'make') return true;
      return defaultLevel === 'admin' || defaultLevel === 'inherit';
    case 'saml':
      return defaultRole === 'admin' || defaultTeam != null;
    default:
      return kind === 'team-member';
  }
}

/** Returns what new values of a thing open and take, whoever it concerns. */
export function reachOfValues(kind: string, before: Fields, values: Fields): Reach {
  const after = { ...before, ...values };
  return reach({ kind, ids: {}, change: 'set', sets: values, before, after, of: 0, basis: 'stated' });
}

type Judge = (effect: Effect, settings: Settings) => Reach;

/** What effects on things of a kind do. Those on other kinds open and take nothing. */
const judges: Readonly<Record<string, Judge>> = {
  member: ofOrganizationRole,
  'team-member': ofMembership,
  collection: ofPlace,
  space: ofPlace,
  'collection-team': ofPlace,
  'space-team': ofPlace,
  site: ofSite,
  section: inSite,
  'site-space': inSite,
  saml: ofProvider,
  integration: ofIntegration,
  installation: ({ change }) => (change === 'end' ? { takes: 'other' } : { opens: 'other' }),
  // The address of an export is in no answer, so that it may always be another one.
  git: ({ change }) => (change === 'set' ? { opens: 'other' } : {}),
};

/** Returns the values of a field before and after; `undefined` for one that is not known, or that the service chooses. */
function valuesOf({ before, after }: Effect, field: string): [before: unknown, after: unknown] {
  const [was, becomes] = [before, after].map((state) => known(state)?.[field]);
  return [was, isObject(becomes) && '$chosen' in becomes ? undefined : becomes];
}

function mayDiffer(effect: Effect, field: string): boolean {
  const [was, becomes] = valuesOf(effect, field);
  return was === undefined || was !== becomes;
}

/** Returns the place of a value in a list that begins with the least; `undefined` if it is not in it. */
function rankIn(values: readonly unknown[], value: unknown): number | undefined {
  const rank = values.indexOf(value);
  return rank < 0 ? undefined : rank;
}

function ofSite(effect: Effect, { site = {} }: Settings): Reach {
  const { change, sets = {} } = effect;
  const found: Reach[] = [];
  if (change !== 'set' || 'visibility' in sets) {
    const [before, after] = valuesOf(effect, 'visibility');
    const was = change === 'make' ? 'nobody' : before;
    const becomes = change === 'end' ? 'nobody' : change === 'make' ? (after ?? 'public') : after;
    const grade = site.hasSpaces === false ? 'other' : gradeOfReaders(was, becomes);
    found.push(rising(rankIn(visibilities, was), rankIn(visibilities, becomes), grade));
  }
  if (change === 'set' && 'adaptiveContent' in sets) {
    // Where it is off, no condition hides anything.
    const [was, becomes] = valuesOf(effect, 'adaptiveContent').map((value) => {
      return value === undefined ? undefined : Number(!isObject(value) || value.enabled !== true);
    });
    found.push(rising(was, becomes, site.hasSpaces === false ? 'other' : gradeOfReaders(site.visibility)));
  }
  return together(found);
}

/** Returns whom it concerns that a site has one visibility, or one instead of the other. */
export function gradeOfReaders(...those: readonly unknown[]): Grade {
  const isClosed = those.every((one) => one === 'visitor-auth' || one === 'nobody');
  const isByLink = those.length > 1 && those.every((one) => one === 'share-link' || one === 'unlisted');
  return isClosed || isByLink ? 'other' : 'public';
}

/** A section or a space joins a site, leaves it, or gets another condition there. */
function inSite(effect: Effect, { site = {} }: Settings): Reach {
  const { change, because, sets = {} } = effect;
  const grade = gradeOfReaders(site.visibility);
  if (change === 'end') return { takes: grade };
  // A section that follows from another one holds what is in the site already.
  if (change === 'make') return because === undefined ? { opens: grade } : {};
  if (!('condition' in sets)) return {};
  // An empty text is no condition: organization files have it.
  const [was, becomes] = valuesOf(effect, 'condition').map((one) => (one === '' ? null : one));
  // Two conditions let other people in, also where one of them is not known.
  if (was !== null && becomes !== null) return was !== undefined && was === becomes ? {} : both(grade);
  const [before, after] = [was, becomes].map((one) => (one === undefined ? undefined : Number(one === null)));
  return rising(before, after, grade);
}

/** A provider lets people in who are not known yet, with the default role and into the default team. */
function ofProvider(effect: Effect, { most = 'admin' }: Settings): Reach {
  const { change, sets = {} } = effect;
  const [roleBefore, roleAfter] = valuesOf(effect, 'defaultRole');
  const [teamBefore, teamAfter] = valuesOf(effect, 'defaultTeam');
  const ofTeam = most === null ? undefined : gradeOf(most);
  const joins: Reach = teamAfter != null && ofTeam ? { opens: ofTeam } : {};
  const leaves: Reach = teamBefore != null ? { takes: ofTeam ?? 'other' } : {};
  if (change === 'make') return together([{ opens: gradeOf(roleAfter) }, joins]);
  if (change === 'end') return together([{ takes: gradeOf(roleBefore) }, leaves]);
  const isOther = (field: string) => field in sets && mayDiffer(effect, field);
  const grade = [roleBefore, roleAfter].some((role) => gradeOf(role) !== 'other')
    ? 'administrators'
    : 'other';
  return together([
    ...(isOther('defaultRole')
      ? [rising(rankIn(weakestFirst, roleBefore), rankIn(weakestFirst, roleAfter), grade)]
      : []),
    ...(isOther('defaultTeam') ? [joins, leaves] : []),
    // Another service says who the people are.
    ...(['ssoURL', 'entityID', 'certificate'].some(isOther) ? [both('other')] : []),
  ]);
}

const audiences = ['private', 'unlisted', 'public'];

/** An integration is found by others, and may do more or less wherever it is installed. */
function ofIntegration(effect: Effect): Reach {
  const { change, before } = effect;
  if (change === 'end') return { takes: 'other' };
  if (before === null) return { opens: 'other' };
  const [seenBefore, seenAfter] = valuesOf(effect, 'visibility');
  const [scopesBefore, scopesAfter] = valuesOf(effect, 'scopes').map((value) =>
    Array.isArray(value) ? value : [],
  );
  const isMore = (one: readonly unknown[] = [], other: readonly unknown[] = []) =>
    one.some((scope) => !other.includes(scope));
  const isElsewhere = ['target', 'organization'].some((field) => mayDiffer(effect, field));
  return together([
    rising(rankIn(audiences, seenBefore), rankIn(audiences, seenAfter), 'other'),
    ...(isMore(scopesAfter, scopesBefore) ? [{ opens: 'other' } as const] : []),
    ...(isMore(scopesBefore, scopesAfter) ? [{ takes: 'other' } as const] : []),
    ...(isElsewhere ? [both('other')] : []),
  ]);
}
