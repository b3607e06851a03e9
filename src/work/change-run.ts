import type { AnyInput } from '../api/client/request.ts';
import { type Change, mapMade } from '../domain/change.ts';
import { membershipsOf } from '../domain/memberships/changes.ts';
import { isDemotion } from '../domain/memberships/membership.ts';
import type { PersonFacts } from '../domain/people.ts';
import { theMade } from '../model/effects/facts.ts';
import type { EarlierThings, StateReader } from '../model/effects/thing-reader.ts';
import { counted } from '../text/words.ts';
import type { Drift } from './changed-since.ts';
import type { AlreadyRead } from './guards/guard-reads.ts';
import { assertNothingHeld, heldBack } from './guards/held-back.ts';
import type { GuardLimits } from './guards/judge.ts';
import type { OpeningJudgement } from './guards/opening.ts';
import type { Objection } from './guards/rules.ts';
import type { RunWork, State, ValuesBefore } from './journal/journal-schema.ts';
import type { Recording } from './journal/journaled-client.ts';
import { changeListing, membershipListing, type ResultListing, type ShownResult } from './listings.ts';
import type { PlanEffects } from './plan-document.ts';
import { viewWithEffects } from './plan-effects.ts';
import { type BulkFlags, doneBefore, executeRun, type RunFlags } from './run/execute.ts';
import { createResults, inOrder, type Results } from './run/results.ts';
import { type Run, startRun } from './run/run.ts';
import { type Session, sessionReader } from './run/session.ts';
import { naming, shownBlocks } from './show-effects.ts';
import type { Recorded } from './undo/recording.ts';
import type { ReadingFlags } from './undo/states-before.ts';

export type ChangesWork = RunWork & { readonly kind: 'changes' };

export interface ChangeJob extends Omit<ChangesWork, 'kind'> {
  /** The command, in words: `teams members sync`. */
  readonly command: string;
  /** What the changes open and lose. */
  readonly effects: PlanEffects;
  /** The objections to a dry run. @default none */
  readonly held?: readonly Objection[] | undefined;
  /** The people in the report, by their ids. @default only ids are shown */
  readonly people?: ReadonlyMap<string, PersonFacts> | undefined;
  /** The changes as rows show them, such as under pseudonyms. @default as they are */
  readonly shown?: readonly Change[] | undefined;
  /** Returns, once, the things on which the changes were planned. Values that cannot be read again are those. */
  takeEarlier?(): EarlierThings | undefined;
  readonly states?: StateReader | undefined;
  readonly undoes?: Run | undefined;
  /** The limits of the guards. @default those of the session */
  readonly limits?: GuardLimits | undefined;
}

/**
 * Judges what changes take away and open, before the first of them is made. What was read to plan them is not read again. Throws
 * `UsageError` with all objections, unless it is a dry run.
 */
export async function guardChanges(
  session: Session,
  changes: readonly Change[],
  before: AlreadyRead = {},
): Promise<OpeningJudgement> {
  const { held: losses } = changes.some(mayTakeAway)
    ? await (await import('./guards/judge-work.ts')).judgeChanges(session, changes, before)
    : { held: [] };
  const { held, question } = await openingOf(session, changes, before);
  return { held: heldBack(session, [...losses, ...held]), question };
}

/** Judges what changes open, and nothing else. Throws as {@link guardChanges} does. */
export async function guardOpening(session: Session, changes: readonly Change[]): Promise<OpeningJudgement> {
  return { held: heldBack(session, (await openingOf(session, changes, {})).held) };
}

async function openingOf(
  session: Session,
  changes: readonly Change[],
  {
    reader = sessionReader(session),
    limits = session.limits,
    titles,
    people,
    atOnce,
    asksForOpening,
  }: AlreadyRead,
) {
  const { judgeOpening } = await import('./guards/opening.ts');
  const asking = { asksFirst: () => asksForOpening === true && session.asksFirst() };
  return judgeOpening(asking, changes, reader, limits, { nameOf: naming({ titles, people }), atOnce });
}

function mayTakeAway(change: Change): boolean {
  if (change.kind === 'team-members')
    return membershipsOf(change).some((one) => one.to === null || isDemotion(one));
  return change.action !== 'create';
}

/**
 * Makes changes in a new run, and prints a row for each of them, or for each membership; a dry run only prints. Throws
 * `Unfinished` if something is left, and an error of kind `processing-failed` if the result reads otherwise.
 */
export async function applyChanges(session: Session, job: ChangeJob, flags: RunFlags): Promise<void> {
  const { command, changes, memberships, batchSize, isReadBack, input, isRecorded, structure } = job;
  const { people, shown, undoes, limits, effects, held = [] } = job;
  session.assertAllowed?.(changes.map(({ operation }) => operation));
  const openBetween = job.openBetween?.length ? job.openBetween : undefined;
  const parts = { changes, memberships, batchSize, isReadBack, input, isRecorded, structure, openBetween };
  const work: ChangesWork = { kind: 'changes', ...parts };
  if (session.dryRun) {
    session.onIntended?.(changes);
    await showRows(session, listingOf(work, { people, shown, effects }), () => 'planned', effects);
    return assertNothingHeld(held);
  }
  if (changes.length === 0) {
    await showRows(
      session,
      listingOf(work, { people, shown, effects: undoes && effects }),
      () => 'unchanged',
    );
    return session.out.done('nothing to do');
  }
  const prepared =
    isRecorded &&
    (await prepareRecording(session, undefined, changes, flags, {
      earlier: job.takeEarlier?.(),
      states: job.states,
    }));
  const run = await startRun(session, { command, work, path: flags.journal, undoes, limits });
  run.note({ type: 'effects', opens: effects.opens, loses: effects.loses });
  const { addresses } = effects;
  if (addresses.length > 0) run.note({ type: 'addresses', addresses });
  await runChanges(session, run, work, flags, { people, shown, prepared, effects });
}

/** Makes the remaining changes of a run. Throws as {@link applyChanges} does. */
export async function runChanges(
  session: Session,
  run: Run,
  work: ChangesWork,
  flags: BulkFlags,
  more: Partial<Pick<ChangeJob, 'people' | 'shown' | 'effects' | 'held'>> & {
    readonly prepared?: Prepared | undefined;
  } = {},
): Promise<void> {
  const { changes, memberships } = work;
  const { effects } = more;
  const listing = listingOf(work, {
    ...more,
    effects: run.isUndo || session.dryRun ? effects : undefined,
  });
  if (session.dryRun) {
    await showRows(session, listing, (place) => (doneBefore(run, place) ? 'done' : 'planned'), effects);
    return assertNothingHeld(more.held ?? []);
  }
  const { changeWork } = await import('./change-work.ts');
  const { openNow } = await import('./journal/open-now.ts');
  // What others have changed since an earlier process has begun the run.
  const since = run.isResumed
    ? await (await import('./changed-since.ts')).readDrift(session, run, work, flags.concurrency)
    : undefined;
  const { recording, values = [] } =
    more.prepared ?? (work.isRecorded ? await prepareRecording(session, run, changes, flags) : {});
  if (values.length > 0) await run.write({ type: 'values', before: values });
  await executeRun(
    session,
    {
      run,
      work: await changeWork(session, changes, run, {
        shown: more.shown,
        since,
        recording,
        looksFirst: work.isRecorded && !run.isUndo,
        // Memberships have no secrets.
        ...(!memberships && {
          withTexts: await (await import('./file-texts.ts')).readFileTexts(session, changes),
        }),
      }),
      what: memberships ? ' requests' : ' changes',
      listsErrors: true,
      openNow: ({ get }) => openNow(work, (place) => get(place)?.state).map(({ text }) => text),
      isOutOfDate: (results) => since !== undefined && hasOnlyConflicts(changes, since, results),
      print: (results) => {
        const { rows, placeOf, view } = listing;
        return session.out.list(inOrder(rows, placeOf, results, rowShower(listing, results.get)), view);
      },
      async atEnd({ count, get }, left) {
        const leaving = changes.filter(({ kind, after }) => kind === 'member' && after === null).length;
        const who = leaving === 1 ? 'the person' : 'the people';
        const undo = await session.inWords(
          leaving === 0
            ? { code: 'undo-run', data: { run: run.id } }
            : { code: 'invite-and-undo', data: { run: run.id, who } },
        );
        const next = left ? undefined : undo;
        session.summary.addResults(() => listing.rows.map(rowShower(listing, get)), {
          blocks: shownBlocks(effects),
          next,
        });
        if (left) return;
        await session.out.done(`done: ${counted(count('done'), 'request')}; ${undo}`);
      },
    },
    flags,
  );
  if (!work.isReadBack) return;
  const { verifyChanges } = await import('./verify-changes.ts');
  await verifyChanges(session, changes, flags);
}

/** Returns whether all failed changes are conflicts, or need one that is. */
function hasOnlyConflicts(
  changes: readonly Change[],
  since: ReadonlyMap<number, Drift>,
  { get }: Results,
): boolean {
  const inConflict = new Set<number>();
  return changes.every(({ requires }, place) => {
    if (get(place)?.state !== 'failed') return true;
    const isConflict = since.get(place)?.conflicts.length || requires.some((one) => inConflict.has(one));
    if (isConflict) inConflict.add(place);
    return isConflict;
  });
}

/** How requests are recorded, and the values before that were read for it. */
interface Prepared {
  readonly recording: (place: number) => Recording;
  readonly values: ValuesBefore['before'];
}

/**
 * Prepares how requests are recorded: with the values before, read now as far as no earlier process of `run` has read them.
 * What a request changes in a thing that the same run makes has no values before. Throws if the service
 * fails, and `earlier` does not have the values.
 */
async function prepareRecording(
  session: Session,
  run: Run | undefined,
  changes: readonly Change[],
  { concurrency }: BulkFlags,
  known: Pick<ReadingFlags, 'earlier' | 'states'> = {},
): Promise<Prepared> {
  const { recorder } = await import('./undo/recording.ts');
  await import('../model/effects/things.ts');
  const { operationOf } = await import('../model/operations.ts');
  const sendings = changes.map(({ operation, input }, place): Recorded | undefined => {
    const attempts = run?.history(place)?.attempts ?? [];
    const isRead = attempts.some(({ before }) => before !== undefined);
    // What the same run makes has no values before.
    const known = mapMade(input, () => theMade) as AnyInput;
    return { op: operationOf(operation), input: known, isRead, before: run?.before(place) };
  });
  const values: { task: number; values: readonly State[] }[] = [];
  const recording = await recorder(session, sendings, {
    undo: true,
    concurrency,
    ...known,
    needsAll: true,
    onRead(read) {
      for (const [task, found] of read.entries()) if (found) values.push({ task, values: found });
    },
  });
  return { recording, values };
}

function listingOf(
  { changes, memberships }: ChangesWork,
  {
    people = new Map(),
    shown = changes,
    effects,
  }: Pick<ChangeJob, 'people' | 'shown'> & { readonly effects: PlanEffects | undefined },
): ResultListing {
  const listing = memberships ? membershipListing(changes, memberships, people) : changeListing(shown);
  return effects ? { ...listing, view: viewWithEffects(listing.view, effects) } : listing;
}

/** Prints the rows of work that is not done now. */
function showRows(
  session: Session,
  listing: ResultListing,
  statusOf: (place: number) => string,
  effects?: PlanEffects,
): Promise<void> {
  const show = rowShower(listing, (place) => ({ state: statusOf(place) }));
  session.summary.addResults(() => listing.rows.map(show), { blocks: shownBlocks(effects) });
  return session.out.list(
    inOrder(listing.rows, () => undefined, createResults(0), show),
    listing.view,
  );
}

/** Makes a function that returns a row as it is printed; what does not change is `unchanged`. */
function rowShower({ placeOf, show }: ResultListing, resultOf: (place: number) => ShownResult | undefined) {
  return (row: unknown): object => {
    const place = placeOf(row);
    const result = place === undefined ? undefined : resultOf(place);
    return show(row, result?.state ?? 'unchanged', result);
  };
}
