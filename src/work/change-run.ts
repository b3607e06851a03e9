import type { AnyInput } from '../api/client/request.ts';
import { type Change, madeIn } from '../domain/change.ts';
import type { MembershipReport } from '../domain/memberships/report.ts';
import type { Names } from '../domain/people.ts';
import { counted } from '../text/plural.ts';
import type { Since } from './changed-since.ts';
import type { GuardLimits } from './guards/judge.ts';
import type { InputFile, PieceState, RunWork, ValuesBefore } from './journal/journal.ts';
import type { Recording } from './journal/journaled-client.ts';
import { changeListing, type Listing, membershipListing, type ShownResult } from './listings.ts';
import { type BulkFlags, doneBefore, executeRun } from './run/execute.ts';
import { createResults, inOrder, type Results } from './run/results.ts';
import { type Run, startRun } from './run/run.ts';
import type { Session } from './run/session.ts';
import type { EarlierLists } from './undo/reader.ts';
import type { Recorded } from './undo/recording.ts';

/** Changes that a run makes. */
export interface ChangeJob {
  /** The command, in words: `teams members sync`. */
  readonly command: string;
  /** Each change comes after those that it requires. */
  readonly changes: readonly Change[];
  /** The memberships to report on, instead of the changes. */
  readonly memberships?: MembershipReport | undefined;
  /** Names of the people in the report; if absent, only ids are shown. */
  readonly names?: Names | undefined;
  /** The file that the changes come from. */
  readonly input?: InputFile | undefined;
  /** Whether the values before are read and recorded; if not, the changes have them. */
  readonly isRecorded?: true | undefined;
  /** Returns, once, the lists that the changes were planned on. Values that cannot be read again are those. */
  takeEarlier?(): EarlierLists | undefined;
  /** What the changes do to the structure of sites, for undo. */
  readonly structure?: unknown;
  /** The path of the journal; in the folder of journals if absent. */
  readonly journal: string | undefined;
  /** The run that this work undoes. */
  readonly undoes?: Run | undefined;
  /** The limits of the guards. @default those of the session */
  readonly limits?: GuardLimits | undefined;
}

const nameless: Names = () => undefined;

/**
 * Makes changes in a new run, and prints a row for each of them, or for each membership; a dry run only prints. Throws
 * `Unfinished` if something is left, and `ProcessingFailed` if the result reads otherwise.
 */
export async function applyChanges(session: Session, job: ChangeJob, flags: BulkFlags): Promise<void> {
  const { command, changes, memberships, names, input, isRecorded, structure, journal, undoes, limits } = job;
  session.assertAllowed?.(changes.map(({ operation }) => operation));
  const work = { kind: 'changes', changes, memberships, input, isRecorded, structure } as const;
  if (session.dryRun) {
    session.onIntended?.(changes);
    return showRows(session, listingOf(work, names), () => 'planned');
  }
  if (changes.length === 0) {
    await showRows(session, listingOf(work, names), () => 'unchanged');
    return session.out.done('nothing to do');
  }
  const prepared =
    isRecorded && (await prepareRecording(session, undefined, changes, flags, job.takeEarlier?.()));
  const run = await startRun(session, { command, work, path: journal, undoes, limits });
  await runChanges(session, run, work, flags, { names, prepared });
}

type ChangesOfRun = Pick<
  RunWork & { kind: 'changes' },
  'changes' | 'memberships' | 'isRecorded' | 'structure'
>;

/** Makes the remaining changes of a run. Throws as {@link applyChanges} does. */
export async function runChanges(
  session: Session,
  run: Run,
  work: ChangesOfRun,
  flags: BulkFlags,
  more: { readonly names?: Names | undefined; readonly prepared?: Prepared | undefined } = {},
): Promise<void> {
  const { changes, memberships } = work;
  const listing = listingOf(work, more.names);
  if (session.dryRun)
    return showRows(session, listing, (place) => (doneBefore(run, place) ? 'done' : 'planned'));
  const { changeWork } = await import('./change-work.ts');
  const since = await sinceOf(session, run, work, flags);
  const { recording, values = [] } =
    more.prepared ?? (work.isRecorded ? await prepareRecording(session, run, changes, flags) : {});
  if (values.length > 0) await run.write({ type: 'values', before: values });
  await executeRun(
    session,
    {
      run,
      work: await changeWork(session, changes, run, {
        since,
        recording,
        looksFirst: work.isRecorded,
        // Memberships have no secrets.
        ...(!memberships && { withTexts: await textsOf(session, changes) }),
      }),
      what: memberships ? ' requests' : ' changes',
      listsErrors: true,
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
        session.summary.addResults(() => listing.rows.map(rowShower(listing, get)), left ? undefined : undo);
        if (left) return;
        await session.out.done(`done: ${counted(count('done'), 'request')}; ${undo}`);
      },
    },
    flags,
  );
  if (!memberships?.isReadBack) return;
  const { verifyMemberships } = await import('./verify-memberships.ts');
  await verifyMemberships(session, changes, flags);
}

/** Returns what others have changed since an earlier process has begun the run, by the index of the change. */
async function sinceOf(session: Session, run: Run, work: ChangesOfRun, { concurrency }: BulkFlags) {
  if (!run.isResumed) return undefined;
  const { readSince } = await import('./changed-since.ts');
  return readSince(session, run, work, concurrency);
}

/** Returns whether all failed changes are conflicts, or need one that is. */
function hasOnlyConflicts(
  changes: readonly Change[],
  since: ReadonlyMap<number, Since>,
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

/** Returns what puts the texts of files in the places of references to them. */
async function textsOf(session: Session, changes: readonly Change[]) {
  const { readFileTexts } = await import('./file-texts.ts');
  return readFileTexts(session, changes);
}

/** How requests are recorded, and the values before that were read for it. */
interface Prepared {
  readonly recording: (place: number) => Recording;
  readonly values: ValuesBefore['before'];
}

/**
 * Prepares how requests are recorded: with the values before, read now as far as no earlier process of `run` has read them.
 * What a request changes in a thing that the same run makes is read when the request is sent. Throws if the service
 * fails, and `earlier` does not have the values.
 */
async function prepareRecording(
  session: Session,
  run: Run | undefined,
  changes: readonly Change[],
  { concurrency }: BulkFlags,
  earlier?: EarlierLists,
): Promise<Prepared> {
  const { recorder } = await import('./undo/recording.ts');
  const { operationOf } = await import('../model/operations.ts');
  const sendings = changes.map(({ operation, input }, place): Recorded | undefined => {
    if (madeIn(input).length > 0) return undefined;
    const attempts = run?.history(place)?.attempts ?? [];
    const isRead = attempts.some(({ before }) => before !== undefined);
    return { op: operationOf(operation), input: input as AnyInput, isRead, before: run?.before(place) };
  });
  const values: { task: number; values: readonly PieceState[] }[] = [];
  const recording = await recorder(session, sendings, {
    undo: true,
    concurrency,
    earlier,
    needsAll: true,
    onRead(read) {
      for (const [task, found] of read.entries()) if (found) values.push({ task, values: found });
    },
  });
  return { recording, values };
}

function listingOf({ changes, memberships }: ChangesOfRun, names = nameless): Listing {
  return memberships ? membershipListing(changes, memberships, names) : changeListing(changes);
}

/** Prints the rows of work that is not done now. */
function showRows(session: Session, listing: Listing, statusOf: (place: number) => string): Promise<void> {
  const show = rowShower(listing, (place) => ({ state: statusOf(place) }));
  session.summary.addResults(() => listing.rows.map(show));
  return session.out.list(
    inOrder(listing.rows, () => undefined, createResults(0), show),
    listing.view,
  );
}

/** Makes a function that returns a row as it is printed; what does not change is `unchanged`. */
function rowShower({ placeOf, show }: Listing, resultOf: (place: number) => ShownResult | undefined) {
  return (row: unknown): object => {
    const place = placeOf(row);
    const result = place === undefined ? undefined : resultOf(place);
    return show(row, result?.state ?? 'unchanged', result);
  };
}
