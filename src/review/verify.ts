import { join } from 'node:path';
import { Unfinished, UsageError } from '../errors.ts';
import { NoColumn } from '../formats/cells.ts';
import { RowsFault } from '../formats/row.ts';
import { once } from '../text/kept.ts';
import { quoted } from '../text/words.ts';
import { type Fault, followRecord, type ManifestEntry, sealOf } from './chain.ts';
import {
  type CheckedFolder,
  checkFolder,
  type FolderReader,
  type ListedFolder,
  linesIn,
  type ReviewFolder,
  reviewFiles,
  textIn,
} from './folder.ts';
import type { ReviewPlanDocument } from './show-plan.ts';
import {
  decisionOf,
  type GrantOutcome,
  isDone,
  type ReviewDecision,
  type ReviewerStatus,
  type ReviewState,
  readOutcome,
  readState,
  roundOf,
  statusOf,
} from './state.ts';
import { ownLines, type TableLine } from './table.ts';

/** What the check of a review finds: the first broken link is the first of its faults. */
export interface Verified extends Omit<CheckedFolder, 'review'> {
  readonly seal: string;
  /** Absent if the review has faults. */
  readonly counts?: {
    readonly grants: number;
    readonly decided: number;
    readonly open: number;
    readonly openOf: readonly Pick<ReviewerStatus, 'reviewer' | 'open'>[];
    /** Grants that no request can take away, and that are still there. */
    readonly tasks: number;
    /** The grants about which a reviewer has decided who holds them. */
    readonly own: readonly string[];
  };
  /** Whether all decisions were carried out. */
  readonly closed: boolean;
  /** What could not be read when the review was opened or closed. */
  readonly unknown: readonly string[];
}

/** Checks a review by its files alone: every hash, every decision, and that what was taken away is gone. */
export async function verifyReview(files: FolderReader, folder: string): Promise<Verified> {
  const { entries, faults, review, others } = await checkFolder(files, folder);
  const base = { seal: sealOf(entries), entries, closed: false, unknown: review?.unknown ?? [], others };
  const listed = { folder, entries };
  const fromLines = await recordFaults(files, listed);
  // The line says more than the file.
  const unlocated = faults.filter(({ name }) => !fromLines.some((one) => one.name === name));
  if (faults.length > 0 || fromLines.length > 0 || !review)
    return {
      ...base,
      faults: [...(await located(files, listed, unlocated)), ...fromLines].sort(byManifest(entries)),
    };
  const opened = { ...listed, review };
  const state = await readState(files, opened);
  const outcome = await outcomesIn(files, opened);
  const isClosed = entries.some(({ name }) => name === reviewFiles.after);
  const after = isClosed ? await levelsIn(files, join(folder, reviewFiles.after)) : undefined;
  const wrong = [
    ...(await packetFaults(files, opened, state)),
    ...decisionFaults(state),
    ...(await planFaults(files, opened, state)),
    ...(after ? outcomeFaults(outcome.last, state, after) : []),
  ];
  const decided = [...state.grants].filter(([id, grant]) => decisionOf(state, id, grant));
  const isCarriedOut = ([id, grant]: (typeof decided)[number]) =>
    decisionOf(state, id, grant)?.decision === 'keep' ||
    (outcome.last.get(id)?.outcome ?? 'again') !== 'again';
  const left = [...outcome.last.values()].filter((one) => one.outcome === 'failed');
  return {
    ...base,
    faults: wrong,
    closed: isClosed && left.length === 0 && decided.every(isCarriedOut),
    unknown: [...new Set([...review.unknown, ...outcome.unknown])],
    counts: {
      grants: state.grants.size,
      decided: decided.length,
      open: state.grants.size - decided.length,
      openOf: statusOf({ review }, state, 0).filter(({ open }) => open > 0),
      tasks: [...outcome.last].filter(([id, one]) => one.outcome === 'task' && after?.has(id)).length,
      own: decided.flatMap(([id, { personId, reviewer }]) => (personId === reviewer ? [id] : [])),
    },
  };
}

function byManifest(entries: readonly ManifestEntry[]) {
  const places = new Map(entries.map(({ name }, at) => [name, at]));
  const placeOf = ({ name }: Fault) => places.get(name) ?? -1;
  return (one: Fault, other: Fault) => placeOf(one) - placeOf(other);
}

/** Adds the line of each changed table that says something else of a grant than the population, or its packet, does. */
async function located(
  files: FolderReader,
  { folder, entries }: ListedFolder,
  faults: readonly Fault[],
): Promise<Fault[]> {
  const packets = entries.flatMap(({ name }) => (roundOf(name) === 1 ? [name] : []));
  // Each is read once: an editor may have saved all packets in another way.
  const population = once(() => factsOfGrants(files, folder, [reviewFiles.population]));
  const inPackets = once(() => factsOfGrants(files, folder, packets));
  const found: Fault[] = [];
  for (const fault of faults) {
    const { name, isUnlisted } = fault;
    const isPacket = roundOf(name) === 1;
    const hasGrants = !isUnlisted && (isPacket || name === reviewFiles.population);
    const others = hasGrants ? await (isPacket ? population : inPackets)() : undefined;
    const line = await changedLine(files, join(folder, name), others);
    found.push({ ...fault, ...(line !== undefined && { line }) });
  }
  return found;
}

type FactsOfGrants = ReadonlyMap<string, string>;

/** Resolves with what tables say of each grant; with `undefined` if one of them cannot be read. */
async function factsOfGrants(
  files: FolderReader,
  folder: string,
  names: readonly string[],
): Promise<FactsOfGrants | undefined> {
  const known = new Map<string, string>();
  try {
    for (const name of names)
      for await (const line of ownLines(files, join(folder, name)))
        known.set(line.cell('grant'), factsIn(line));
    return known;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return undefined;
  }
}

function factsIn({ cell }: TableLine): string {
  return ['person', 'place', 'way', 'level', 'person_id', 'place_id'].map(cell).join('\n');
}

async function changedLine(
  files: FolderReader,
  path: string,
  others: FactsOfGrants | undefined,
): Promise<number | undefined> {
  if (!others) return undefined;
  try {
    for await (const line of ownLines(files, path))
      if (others.get(line.cell('grant')) !== factsIn(line)) return line.line;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    if (error instanceof RowsFault) return error.line;
  }
  return undefined;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof RowsFault || error instanceof UsageError || error instanceof NoColumn;
}

/** Returns the first line of each record that does not follow from the one before. */
async function recordFaults(files: FolderReader, { folder, entries }: ListedFolder): Promise<Fault[]> {
  const found: Fault[] = [];
  for (const { name } of entries.filter((entry) => entry.name.endsWith('.jsonl'))) {
    const lines = linesIn(files, join(folder, name));
    const read = await followRecord(name, lines, () => {}).catch(() => undefined);
    if (read?.fault) found.push(read.fault);
  }
  return found;
}

/** Each grant must be in exactly one first packet, that of its reviewer, as it was frozen. */
async function packetFaults(
  files: FolderReader,
  { folder, review, entries }: ReviewFolder,
  state: ReviewState,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const reviewers = new Map(
    review.reviewers.map(({ reviewer, packet }) => [`packets/${packet}.csv`, reviewer]),
  );
  const seen = new Set<string>();
  for (const { name } of entries.filter((entry) => roundOf(entry.name) === 1))
    for await (const { line, cell } of ownLines(files, join(folder, name))) {
      const id = cell('grant');
      const grant = state.grants.get(id);
      if (grant?.reviewer !== reviewers.get(name) || seen.has(id))
        faults.push({ name, line, message: `the grant ${quoted(id)} is not for this packet` });
      seen.add(id);
    }
  for (const id of state.grants.keys())
    if (!seen.has(id))
      faults.push({ name: reviewFiles.population, message: `the grant ${id} is in no packet` });
  if (state.grants.size !== review.grants)
    faults.push({
      name: reviewFiles.population,
      message: `has ${state.grants.size} grants, not ${review.grants}`,
    });
  return faults;
}

/** Each decision must be about a grant of its reviewer, and have a reason where it needs one. */
function decisionFaults({ grants, all }: ReviewState): Fault[] {
  return all.flatMap(({ grant, decision, reason, reviewer }, at): Fault[] => {
    const known = grants.get(grant);
    const problem = !known
      ? `there is no grant ${quoted(grant)}`
      : known.reviewer !== reviewer
        ? `${quoted(reviewer)} does not review the grant ${grant}`
        : decision !== 'keep' && reason === ''
          ? `the decision about ${grant} has no reason`
          : undefined;
    return problem === undefined ? [] : [{ name: reviewFiles.decisions, line: at + 1, message: problem }];
  });
}

/** Nothing may be planned without a decision. */
async function planFaults(
  files: FolderReader,
  { folder, entries }: ListedFolder,
  { all }: ReviewState,
): Promise<Fault[]> {
  const { name } = entries.find((entry) => entry.name === reviewFiles.plan) ?? {};
  if (name === undefined) return [];
  const decided = new Set(all.map(keyOf));
  const { grants } = JSON.parse(await textIn(files, join(folder, name))) as ReviewPlanDocument;
  return grants
    .filter((one) => !decided.has(keyOf(one)))
    .map(({ grant }) => ({ name, message: `the grant ${quoted(grant)} has no such decision` }));
}

/** Tells decisions apart, of the record, of `outcome.jsonl`, and of `plan.json`. */
function keyOf({
  grant,
  decision,
  to,
}: Pick<ReviewDecision | GrantOutcome, 'grant' | 'decision' | 'to'>): string {
  return [grant, decision, to ?? ''].join(' ');
}

async function outcomesIn(files: FolderReader, opened: ListedFolder) {
  const { values } = await readOutcome(files, opened);
  const last = new Map<string, GrantOutcome>();
  let unknown: readonly string[] = [];
  for (const value of values) {
    if (value.grant !== undefined) last.set(value.grant, value as GrantOutcome);
    else unknown = value.unknown ?? [];
  }
  return { last, unknown };
}

/** Each outcome must have its decision, and what was taken away must be gone afterwards. */
function outcomeFaults(
  outcomes: ReadonlyMap<string, GrantOutcome>,
  state: ReviewState,
  after: ReadonlyMap<string, string>,
): Fault[] {
  const name = reviewFiles.outcome;
  const decided = new Set(state.all.map(keyOf));
  const faults: Fault[] = [];
  for (const [id, one] of outcomes) {
    const level = after.get(id);
    const kind = state.grants.get(id)?.kind ?? '';
    const isTrue = isDone(level === undefined ? undefined : { kind, level }, one.to);
    if (!decided.has(keyOf(one)))
      faults.push({ name, message: `nothing was decided about the grant ${quoted(id)}` });
    else if ((one.outcome === 'done' || one.outcome === 'already') && !isTrue)
      faults.push({ name: reviewFiles.after, message: `the grant ${id} is still there with ${level}` });
  }
  return faults;
}

async function levelsIn(files: FolderReader, path: string): Promise<Map<string, string>> {
  const levels = new Map<string, string>();
  for await (const { cell } of ownLines(files, path)) levels.set(cell('grant'), cell('level'));
  return levels;
}

/** Throws `Unfinished` (exit code 11) if a seal is not one of the review. It may be an earlier one. */
export function assertSeal(
  folder: string,
  { entries }: Pick<Verified, 'entries'>,
  seal: string | undefined,
): void {
  if (seal === undefined || entries.some(({ hash }) => hash === seal)) return;
  throw new Unfinished(`${folder} is not the review with the seal ${quoted(seal)}`, { kind: 'no' });
}

/** Says what a review proves, with the seal that was given. */
export function sealNote(
  { seal: own, entries }: Pick<Verified, 'seal' | 'entries'>,
  seal: string | undefined,
): string {
  if (seal === own) return 'whole: no file has changed since the seal was printed';
  const at = entries.findIndex(({ hash }) => hash === seal);
  if (at < 0)
    return 'whole: no file has changed since it was written; a seal would prove that it is the same review';
  const later = entries.slice(at + 1).map(({ name }) => name);
  return `whole: the seal is an earlier one, and does not cover ${later.join(', ')}`;
}
