import { firstNames } from '../../domain/people.ts';
import type { HeldGrade } from '../../domain/reach/grades.ts';
import type { Hint } from '../../errors.ts';

/** The largest loss that is allowed: a number of things in all, or a percentage of each kind. */
export type RemovalLimit = { readonly count: number } | { readonly percent: number };

/** A limit of the guards, with the value at which it allows the work. */
export type Lift =
  | { readonly limit: 'maxRemovals'; readonly count: number }
  | { readonly limit: 'allowOwnerless' }
  | { readonly limit: 'allowOpening'; readonly grades: readonly HeldGrade[] }
  /** Things of these sections of an organization file may be deleted. */
  | { readonly limit: 'allowDelete'; readonly sections: readonly string[] };

/** A guard's reason against the work. */
export interface Objection {
  readonly message: string;
  /** The limits that allow the work if all of them are lifted; absent if nothing allows it. */
  readonly lifts?: readonly Lift[];
  /** The alternative for the user. */
  readonly hint?: Hint;
}

/** Things of one kind, in one place, that the work takes away. */
export interface LossGroup {
  /** The verb for it: `delete`. */
  readonly act: string;
  /** The noun for one of them: `team`. */
  readonly word: string;
  /** The noun for several of them: `teams`. */
  readonly words: string;
  /** The place, in words that follow the noun: ` of org_acme`. */
  readonly where: string;
  readonly lost: number;
  /** The names of the lost things; empty if names would not help. */
  readonly names: readonly string[];
  /** How many things there are; `undefined` if the loss is too small for that to matter. */
  readonly total: number | undefined;
}

/** The limit that nothing exceeds. */
export const anyNumber: RemovalLimit = { count: Number.POSITIVE_INFINITY };

/**
 * What may be lost without a limit: this percentage of each kind, and this many things in all. A kind with fewer things than
 * `smallest` may lose any part of them: two of three sections are no accident.
 */
export const usual = { percent: 20, count: 50, smallest: 10 } as const;

/**
 * Returns how many things of a kind must exist for a loss of `lost` to be within the limit. `undefined` if that number
 * is not needed: the loss is too small to matter, or is too large as a number alone.
 */
export function enoughFor(lost: number, limit: RemovalLimit | undefined): number | undefined {
  const { count, percent } = bounds(limit);
  if (lost > count || lost * 100 <= usual.smallest * percent) return undefined;
  return Math.ceil((lost * 100) / percent);
}

function bounds(limit: RemovalLimit | undefined): { count: number; percent: number } {
  if (!limit) return { count: usual.count, percent: usual.percent };
  return { count: Infinity, percent: Infinity, ...limit };
}

export interface MassOptions {
  /** `undefined` for the default: 20 % of each kind, and 50 in all. */
  readonly limit: RemovalLimit | undefined;
  /** Kinds with fewer things are not checked. */
  readonly smallest?: number | undefined;
  /** Groups that contain other groups. They are checked for their percentage only. */
  readonly sums?: readonly LossGroup[];
}

/** Returns the objections to taking so much away without asking. */
export function massObjections(
  groups: readonly LossGroup[],
  { limit, smallest = usual.smallest, sums = [] }: MassOptions,
): Objection[] {
  const lost = groups.reduce((sum, group) => sum + group.lost, 0);
  const { count: maxCount, percent: maxPercent } = bounds(limit);
  const exceeds = ({ lost, total }: LossGroup) =>
    total !== undefined && total >= smallest && lost * 100 > total * maxPercent;
  const messages = [
    ...(lost > maxCount ? [`it would ${inAll(groups)}; ${allowed(maxCount)}`] : []),
    ...[...sums, ...groups]
      .filter(exceeds)
      .map((group) => `it would ${share(group)}; ${allowed(maxPercent, ' %')}`),
  ];
  return messages.map((message) => ({ message, lifts: [{ limit: 'maxRemovals', count: lost }] }));
}

function allowed(most: number, sign = ''): string {
  return `${most}${sign} ${most === 1 ? 'is' : 'are'} allowed`;
}

/** `delete 3 teams and end 97 memberships` */
function inAll(groups: readonly LossGroup[]): string {
  const kinds = new Map<string, LossGroup>();
  for (const group of groups.filter(({ lost }) => lost > 0)) {
    const key = `${group.act} ${group.words}`;
    const lost = (kinds.get(key)?.lost ?? 0) + group.lost;
    kinds.set(key, { ...group, lost });
  }
  const parts = [...kinds.values()].map(
    ({ act, lost, word, words }) => `${act} ${lost} ${lost === 1 ? word : words}`,
  );
  return firstNames(parts, parts.length);
}

function share({ act, words, where, lost, total, names }: LossGroup): string {
  const who = names.length > 0 ? `: ${firstNames(names)}` : '';
  return `${act} ${lost} of ${total} ${words}${where}${who}`;
}
