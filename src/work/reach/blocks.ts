import { type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import { worstOf } from '../../domain/reach/reach.ts';
import type { Effect } from '../../model/effects/effects.ts';
import { mayEndOthers } from '../../model/effects/facts.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { Blocks, JudgedBlocks } from '../plan-document.ts';
import { judgeReach } from './judge-reach.ts';
import type { KnownName } from './names.ts';
import { type ReachReadOptions, readForReach, usualReads } from './reach-reads.ts';
import { type JudgedRequest, type JudgedWork, judgedWork, keyOf, reachSteps } from './steps.ts';

export interface JudgedOptions extends ReachReadOptions {
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
  const { found, between } = judgeReach(work, around, following.filter(isKnown), reader.accessRules);
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
