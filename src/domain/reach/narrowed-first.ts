import type { Fields } from '../../model/effects/facts.ts';
import { isObject } from '../../text/fields.ts';
import { groupBy } from '../../text/group-by.ts';
import { kept } from '../../text/kept.ts';
import { levels } from '../access/levels.ts';
import { inherit } from '../access/places.ts';
import { type Change, leadsTo } from '../change.ts';
import { classOf } from './field-classes.ts';
import { visibilities } from './grades.ts';

/**
 * What a change does to levels of access, in the order in which nothing more is open in between: what falls, the default levels
 * that are set instead of those above, who is in which team and where things are, the default levels that are left to those
 * above, what rises.
 */
const phases = ['fall', 'set', 'place', 'unset', 'rise'] as const;
type Phase = (typeof phases)[number];

interface Step {
  readonly at: number;
  readonly phase: Phase;
  readonly of: 'person' | 'default' | 'joining' | 'leaving' | 'team-role' | 'readers' | 'in-site';
  readonly team?: unknown;
  /** Whether it also holds for what is put into the place. */
  readonly isAround?: boolean;
  readonly site?: unknown;
  /** The people who get another role, join or leave. */
  readonly users?: readonly string[];
  /** Whether the team has no role in the place before, or afterwards: then roles around it count. */
  readonly isBare?: boolean;
}

/** Returns the place of a team's role that the change at this index is about, and the collections around it, from the inside out. */
export type PlacesOf = (at: number) => readonly string[];

/**
 * Makes changes require others of the same list, so that at no moment more is reached than before or afterwards: a person joins a
 * team when its roles have fallen, and these rise when those who leave have left; roles in the organization fall first, and rise
 * when the default levels are as they are to be. A team may have less than what is around it: who leaves one has a lower role first,
 * and who joins one has a higher role afterwards. Fewer read a site before anything joins it, and more when all else in it is as it
 * is to be. A collection moves when the roles on collections have fallen, and before these rise. A role may hide a higher one around
 * its place: it ends after that has fallen, and begins before that rises. Returns the changes in the same order. Requires nothing in a
 * circle.
 */
export function narrowedFirst(changes: readonly Change[], placesOf: PlacesOf = () => []): readonly Change[] {
  const steps = changes.flatMap((change, at) => stepsOf(change).map((step): Step => ({ ...step, at })));
  const are = (of: Step['of'], ...which: readonly Phase[]) =>
    steps.filter((step) => step.of === of && which.includes(step.phase));
  const requiring = changes.map(({ requires }) => ({ requires }));
  const require = (later: readonly Step[], earlier: readonly Step[]) => {
    for (const { at } of later) {
      const known = new Set(requiring[at]?.requires);
      const leads = leadsTo(requiring, at);
      const more = earlier.filter(({ at: one }) => !known.has(one) && !leads(one));
      for (const step of more) known.add(step.at);
      if (more.length > 0) requiring[at] = { requires: [...known].sort((one, other) => one - other) };
    }
  };
  const by = (about: 'team' | 'site') =>
    groupBy(
      steps.filter((step) => step[about] !== undefined),
      (step) => JSON.stringify(step[about]),
    ).values();
  for (const own of by('team')) {
    const members = (of: 'joining' | 'leaving') => own.filter((step) => step.of === of);
    const roles = (phase: Phase) => own.filter((step) => step.of === 'team-role' && step.phase === phase);
    require(members('joining'), roles('fall'));
    require(roles('rise'), members('leaving'));
    for (const phase of ['fall', 'rise'] as const) {
      const rolesAt = groupBy(roles(phase), ({ at }) => placesOf(at)[0] ?? '');
      for (const step of roles(phase).filter(({ isBare }) => isBare))
        for (const place of placesOf(step.at).slice(1)) {
          const around = rolesAt.get(place) ?? [];
          if (phase === 'fall') require([step], around);
          else require(around, [step]);
        }
    }
  }
  for (const own of by('site')) {
    const inSite = (...which: readonly Phase[]) =>
      own.filter(({ of, phase }) => of === 'in-site' && (which.length === 0 || which.includes(phase)));
    const readers = (phase: Phase) => own.filter((one) => one.of === 'readers' && one.phase === phase);
    require(inSite(), readers('fall'));
    require(inSite('place'), inSite('set'));
    require(inSite('unset'), inSite('place'));
    require(readers('rise'), [...inSite(), ...readers('fall')]);
  }
  const [leaving, joining] = [are('leaving', 'place'), are('joining', 'place')];
  const fallOf = new Map(are('person', 'fall').map((step) => [step.users?.[0], step]));
  for (const step of leaving) require([step], step.users?.flatMap((user) => fallOf.get(user) ?? []) ?? []);
  const joined = new Map<string, Step[]>();
  for (const step of joining) for (const user of step.users ?? []) kept(joined, user, () => []).push(step);
  for (const step of are('person', 'rise')) require([step], joined.get(step.users?.[0] ?? '') ?? []);
  // What is set in a collection comes before what is set around it; what is left to the one around it comes after that.
  const falls = are('default', 'fall');
  const others = [
    ...are('default', 'set').reverse(),
    ...are('default', 'place'),
    ...are('default', 'unset'),
    ...are('default', 'rise'),
  ];
  for (const [place, step] of others.slice(1).entries()) require([step], [others[place] as Step]);
  // What moves into a collection gets its roles, and what leaves it loses them.
  const around = (phase: Phase) => are('team-role', phase).filter(({ isAround }) => isAround);
  require(are('default', 'place'), around('fall'));
  require(around('rise'), are('default', 'place'));
  // Default levels fall before the others change. Who becomes a guest, or leaves, has none any more.
  require(others.slice(0, 1), [...falls, ...are('person', 'fall')]);
  // Who becomes a member gets default levels.
  const last = others.findLast(({ phase }) => phase !== 'rise');
  require(are('person', 'rise'), last ? [last] : falls);
  return changes.map((change, at) => {
    const { requires = change.requires } = requiring[at] ?? {};
    return requires === change.requires ? change : { ...change, requires };
  });
}

/** Returns what a change does to levels; nothing for other changes. */
function stepsOf({ kind, before, after, input }: Change): Omit<Step, 'at'>[] {
  const { team, site } = input.params;
  switch (kind) {
    case 'member':
      return moved(rankOf(before?.role), after === null ? -1 : rankOf(after.role)).map((phase) => ({
        ...{ of: 'person', phase, users: [String(input.params.user)] },
      }));
    case 'saml': {
      const phase = moved(before ? rankOf(before.defaultRole) : -1, after ? rankOf(after.defaultRole) : -1);
      return phase.map((one) => ({ of: 'person', phase: one }));
    }
    case 'team-member':
      return ofMembers(
        team,
        [String(input.params.user)],
        () => before,
        () => after,
      );
    case 'team-members':
      return ofMembers(
        team,
        Object.keys({ ...before, ...after }),
        (user) => before?.[user],
        (user) => after?.[user],
      );
    case 'collection-team':
    case 'collection-teams':
    case 'space-team':
    case 'space-teams':
      return roleChanges(before, after).map((step) => ({
        ...{ of: 'team-role', team, ...step },
        isAround: kind.startsWith('collection'),
      }));
    case 'collection':
    case 'space':
      return before && after ? ofPlace(before, after).map((phase) => ({ of: 'default', phase })) : [];
    case 'site':
      return before && after ? readersOf(before, after).map((phase) => ({ of: 'readers', phase, site })) : [];
    case 'section':
    case 'site-space':
      return inSiteOf(kind, before, after).map((phase) => ({ of: 'in-site', phase, site }));
    default:
      return [];
  }
}

/** Returns what a change does to who reads a site: by its visibility, and by its conditions, which may be off. */
function readersOf(before: Fields, after: Fields): Phase[] {
  const found = 'visibility' in after ? moved(rankOfReaders(before), rankOfReaders(after)) : [];
  if (!('adaptiveContent' in after)) return found;
  return [...found, ...moved(Number(!hidesByConditions(before)), Number(!hidesByConditions(after)))];
}

function rankOfReaders({ visibility }: Fields): number {
  return visibilities.indexOf(String(visibility));
}

function hidesByConditions({ adaptiveContent }: Fields): boolean {
  return isObject(adaptiveContent) && adaptiveContent.enabled === true;
}

/** Fields of plans about the order of sections and spaces. */
const orders = ['position', 'sectionGroup', 'default'];

/** Returns what a change does to a section or a space of a site: it comes, goes or moves, or its condition is set or lifted. */
function inSiteOf(kind: string, before: Fields | null, after: Fields | null): Phase[] {
  if (before === null || after === null) return ['place'];
  // A part of a larger change says no fields.
  const fields = Object.keys(after);
  const isNeutral = (field: string) => orders.includes(field) || classOf(kind, field) === 'neutral';
  if (fields.length > 0 && fields.every(isNeutral)) return [];
  if (!('condition' in after)) return ['place'];
  const [was, becomes] = [before.condition || null, after.condition || null];
  if (was === becomes) return ['place'];
  return was === null ? ['set'] : becomes === null ? ['unset'] : ['place'];
}

/** `was` and `becomes` return a membership before and after; nothing for none. */
function ofMembers(
  team: unknown,
  users: readonly string[],
  was: (user: string) => unknown,
  becomes: (user: string) => unknown,
): Omit<Step, 'at'>[] {
  const joining = users.filter((user) => was(user) == null);
  const leaving = users.filter((user) => becomes(user) == null);
  return [
    ...(joining.length > 0 ? [{ of: 'joining', phase: 'place', team, users: joining } as const] : []),
    ...(leaving.length > 0 ? [{ of: 'leaving', phase: 'place', team, users: leaving } as const] : []),
  ];
}

function roleChanges(before: Fields | null, after: Fields | null): Pick<Step, 'phase' | 'isBare'>[] {
  const teams = new Set(Object.keys({ ...before, ...after }));
  return [...teams].flatMap((one) => {
    const [from, to] = [rankOf(before?.[one]), rankOf(after?.[one])];
    return moved(from, to).map((phase) => ({ phase, isBare: Math.min(from, to) === 0 }));
  });
}

function ofPlace(before: Fields, after: Fields): Phase[] {
  const found: Phase[] = 'parent' in after ? ['place'] : [];
  if (!('defaultLevel' in after)) return found;
  const [was, becomes] = [before.defaultLevel ?? null, after.defaultLevel ?? null];
  if (was === becomes) return found;
  if (was === inherit) return [...found, 'set'];
  return [...found, ...(becomes === inherit ? (['unset'] as const) : moved(rankOf(was), rankOf(becomes)))];
}

function moved(from: number, to: number): Phase[] {
  return from === to ? [] : [from > to ? 'fall' : 'rise'];
}

/** Returns the rank of a level; the one of guests, and no level, is the lowest. */
function rankOf(level: unknown): number {
  return typeof level === 'string' ? levels.indexOf(level) + 1 : 0;
}
