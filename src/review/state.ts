import { join } from 'node:path';
import { lowerLevels } from '../domain/access/levels.ts';
import { withoutMark } from '../text/cells.ts';
import { kept } from '../text/kept.ts';
import { followRecord, type ManifestEntry } from './chain.ts';
import {
  brokenReview,
  type FolderReader,
  type ListedFolder,
  linesIn,
  type ReviewFolder,
  reviewFiles,
  textIn,
} from './folder.ts';
import type { Grant, Granted } from './grants.ts';
import { ownLines } from './table.ts';

export const decisionWords = ['keep', 'remove', 'lower'] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** A decision as it is recorded. It counts as long as the grant has this level. */
export interface ReviewDecision {
  readonly grant: string;
  readonly decision: DecisionWord;
  readonly to?: string;
  readonly reason: string;
  readonly reviewer: string;
  readonly level: string;
  readonly at: string;
  readonly file: string;
  readonly line: number;
}

/** What became of a grant, as `outcome.jsonl` has it. */
export interface GrantOutcome {
  readonly grant: string;
  readonly decision: string;
  readonly to: string | null;
  readonly outcome: 'done' | 'already' | 'task' | 'again' | 'unknown' | 'failed';
}

/** A line of `outcome.jsonl`: what became of a grant, or the head of one closing. */
export interface OutcomeRecord extends Partial<GrantOutcome> {
  readonly closed?: string;
  /** How many decisions were in the record. */
  readonly decisions?: number;
  /** The hash of the plan that was carried out. */
  readonly plan?: string | null;
  readonly unknown?: readonly string[];
}

/** A grant of a review, with the level that its newest packet shows. */
export interface ReviewedGrant {
  readonly reviewer: string;
  readonly kind: string;
  readonly level: string;
  /** What the reviewer reads of it: a person or a team, and a place. */
  readonly person: string;
  readonly place: string;
  readonly personId: string;
}

/** The grants of a review by their ids, in its order, and the last decision about each. */
export interface ReviewState {
  readonly grants: ReadonlyMap<string, ReviewedGrant>;
  readonly decisions: ReadonlyMap<string, ReviewDecision>;
  /** The grants whose decision was carried out before. */
  readonly carriedOut: ReadonlySet<string>;
  /** All decisions, in the order of the record. */
  readonly all: readonly ReviewDecision[];
}

/**
 * What becomes of a grant with a decision. `change`: it is taken away or lowered. `already`: it is as decided. `task`: the
 * interface cannot do it. `again`: it has changed since the decision. `unknown`: its list could not be read.
 */
export type PlannedAction = 'change' | 'already' | 'task' | 'again' | 'unknown' | 'keep';

export interface PlannedGrant {
  readonly id: string;
  readonly reviewed: ReviewedGrant;
  readonly decision: ReviewDecision;
  readonly action: PlannedAction;
  /** The grant as it is now; absent if it is gone. */
  readonly now?: Grant | undefined;
}

/** The grants of an organization as they are now, by the ids that a review has for them. */
export interface PresentGrants extends Granted {
  readonly byId: ReadonlyMap<string, Grant>;
}

/** Returns a function that returns one text for all that are equal: the same ones are in very many lines. */
function sharing(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => kept(texts, text, () => text);
}

/** Reads the grants of a review, and its decisions, unless `record` has them. */
export async function readState(
  files: FolderReader,
  opened: ListedFolder,
  record?: ReadRecord<ReviewDecision>,
): Promise<ReviewState> {
  const { folder, entries } = opened;
  const grants = new Map<string, ReviewedGrant>();
  const shared = sharing();
  for await (const { cell } of ownLines(files, join(folder, reviewFiles.population)))
    grants.set(cell('grant'), {
      reviewer: shared(cell('reviewer')),
      kind: shared(cell('way')),
      level: shared(cell('level')),
      person: shared(withoutMark(cell('person'))),
      place: shared(withoutMark(cell('place'))),
      personId: shared(cell('person_id')),
    });
  for (const name of laterPackets(entries))
    for await (const { cell } of ownLines(files, join(folder, name))) {
      const known = grants.get(cell('grant'));
      if (known) grants.set(cell('grant'), { ...known, level: shared(cell('level')) });
    }
  const { values } = record ?? (await readDecisions(files, opened));
  return { grants, ...counting(values, (await readOutcome(files, opened)).values), all: values };
}

/** Returns the decisions that count: one about a grant that was asked again since does not. */
function counting(
  all: readonly ReviewDecision[],
  outcomes: readonly OutcomeRecord[],
): Pick<ReviewState, 'decisions' | 'carriedOut'> {
  const [doneUntil, againUntil] = [new Map<string, number>(), new Map<string, number>()];
  let until = 0;
  for (const { grant, outcome, decisions } of outcomes) {
    until = decisions ?? until;
    if (grant === undefined) continue;
    if (outcome === 'done' || outcome === 'already') doneUntil.set(grant, until);
    if (outcome === 'again') againUntil.set(grant, until);
  }
  const counted = new Map<string, ReviewDecision>();
  const carriedOut = new Set<string>();
  for (const [at, one] of all.entries()) {
    if (at >= (againUntil.get(one.grant) ?? 0)) counted.set(one.grant, one);
    if (at < (doneUntil.get(one.grant) ?? 0)) carriedOut.add(one.grant);
    else carriedOut.delete(one.grant);
  }
  return { decisions: counted, carriedOut };
}

/** Returns the names of packets that ask again, in the order of their rounds. */
export function laterPackets(entries: readonly Pick<ManifestEntry, 'name'>[]): string[] {
  return entries
    .flatMap(({ name }) => {
      const round = roundOf(name);
      return round > 1 ? [{ name, round }] : [];
    })
    .sort((one, other) => one.round - other.round)
    .map(({ name }) => name);
}

/** Returns which time a packet asks: 2 for `packets/user_ada.2.csv`, 1 for the first one, 0 for other files. */
export function roundOf(name: string): number {
  const [, round] = /^packets\/[\w-]+(?:\.(\d+))?\.csv$/.exec(name) ?? [];
  return name.startsWith('packets/') && name.endsWith('.csv') ? Number(round ?? 1) : 0;
}

/** Returns the name of the first packet of a reviewer: `packets/user_ada.csv` of `packets/user_ada.2.csv`. */
export function firstPacketOf(name: string): string {
  return name.replace(/\.\d+\.csv$/, '.csv');
}

/** The lines of a record, and the hash of the last one. */
interface ReadRecord<Value> {
  readonly values: readonly Value[];
  readonly last: string;
}

/** Reads the decisions that the manifest covers. */
export async function readDecisions(
  files: FolderReader,
  opened: ListedFolder,
): Promise<ReadRecord<ReviewDecision>> {
  const { fault, ...record } = await readRecord<ReviewDecision>(files, opened, reviewFiles.decisions);
  if (fault) throw brokenReview(opened.folder, [fault]);
  const shared = sharing();
  for (const one of record.values)
    Object.assign(one, { reviewer: shared(one.reviewer), at: shared(one.at), file: shared(one.file) });
  return record;
}

/** Reads what became of decisions, as far as the manifest covers it. */
export function readOutcome(files: FolderReader, opened: ListedFolder): Promise<ReadRecord<OutcomeRecord>> {
  return readRecord(files, opened, reviewFiles.outcome);
}

/** Reads the text of a record, as far as the manifest covers it; an empty one if there is none. */
export async function coveredText(
  files: FolderReader,
  { folder, entries }: ListedFolder,
  name: string,
): Promise<string> {
  const entry = entries.find((one) => one.name === name);
  return entry ? await textIn(files, join(folder, name), entry.size) : '';
}

/** Hashes show that this tool has written the `Value`s. */
async function readRecord<Value>(files: FolderReader, { folder, entries }: ListedFolder, name: string) {
  const entry = entries.find((one) => one.name === name);
  const values: Value[] = [];
  // A list of all lines, or their text, would need much memory: there can be very many.
  const pieces = entry ? linesIn(files, join(folder, name), entry.size) : [];
  return { ...(await followRecord(name, pieces, (value) => void values.push(value as Value))), values };
}

/** Returns the decision that counts for a grant; `undefined` while it is open. */
export function decisionOf(
  { decisions }: Pick<ReviewState, 'decisions'>,
  id: string,
  { level }: Pick<ReviewedGrant, 'level'>,
): ReviewDecision | undefined {
  const last = decisions.get(id);
  return last?.level === level ? last : undefined;
}

/** Returns whether a grant is gone, or at the level that it is lowered to, or below. */
export function isDone(
  now: { readonly kind: string; readonly level: string } | undefined,
  to: string | null | undefined,
): boolean {
  return !now || (!!to && [to, ...lowerLevels(now.kind, to)].includes(now.level));
}

/** How far one reviewer is: numbers of grants. */
export interface ReviewerStatus {
  readonly reviewer: string;
  readonly grants: number;
  readonly decided: number;
  readonly open: number;
  readonly keep: number;
  readonly remove: number;
  readonly lower: number;
  /** The open ones, after the last day for decisions. */
  readonly overdue: number;
}

/** Counts the decisions of each reviewer. `now` is in milliseconds since the epoch. */
export function statusOf(
  { review }: Pick<ReviewFolder, 'review'>,
  state: ReviewState,
  now: number,
): ReviewerStatus[] {
  const isLate = review.due !== null && now >= Date.parse(`${review.due}T24:00:00Z`);
  const none = { decided: 0, open: 0, keep: 0, remove: 0, lower: 0 };
  const counts = new Map(review.reviewers.map(({ reviewer }) => [reviewer, { grants: 0, ...none }]));
  for (const [id, grant] of state.grants) {
    const own = counts.get(grant.reviewer);
    if (!own) continue;
    const decision = decisionOf(state, id, grant)?.decision;
    own.grants += 1;
    own[decision ? 'decided' : 'open'] += 1;
    if (decision) own[decision] += 1;
  }
  return [...counts].map(([reviewer, own]) => ({ reviewer, ...own, overdue: isLate ? own.open : 0 }));
}
