import { firstOf } from '../people.ts';

/** How much may be taken away: a number of things in all, or a part of each kind. */
export type RemovalLimit = { readonly count: number } | { readonly percent: number };

/** A limit of the guards, and what it must be for work to be allowed. */
export type Lift =
  | { readonly limit: 'maxRemovals'; readonly count: number }
  | { readonly limit: 'allowOwnerless' };

/** A guard that holds work back. */
export interface Objection {
  readonly message: string;
  /** The limits that lift it together; absent where nothing does. */
  readonly lifts?: readonly Lift[];
  /** What to do instead. */
  readonly hint?: string;
}

/** Things of one kind, in one place, that are to be taken away. */
export interface LossGroup {
  /** What is done to them: `delete`. */
  readonly act: string;
  /** What one of them is called: `team`. */
  readonly word: string;
  /** What several of them are called: `teams`. */
  readonly words: string;
  /** Which ones, behind that word: ` of org_acme`. */
  readonly where: string;
  readonly lost: number;
  /** What people call those that are lost; empty where that says too little. */
  readonly names: readonly string[];
  /** How many there are; `undefined` where so few are lost that it does not matter. */
  readonly total: number | undefined;
}

const usualPercent = 20;
const usualCount = 50;
/** Of fewer things than this, any part may go: two of three sections are no accident. */
const smallestKind = 10;

/**
 * How many of a kind there must be for `lost` of them to be within the limit; `undefined` where that need not be known:
 * so few are lost that it cannot matter, or so many that the number alone is too much.
 */
export function enoughFor(lost: number, limit: RemovalLimit | undefined): number | undefined {
  const { count, percent } = bounds(limit);
  if (percent === Infinity || lost > count || lost * 100 <= smallestKind * percent) return undefined;
  return Math.ceil((lost * 100) / percent);
}

function bounds(limit: RemovalLimit | undefined): { count: number; percent: number } {
  if (!limit) return { count: usualCount, percent: usualPercent };
  return { count: Infinity, percent: Infinity, ...limit };
}

export interface MassOptions {
  /** `undefined` for the usual: 20 % of each kind, and 50 in all. */
  readonly limit: RemovalLimit | undefined;
  /** Kinds of fewer things are not looked at. */
  readonly smallest?: number;
  /** Groups that hold others, of which only the part counts. */
  readonly sums?: readonly LossGroup[];
}

/** What speaks against taking so much away unasked. */
export function massObjections(
  groups: readonly LossGroup[],
  { limit, smallest = smallestKind, sums = [] }: MassOptions,
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
  return firstOf(parts, parts.length);
}

function share({ act, words, where, lost, total, names }: LossGroup): string {
  const who = names.length > 0 ? `: ${firstOf(names)}` : '';
  return `${act} ${lost} of ${total} ${words}${where}${who}`;
}
