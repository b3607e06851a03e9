import { isAtLeast, levels } from '../domain/access/levels.ts';
import { type MissingStep, missingSteps } from '../domain/access/missing.ts';
import type { Target } from '../domain/access/places.ts';
import { type RuleSet, ruleSets } from '../domain/access/rule-sets.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import type { UnknownList } from '../model/read/snapshot.ts';
import { accessOf, placeOf, type SpaceLevels } from './access.ts';
import { askAboutEach } from './answers.ts';
import { certainLevel, type KnownAccess, type KnownMember, placesIn, unknownTarget } from './facts.ts';
import { compared, Fit } from './fit.ts';
import type { Naming } from './pseudonyms.ts';
import type { Access, Disagreement, ReportedPlace, User } from './report.ts';

/** The largest number of members whom the service is asked about, one by one, without being told to. */
export const mostAsked = 2000;

export type Verdict = 'yes' | 'no' | 'unknown';

/** Returns whether a level is at least `wanted`. */
function verdictOf({ level, unknown }: Pick<Access, 'level' | 'unknown'>, wanted: string): Verdict {
  if (isAtLeast(level, wanted)) return 'yes';
  return unknown || (level !== null && !levels.includes(level)) ? 'unknown' : 'no';
}

/** A person with at least the wanted level in a place. */
export interface WhoCan extends Access {
  readonly user: User;
  readonly disabled: boolean;
}

/** What an answer lacks, filled in while it is computed. */
export interface AnswerGaps {
  readonly unknown: UnknownList[];
  /** The number of people whose level is unknown. */
  people: number;
  /** The people to whom the service gives less than the rules. */
  readonly disagreements: Disputed[];
  /** How the rule sets fit the answers of the service. */
  readonly fit: Fit;
}

/** A level of a person on which the service and the rules disagree. */
export interface Disputed {
  readonly user: User;
  readonly target: ReportedPlace;
  readonly disagreement?: Disagreement;
}

export interface AccessQuestion {
  readonly reader: ServiceReader;
  readonly naming: Naming;
  /** Whether the service is asked about each person. */
  readonly asks: boolean;
  readonly onAsked?: ((done: number) => void) | undefined;
}

/**
 * Yields, in pages, everyone who has at least the level `wanted` in a place; disabled members as if they were not
 * disabled.
 */
export async function* whoCan(
  facts: KnownAccess,
  target: Target,
  wanted: string,
  { naming, ...asking }: AccessQuestion,
  gaps: AnswerGaps,
): AsyncGenerator<readonly WhoCan[]> {
  for await (const people of withAnswers(facts, asking, gaps, target)) {
    const found: WhoCan[] = [];
    for (const { member, answer } of people) {
      const access = accessOf(facts, member, target, answer);
      gaps.fit.add(compared(facts, member, target, answer));
      const { disagreement } = access;
      const user = naming.user(member);
      if (disagreement) gaps.disagreements.push({ user, target: placeOf(target.place), disagreement });
      const verdict = verdictOf(access, wanted);
      if (verdict === 'unknown') gaps.people += 1;
      if (verdict === 'yes') found.push({ user, disabled: member.disabled, ...access });
    }
    yield found;
  }
}

interface MemberAnswer {
  readonly member: KnownMember;
  readonly answer?: SpaceLevels | 'unread';
}

/** The number of members in a page, if nothing is asked: a step of a generator for each one keeps too much in memory. */
const atOnce = 20;

/** Yields the members in pages, each member with the service's own answer if the service is asked. */
export async function* withAnswers(
  facts: KnownAccess,
  { reader, asks, onAsked }: Omit<AccessQuestion, 'naming'>,
  { unknown }: Pick<AnswerGaps, 'unknown'>,
  target?: Target,
): AsyncGenerator<readonly MemberAnswer[]> {
  const members = [...facts.people.values()];
  if (!asks || target?.place.kind === 'collection') {
    for (let at = 0; at < members.length; at += atOnce)
      yield members.slice(at, at + atOnce).map((member) => ({ member }));
    return;
  }
  const users = members.map(({ user }) => user.id);
  let done = 0;
  for await (const asked of askAboutEach(reader, facts.organization.id, users, target?.place.id)) {
    const member = members[done] as KnownMember;
    done += 1;
    onAsked?.(done);
    if ('unknown' in asked) unknown.push(asked.unknown);
    yield [{ member, answer: 'answer' in asked ? asked.answer : 'unread' }];
  }
}

/** What a person has in one place. */
export interface WhatCan extends Access {
  readonly target: ReportedPlace;
  /** Present for a disabled member: the level is what it would be. */
  readonly disabled?: true;
}

/** Returns the places where a person has at least the level `wanted`, and those where the level is unknown. */
export function whatCan(
  facts: KnownAccess,
  member: KnownMember,
  wanted: string,
  answer: SpaceLevels | 'unread',
): {
  readonly places: readonly WhatCan[];
  readonly undecided: readonly ReportedPlace[];
  /** The places where the service and the rules disagree. */
  readonly disputed: readonly WhatCan[];
  readonly fit: Fit;
} {
  const listed = answer === 'unread' ? [] : [...answer.keys()];
  const others = listed.filter((id) => !facts.targets.spaces.has(id));
  const targets = [...placesIn(facts), ...others.map((id) => unknownTarget({ kind: 'space', id }))];
  const fit = new Fit();
  for (const target of targets) fit.add(compared(facts, member, target, answer));
  const all = targets.map((target) => ({
    target: placeOf(target.place),
    ...(member.disabled && { disabled: true as const }),
    ...accessOf(facts, member, target, answer),
  }));
  return {
    places: all.filter((one) => verdictOf(one, wanted) === 'yes'),
    undecided: all.filter((one) => verdictOf(one, wanted) === 'unknown').map(({ target }) => target),
    disputed: all.filter(({ disagreement }) => disagreement),
    fit,
  };
}

/** Why a person has, or has not, at least the wanted level in a place. */
export interface Explanation extends Omit<Access, 'unknown'> {
  readonly answer: Verdict;
  readonly nearest: readonly MissingStep[];
  /** The rules by which levels are predicted. */
  readonly rules: string;
  /**
   * What the other rule sets predict, by their names, where that is not the same; null for no access. Absent once the rules
   * are calibrated.
   */
  readonly otherwise?: Readonly<Record<string, string | null>>;
  /** Present for a disabled member: the level is null, and the ways are those after enabling. */
  readonly disabled?: true;
}

export function explain(
  facts: KnownAccess,
  member: KnownMember,
  target: Target,
  { wanted, answer, naming }: { wanted: string; answer: SpaceLevels | 'unread'; naming: Naming },
): Explanation {
  const { unknown, ...access } = accessOf(facts, member, target, answer);
  const isOff = member.disabled && !access.disagreement;
  const level = isOff ? null : access.level;
  // Of a disabled member, only the ways may be more than those that are known, unless the service tells no level.
  const isTold =
    target.place.kind === 'collection' || (answer !== 'unread' && answer.get(target.place.id) !== null);
  const isUnsure = unknown && !(isOff && isTold);
  const verdict = verdictOf({ level, ...(isUnsure && { unknown: true }) }, wanted);
  const { id, displayName } = naming.user(member);
  const missing = missingSteps(facts.rules, member, target, wanted, {
    member: { id, ...(displayName !== null && { title: displayName }) },
    organization: facts.organization,
  });
  return {
    answer: verdict,
    ...access,
    level,
    nearest: verdict === 'yes' ? [] : missing,
    rules: facts.rules.name,
    ...otherwise(facts, member, target),
    ...(member.disabled && { disabled: true }),
  };
}

/** Returns what the other rule sets predict for a person in a place, as if enabled, where that is not the same. */
function otherwise(facts: KnownAccess, member: KnownMember, target: Target): Pick<Explanation, 'otherwise'> {
  if (facts.rules.calibration) return {};
  const levelBy = (rules: RuleSet) => certainLevel({ ...facts, rules }, member, target).level;
  const level = levelBy(facts.rules);
  const others = ruleSets.flatMap((rules) => {
    const other = levelBy(rules);
    return other === level ? [] : [[rules.name, other] as const];
  });
  return others.length === 0 ? {} : { otherwise: Object.fromEntries(others) };
}
