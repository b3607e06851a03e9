import { isLowerRole } from '../../domain/access/levels.ts';
import { type RuleSet, ruleSetNamed } from '../../domain/access/rule-sets.ts';
import { type Grade, isHeld, type Reach } from '../../domain/reach/grades.ts';
import { mayOpen, mayTake, reach, type Settings } from '../../domain/reach/reach.ts';
import type { Effect } from '../../model/effects/effects.ts';
import type { Fields, Touch } from '../../model/effects/facts.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import { isEqual } from '../../text/equal.ts';
import { kept } from '../../text/kept.ts';
import { createNow } from './now.ts';
import { groupOf, type ReachChange, type ReachContext, reachChangesIn } from './reach-changes.ts';
import type { ReachReads } from './reach-reads.ts';
import { isOtherCondition, type JudgedWork, keyOf, reachSteps, valuesIn } from './steps.ts';

/** Something that a request opens. */
interface Opened {
  readonly place: number;
  readonly site: string | undefined;
  readonly before: Effect['before'];
  readonly sets: Fields;
  /** Where a collection is; of other things, there can be very many. */
  readonly places: Settings['places'];
  readonly found: readonly ReachChange[];
  /** Whether another entry says it, of what it was made with. */
  readonly isWithin?: boolean;
}

/** What is open from one request until a later one, which narrows it again. */
interface Between {
  readonly from: number;
  readonly until: number;
  readonly opened: readonly ReachChange[];
  readonly lasts: boolean;
}

interface Judged {
  readonly effect: Effect;
  readonly touch: Touch;
  readonly opens: Grade | undefined;
  readonly takes: Grade | undefined;
  readonly reachOf: (effect: Effect) => Reach;
  readonly more: ReachContext;
}

/**
 * Judges requests one after the other, each on what the earlier ones have left: returns what they open and take, and what is open in
 * between. `following` is what ends with what they end.
 */
export function judgeReach(
  work: JudgedWork,
  around: ReachReads,
  following: readonly Effect[],
  accessRules: string | undefined,
) {
  const rules = ruleSetNamed(accessRules);
  const now = createNow(around);
  const { found, add } = createReachChanges(around);
  const between: Between[] = [];
  const opened = new Map<string, Opened>();
  /** The sections that have got another condition instead of theirs. */
  const turned = new Map<unknown, Effect>();
  /** What is taken away of sites: there can be very many site spaces. */
  const taken = new Map<string, ReachChange[]>();
  const reachWith = createReach();
  let last: Opened | undefined;

  const judge = (effect: Effect, touch: Touch, name?: string) => {
    const settings = { ...now.settingsOf(effect), ...(rules && { rules: [rules] }) };
    const reachOf = (one: Effect) => reachWith(one, settings);
    const { opens, takes } = reachOf(effect);
    now.leave(effect);
    const more = contextOf(effect, settings, opens, name);
    const judged: Judged = { effect, touch, reachOf, opens, takes, more };
    const earlier = takes && openedBefore(effect);
    const { places } = earlier ?? {};
    const both = places
      ? { ...judged, reachOf: (one: Effect) => reachWith(one, { ...settings, places }) }
      : judged;
    forgetMoved(effect);
    addLosses(both, earlier);
    if (earlier) narrow(both, earlier);
    if (opens === undefined || !mayOpen(touch) || now.isAsBefore(effect)) return;
    addMixed(judged, opens);
    addOpening(judged, opens, settings);
  };

  function contextOf(effect: Effect, { into, site }: Settings, opens: Reach['opens'], name?: string) {
    const { kind, change, before } = effect;
    const isPlaceOfSpaces = change === 'set' && (kind === 'site' || kind === 'section');
    return {
      where: site?.visibility,
      name,
      because: isUnknown(before) ? before.unknown : undefined,
      rights: now.rightsOf(effect),
      into,
      spaces: isHeld(opens) && isPlaceOfSpaces ? now.spacesIn(effect) : undefined,
    };
  }

  /** Returns what an earlier request has opened of the thing of an effect. */
  function openedBefore(effect: Effect): Opened | undefined {
    const known = opened.get(keyOf(effect));
    return known && known.place !== effect.of ? known : undefined;
  }

  /** A space that is taken out and put in again leaves nothing, and one that leaves loses nothing before. */
  function forgetMoved({ kind, ids, change, after }: Effect) {
    if (kind !== 'site-space' || change === 'set') return;
    const inSite = taken.get(ids.site ?? '') ?? [];
    const left = inSite.findIndex((one) =>
      change === 'end' ? one.ids.siteSpace === ids.siteSpace : one.space === valuesIn(after).spaceId,
    );
    for (const one of left < 0 ? [] : inSite.splice(left, 1)) found.splice(found.indexOf(one), 1);
  }

  function addLosses({ effect, touch, reachOf, takes, more }: Judged, earlier: Opened | undefined) {
    const { change, before, ids } = effect;
    const ends = change === 'end' && before !== null;
    const mayLose = takes && mayTake(touch) && !now.isOnEmpty(effect);
    if (!work.judgesLosses || !(ends || (mayLose && !isOnlyByRule('takes', takes, effect, rules)))) return;
    // Of what was open for a moment only, no one loses anything.
    const lost = earlier ? { ...effect, before: beforeBoth(earlier, effect) } : effect;
    if (earlier && !(reachOf(lost).takes && (ends || earlier.before !== null))) return;
    const losses = reachChangesIn('takes', lost, reachOf, more);
    add(losses);
    if (ids.site !== undefined) kept(taken, ids.site, () => []).push(...losses);
  }

  /** Parts what an earlier request opens, and this one narrows, into what stays and what is open in between. */
  function narrow({ effect, reachOf, opens, more }: Judged, earlier: Opened) {
    const both = netOf(earlier, effect);
    const lasting = reachOf(both).opens ? reachChangesIn('opens', both, reachOf, more) : [];
    const { stays, brief, others } = partedBy(lasting, earlier.found);
    // It is made, and gets its condition then.
    const lasts = earlier.before === null && 'condition' in (effect.sets ?? {});
    if (earlier.isWithin) add(brief);
    if (brief.length > 0) between.push({ from: earlier.place, until: effect.of, opened: brief, lasts });
    if (opens === undefined && !lasts) add(others);
    opened.set(keyOf(effect), { ...earlier, sets: both.sets ?? {}, found: [...stays, ...others] });
  }

  function addMixed({ effect, touch, more: { where } }: Judged, grade: Grade) {
    if (!isOtherCondition(touch, effect.before)) return;
    if (effect.kind === 'section') turned.set(effect.ids.section, effect);
    const section = turned.get(now.sectionOf(effect));
    if (!section) return;
    const moment = mixedConditions(effect, section, { grade, where });
    add([moment]);
    between.push({ from: section.of, until: effect.of, opened: [moment], lasts: false });
  }

  function addOpening({ effect, reachOf, more }: Judged, grade: Grade, { places }: Settings) {
    const { kind, ids, before, sets = {}, of } = effect;
    // Of a site or a section that is made with what is in it, the first says all.
    const isWithin = ids.site !== undefined && last?.place === of && last.site === ids.site;
    const found = reachChangesIn('opens', effect, reachOf, more);
    if (!isWithin) {
      if (isOnlyByRule('opens', grade, effect, rules)) return;
      last = {
        ...{ place: of, site: ids.site, before, sets, found },
        places: kind === 'collection' ? places : undefined,
      };
      add(found);
    }
    // There can be very many memberships and members, each of which changes once.
    if (last && kind !== 'team-member' && !around.isEachPersonOnce)
      opened.set(keyOf(effect), { ...last, found, isWithin });
  }

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

/** Returns whether only another rule set than `rules`, or than the usual one, could open or take so little. */
function isOnlyByRule(
  is: ReachChange['is'],
  grade: string,
  { kind, change, before, after }: Effect,
  rules: RuleSet | undefined,
): boolean {
  // Of roles on places, the tool knows all that the rules ask for.
  if (grade !== 'other' || (rules && kind.endsWith('-team'))) return false;
  // A team gives to those who join it, and takes from those who leave it.
  const joins = kind === 'team-member' && change !== 'end' && (before === null || isUnknown(before));
  if (joins || change === 'end') return (is === 'takes') === joins;
  if (kind !== 'member') return false;
  const [from, to] = [valuesIn(before).role, valuesIn(after).role].map((one) =>
    typeof one === 'string' ? one : null,
  ) as [string | null, string | null];
  return is === 'opens' ? isLowerRole(from, to) : isLowerRole(to, from);
}
