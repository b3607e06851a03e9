import { isLowerRole } from '../../domain/access/levels.ts';
import { ruleSetNamed } from '../../domain/access/rule-sets.ts';
import { type HeldGrade, heldGrades, isHeld, type Reach } from '../../domain/reach/grades.ts';
import { mayOpen, mayTake, reach, type Settings, worstOf } from '../../domain/reach/reach.ts';
import type { Effect } from '../../model/effects/effects.ts';
import type { Fields, Touch } from '../../model/effects/facts.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import { isEqual } from '../../text/equal.ts';
import { kept } from '../../text/kept.ts';
import type { Blocks, JudgedBlocks } from '../plan-document.ts';
import type { KnownName } from './names.ts';
import { createNow } from './now.ts';
import { groupOf, type ReachChange, reachChangesIn } from './reach-changes.ts';
import { type ReachReadOptions, type ReachReads, readForReach, usualReads } from './reach-reads.ts';
import {
  isOtherCondition,
  type JudgedRequest,
  type JudgedWork,
  judgedWork,
  keyOf,
  mayEndOthers,
  reachSteps,
  valuesIn,
} from './steps.ts';

export interface JudgedOptions extends ReachReadOptions {
  /** Returns a name that is known already. */
  readonly nameOf?: KnownName | undefined;
  /** What ends with the things that requests end, as far as it was read. @default it is read where it matters */
  readonly following?: readonly Effect[] | undefined;
  /** The keys of what the caller names itself among the losses. @default none */
  readonly named?: ReadonlySet<string>;
}

/**
 * Finds out what requests open and take away, in the order in which they are sent: also what is open in between only. Reads lists,
 * and what the reader knows is not read again. What cannot be read counts as the strictest. The strongest come first, and what is
 * alike is one entry.
 */
export async function blocksOf(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
  options: JudgedOptions = {},
): Promise<JudgedBlocks> {
  const work = await judgedWork(requests, true);
  return judgedBlocks(work, reader, options);
}

/** Does what {@link blocksOf} does for what requests open, and reads nothing for what they take. */
export async function openingsOf(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
  options: JudgedOptions = {},
): Promise<Blocks['opens']> {
  return (await judgedBlocks(await judgedWork(requests), reader, options)).opens;
}

async function judgedBlocks(
  work: JudgedWork,
  reader: ServiceReader,
  { nameOf, following: known, named, ...reading }: JudgedOptions,
): Promise<JudgedBlocks> {
  const following = known ?? (work.judgesLosses ? await followingOf(work, reader, reading) : []);
  if (following.length === 0 && reachSteps(work).next().done) return { opens: [], loses: [], between: [] };
  const around = await readForReach(work, reader, { ...reading, following });
  const isKnown = ({ before }: Effect) => !isUnknown(before);
  const { found, between } = foundBy(work, around, following.filter(isKnown), reader.accessRules);
  const unknown = following.every(isKnown) ? [] : (await import('./following.ts')).unknownLosses(following);
  if (found.length === 0) return { opens: [], loses: unknown, between: [] };
  const { createPhrases } = await import('./phrases.ts');
  const phrases = await createPhrases(reader, found, { around, following, nameOf });
  const brief = new Map(between.flatMap(({ opened, lasts }) => opened.map((one) => [one, lasts] as const)));
  const told = found.map((one) => (brief.has(one) ? { ...one, isBrief: true, lasts: brief.get(one) } : one));
  return {
    opens: phrases.openings(told),
    loses: [...phrases.losses(named ? found.filter((one) => !named.has(keyOf(one))) : found), ...unknown],
    between: between.flatMap(({ from, until, opened }) =>
      phrases.openings(opened).map((opens) => ({ from, until, opens })),
    ),
  };
}

/** Reads what ends with what requests end or transfer. Loads nothing for other work. */
async function followingOf(
  work: JudgedWork,
  reader: ServiceReader,
  { atOnce = usualReads }: ReachReadOptions,
) {
  for (const { touch } of reachSteps(work))
    if (mayEndOthers(touch)) return (await import('./following.ts')).readFollowing(work, reader, atOnce);
  return [];
}

/** Returns the guarded grades that requests may open, by their values. Reads nothing. */
export async function worstIn(requests: readonly JudgedRequest[]): Promise<ReadonlySet<HeldGrade>> {
  const found = new Set<HeldGrade>();
  for (const { touch } of reachSteps(await judgedWork(requests))) {
    const worst = worstOf(touch);
    if (worst) found.add(worst);
    if (found.size === heldGrades.length) break;
  }
  return found;
}

/**
 * Returns whether requests are one change: each membership is one, also where several are in a request. A person who is meant twice
 * is one.
 */
export async function isOneChange(requests: readonly JudgedRequest[]): Promise<boolean> {
  if (requests.length !== 1) return requests.length === 0;
  const memberships = new Set<string>();
  for (const { touch } of reachSteps(await judgedWork(requests))) {
    if (touch.kind === 'team-member') memberships.add(keyOf(touch));
    if (memberships.size > 1) return false;
  }
  return true;
}

interface Opened {
  readonly place: number;
  readonly site: string | undefined;
  readonly before: Effect['before'];
  readonly sets: Fields;
  /** Where a collection is; of other things, there can be very many. */
  readonly places: Settings['places'];
  readonly found: readonly ReachChange[];
}

/** Judges requests one after the other, each on what the earlier ones have left. */
function foundBy(
  work: JudgedWork,
  around: ReachReads,
  following: readonly Effect[],
  accessRules: string | undefined,
) {
  const rules = ruleSetNamed(accessRules);
  const now = createNow(around);
  const { found, add } = createReachChanges(around);
  /** What a later request narrows again. */
  const between: {
    readonly from: number;
    readonly until: number;
    readonly opened: readonly ReachChange[];
    readonly lasts: boolean;
  }[] = [];
  const opened = new Map<string, Opened>();
  /** The sections that have got another condition instead of theirs. */
  const turned = new Map<unknown, Effect>();
  /** What is taken away of sites: there can be very many site spaces. */
  const taken = new Map<string, ReachChange[]>();
  const reachWith = createReach();
  let last: Opened | undefined;
  const judge = (effect: Effect, touch: Touch, name?: string) => {
    const { kind, ids, change, of } = effect;
    const settings = { ...now.settingsOf(effect), ...(rules && { rules: [rules] }) };
    const reachOf = (one: Effect) => reachWith(one, settings);
    const { opens, takes } = reachOf(effect);
    now.leave(effect);
    const { into, site } = settings;
    const because = isUnknown(effect.before) ? effect.before.unknown : undefined;
    const where = site?.visibility;
    const spaces =
      isHeld(opens) && change === 'set' && (kind === 'site' || kind === 'section')
        ? now.spacesIn(effect)
        : undefined;
    const more = { where, name, because, rights: now.rightsOf(effect), into, spaces };
    const ends = change === 'end' && effect.before !== null;
    const mayLose = takes && mayTake(touch) && !now.isOnEmpty(effect);
    const isTaken = ends || (mayLose && !isOnlyByRule('takes', takes, effect));
    const key = keyOf(effect);
    const known = takes && opened.get(key);
    /** What an earlier request opens, and this one narrows. */
    const earlier = known && known.place !== of ? known : undefined;
    const { places } = earlier ?? {};
    const reachOfBoth = places ? (one: Effect) => reachWith(one, { ...settings, places }) : reachOf;
    // Of what was open for a moment only, no one loses anything.
    const lost = earlier ? { ...effect, before: beforeBoth(earlier, effect) } : effect;
    const isLost = !earlier || (reachOfBoth(lost).takes && (ends || earlier.before !== null));
    if (kind === 'site-space' && change !== 'set') {
      // A space that is taken out and put in again leaves nothing, and one that leaves loses nothing before.
      const inSite = taken.get(ids.site ?? '') ?? [];
      const left = inSite.findIndex((one) =>
        change === 'end' ? one.ids.siteSpace === ids.siteSpace : one.space === valuesIn(effect.after).spaceId,
      );
      for (const one of left < 0 ? [] : inSite.splice(left, 1)) found.splice(found.indexOf(one), 1);
    }
    if (isTaken && work.judgesLosses && isLost) {
      const losses = reachChangesIn('takes', lost, reachOfBoth, more);
      add(losses);
      if (ids.site !== undefined) kept(taken, ids.site, () => []).push(...losses);
    }
    if (earlier) {
      const both = netOf(earlier, effect);
      const lasting = reachOfBoth(both).opens ? reachChangesIn('opens', both, reachOfBoth, more) : [];
      const { stays, brief, others } = partedBy(lasting, earlier.found);
      // It is made, and gets its condition then.
      const lasts = earlier.before === null && 'condition' in (effect.sets ?? {});
      if (brief.length > 0) between.push({ from: earlier.place, until: of, opened: brief, lasts });
      if (opens === undefined && !lasts) add(others);
      opened.set(key, { ...earlier, sets: both.sets ?? {}, found: [...stays, ...others] });
    }
    if (opens === undefined || !mayOpen(touch) || now.isAsBefore(effect)) return;
    if (isOtherCondition(touch, effect.before)) {
      if (kind === 'section') turned.set(ids.section, effect);
      const section = turned.get(now.sectionOf(effect));
      if (section) {
        const moment = mixedConditions(effect, section, { grade: opens, where });
        add([moment]);
        between.push({ from: section.of, until: of, opened: [moment], lasts: false });
      }
    }
    // Of a site or a section that is made with what is in it, the first says all.
    const isWithin = ids.site !== undefined && last?.place === of && last.site === ids.site;
    if (!isWithin) {
      if (isOnlyByRule('opens', opens, effect)) return;
      last = {
        place: of,
        site: ids.site,
        before: effect.before,
        sets: effect.sets ?? {},
        places: kind === 'collection' ? settings.places : undefined,
        found: reachChangesIn('opens', effect, reachOf, more),
      };
      add(last.found);
    }
    // There can be very many memberships and members, each of which changes once.
    if (last && kind !== 'team-member' && !around.isEachPersonOnce) opened.set(key, last);
  };
  for (const step of reachSteps(work)) judge(now.effectOf(step), step.touch, work.requests[step.place]?.name);
  for (const effect of following) judge(effect, effect);
  return { found, between };
}

/** Returns what two requests do to a thing together. */
function netOf(earlier: Opened, later: Effect): Effect {
  const before = beforeBoth(earlier, later);
  if (later.change === 'end') return { ...later, before };
  if (before === null) return { ...later, change: 'make', before, sets: valuesIn(later.after) };
  return { ...later, before, sets: { ...earlier.sets, ...later.sets } };
}

/** Returns the values before two requests, each of which may know its own fields alone. */
function beforeBoth({ before }: Opened, later: Effect): Effect['before'] {
  if (before === null || isUnknown(before)) return before;
  return { ...valuesIn(later.before), ...before };
}

/** Parts what a request opens by what it opens together with a later one, which takes some of it back. */
function partedBy(lasting: readonly ReachChange[], found: readonly ReachChange[]) {
  const isOf = (one: ReachChange) => (other: ReachChange) =>
    one.field === other.field && isEqual(one.after, other.after);
  const stays = found.filter((one) => lasting.some(isOf(one)));
  return {
    stays,
    brief: found.filter((one) => !stays.includes(one)),
    others: lasting.filter((other) => !stays.some((one) => isOf(one)(other))),
  };
}

/** Returns what a space of a section is open to until its own condition has changed after that of its section. */
function mixedConditions(
  { kind, ids, before }: Effect,
  section: Effect,
  more: Pick<ReachChange, 'grade' | 'where'>,
): ReachChange {
  const [own, was, becomes] = [before, section.before, section.after].map((one) => valuesIn(one).condition);
  const conditions = { before: `${own} and ${was}`, after: `${own} and ${becomes}` };
  return { is: 'opens', kind, ids, state: 'changed', field: 'conditions', ...conditions, ...more };
}

/**
 * Collects what is found. Of memberships and of members who change once, which are very many, those that are alike are one, with
 * their people.
 */
function createReachChanges({ isEachPersonOnce }: ReachReads) {
  const found: ReachChange[] = [];
  const alike = new Map<string, Set<string>>();
  return {
    found,
    add(more: readonly ReachChange[]) {
      for (const one of more) {
        const { kind, ids, name, is, ...others } = one;
        const isOnce = isEachPersonOnce && kind === 'member' && name === undefined;
        if (!isOnce && kind !== 'team-member') {
          found.push(one);
          continue;
        }
        const key = isOnce ? [is, groupOf(one)] : [is, ids.team, name, others];
        const users = kept(alike, JSON.stringify(key), () => {
          const people = new Set<string>();
          found.push({ ...one, users: people });
          return people;
        });
        users.add(ids.user ?? '');
      }
    },
  };
}

/** Makes a function that judges effects. Of memberships, which are very many, most are alike. */
function createReach(): (effect: Effect, settings: Settings) => Reach {
  const known = new Map<string, Reach>();
  return (effect, settings) => {
    if (effect.kind !== 'team-member') return reach(effect, settings);
    const { change, ids, before, after } = effect;
    const { person, most } = settings;
    const key = JSON.stringify([change, ids.team, before, after, person, most]);
    return kept(known, key, () => reach(effect, settings));
  };
}

/** Returns whether only another rule set than the one in force could open or take so little. */
function isOnlyByRule(
  is: ReachChange['is'],
  grade: string,
  { kind, change, before, after }: Effect,
): boolean {
  if (grade !== 'other') return false;
  // A team gives to those who join it, and takes from those who leave it.
  const joins = kind === 'team-member' && change !== 'end' && (before === null || isUnknown(before));
  if (joins || change === 'end') return (is === 'takes') === joins;
  if (kind !== 'member') return false;
  const [from, to] = [valuesIn(before).role, valuesIn(after).role].map((one) =>
    typeof one === 'string' ? one : null,
  ) as [string | null, string | null];
  return is === 'opens' ? isLowerRole(from, to) : isLowerRole(to, from);
}
