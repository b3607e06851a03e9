import { join } from 'node:path';
import { DocsAdminError, Interrupted, OutOfDate, Unfinished } from '../errors.ts';
import { shortened } from '../text/shortened.ts';
import { counted } from '../text/words.ts';
import { applyChanges } from '../work/change-run.ts';
import { differenceLines } from '../work/change-words.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { freshReader, type Session } from '../work/run/session.ts';
import { grownRecord } from './chain.ts';
import { renamedChanges } from './changes.ts';
import {
  isUnfinished,
  type Review,
  type ReviewFile,
  type ReviewFolder,
  readReview,
  reviewFiles,
  sealText,
  textIn,
  writeReview,
} from './folder.ts';
import { choosing } from './grants.ts';
import { packetFiles, populationCells, populationColumns, type ReviewRow, reviewMark } from './open.ts';
import { guardReview, planReview, type ReviewPlan, readPresentGrants } from './plan.ts';
import {
  objectionsTo,
  type ReviewPlanDocument,
  reviewPlanDocument,
  showReview,
  storedGrant,
} from './show-plan.ts';
import {
  coveredText,
  decisionOf,
  firstPacketOf,
  type GrantOutcome,
  isDone,
  type PresentGrants,
  type ReviewState,
  readOutcome,
  readState,
  roundOf,
} from './state.ts';
import { tableText } from './table.ts';
import { grantWords } from './words.ts';

/** Plans the decisions of a review, shows the plan, and writes it. Resolves with it; sends nothing. */
export async function planDecisions(session: Session, folder: string): Promise<ReviewPlanDocument> {
  const { files } = session.system;
  const opened = await readReview(files, folder, ({ name }) => name === reviewFiles.plan);
  const plan = await planReview(session, opened, await readState(files, opened));
  await showReview(session, plan);
  const objections = await objectionsTo(session, plan);
  for (const one of objections) await session.out.warn(`a guard refuses this: ${one}`);
  const document = reviewPlanDocument(opened.review.organization, plan, objections);
  const entries = await writeReview(files, opened, [planFile(document)]);
  await session.out.done(`wrote ${join(folder, reviewFiles.plan)}; ${sealText(entries)}`);
  return document;
}

function planFile(document: ReviewPlanDocument): ReviewFile {
  return { name: reviewFiles.plan, text: [`${JSON.stringify(document, null, 1)}\n`] };
}

interface CloseFlags extends RunFlags {
  readonly allowOpen?: true | undefined;
}

/**
 * Carries the decisions of a review out, and writes what became of each, and the state afterwards. Throws `Unfinished`: exit
 * code 11 for open grants, 12 for what has changed or could not be read; `OutOfDate` if the plan in the folder is another one.
 */
export async function closeReview(session: Session, folder: string, flags: CloseFlags): Promise<void> {
  const { files } = session.system;
  const opened = await readReview(files, folder, (fault) => {
    if (isUnfinished(reviewFiles.outcome)(fault) || fault.name === reviewFiles.after) return true;
    return fault.isUnlisted === true && /^packets\/.*\.\d+\.(?:csv|html)$/.test(fault.name);
  });
  const state = await readState(files, opened);
  assertMayClose(opened.review, state, flags);
  const { failure, entries, stored, present, ...plan } = await carriedOut(session, opened, state, flags);
  const after = present ?? (await readPresentGrants(session, freshReader(session), opened, plan));
  await recordOutcome(session, { ...opened, entries }, { plan, after, stored });
  if (failure) throw failure;
  assertNothingLeft(opened, plan, after);
}

/** A plan that was carried out, as far as the service allowed it. */
interface CarriedOut extends Omit<ReviewPlan, 'present'> {
  readonly entries: ReviewFolder['entries'];
  readonly stored: ReviewPlanDocument | undefined;
  /** The error if something is left: the outcome is recorded all the same. */
  readonly failure: DocsAdminError | undefined;
  /** The grants; absent if something was sent. */
  readonly present?: PresentGrants;
}

/** Plans the decisions of a review, shows and writes the plan, asks, and sends its changes. */
async function carriedOut(
  session: Session,
  opened: ReviewFolder,
  state: ReviewState,
  { allowOpen: _, ...flags }: CloseFlags,
): Promise<CarriedOut> {
  const { present, ...plan } = await planReview(session, opened, state);
  const whole = { ...plan, present };
  const { changes, effects, naming, planned } = plan;
  const stored = await storedPlan(session, opened);
  if (stored) assertSame(opened.folder, stored, whole);
  await showReview(session, whole);
  await guardReview(session, whole);
  const document = reviewPlanDocument(opened.review.organization, whole, []);
  const changed = planned.filter(({ action }) => action === 'change').length;
  if (changes.length > 0) await session.confirm(`remove or lower ${counted(changed, 'grant')} as decided?`);
  const hasPlan = opened.entries.some(({ name }) => name === reviewFiles.plan);
  const isWritten = stored !== undefined || (changes.length === 0 && hasPlan);
  const entries = isWritten
    ? opened.entries
    : await writeReview(session.system.files, opened, [planFile(document)]);
  const done = { ...plan, entries, stored };
  try {
    const job = { command: 'access review close', changes, effects };
    await applyChanges(session, { ...job, shown: renamedChanges(changes, naming) }, flags);
    return { ...done, failure: undefined, ...(changes.length === 0 && { present }) };
  } catch (error) {
    if (!(error instanceof DocsAdminError) || error instanceof Interrupted) throw error;
    return { ...done, failure: error };
  }
}

/** Throws if decisions are missing, or a list could not be read, unless that is allowed. */
function assertMayClose(review: Review, state: ReviewState, { allowOpen }: CloseFlags): void {
  if (allowOpen) return;
  const open = [...state.grants].filter(([id, grant]) => !decisionOf(state, id, grant)).length;
  const hint = { code: 'allow-open', data: {} } as const;
  if (open > 0)
    throw new Unfinished(`${counted(open, 'grant')} open; nothing was sent`, { kind: 'no', hint });
  if (!review.complete)
    throw new Unfinished('the review is incomplete; nothing was sent', {
      kind: 'incomplete',
      details: shortened(review.unknown),
      hint,
    });
}

/** Reads the plan in the folder; `undefined` if there is none, or if it has been carried out. */
async function storedPlan(
  { system: { files } }: Session,
  opened: ReviewFolder,
): Promise<ReviewPlanDocument | undefined> {
  const entry = opened.entries.find(({ name }) => name === reviewFiles.plan);
  if (!entry) return undefined;
  const { values } = await readOutcome(files, opened);
  if (values.some(({ plan }) => plan === entry.sha256)) return undefined;
  return JSON.parse(await textIn(files, join(opened.folder, entry.name)));
}

/** Throws `OutOfDate` if the plan now changes something else. What it has changed already may be done. */
function assertSame(folder: string, { grants }: ReviewPlanDocument, { planned }: ReviewPlan): void {
  const done = new Set(planned.flatMap(({ id, action }) => (action === 'already' ? [id] : [])));
  const now = planned.map(storedGrant).filter(({ action }) => action === 'change');
  const before = grants.filter(({ grant, action }) => action === 'change' && !done.has(grant));
  const details = differenceLines(before, now, {
    key: ({ grant }) => grant,
    text: ({ grant, decision, to }) =>
      [decision, 'grant', grant, ...(to === null ? [] : ['to', to])].join(' '),
  });
  if (details.length === 0) return;
  throw new OutOfDate('the plan is out of date: it would be another one by now; nothing was sent', {
    details: shortened(details),
    hint: { code: 'plan-review', data: { folder } },
  });
}

/** Throws `Unfinished` (exit code 12) if something is asked again, or could not be read. */
function assertNothingLeft(
  { review }: ReviewFolder,
  { planned }: Pick<ReviewPlan, 'planned'>,
  { unknown }: PresentGrants,
): void {
  const again = planned.filter(({ action }) => action === 'again').length;
  const unread = [...new Set([...review.unknown, ...unknown])];
  if (again === 0 && unread.length === 0) return;
  const what = again > 0 ? [`${counted(again, 'grant')} changed since the decision, and asked again`] : [];
  const lacks = unread.length > 0 ? ['lists could not be read'] : [];
  throw new Unfinished(`not all is closed: ${[...what, ...lacks].join('; ')}`, {
    kind: 'incomplete',
    details: shortened(unread),
  });
}

/** A review whose decisions were carried out. */
interface Closed {
  /** The plan, without the grants before: there may be very many. */
  readonly plan: Omit<ReviewPlan, 'present'>;
  readonly after: PresentGrants;
  readonly stored: ReviewPlanDocument | undefined;
}

/** Writes what became of the decisions, the state afterwards, and packets that ask again. */
async function recordOutcome(session: Session, opened: ReviewFolder, closed: Closed): Promise<void> {
  const { files, clock } = session.system;
  const { folder, entries } = opened;
  const { plan } = closed;
  const outcomes = outcomesOf(closed);
  const { values, last } = await readOutcome(files, opened);
  const text = await coveredText(files, opened, reviewFiles.outcome);
  const known = new Map(values.map((value) => [value.grant, value]));
  const isNew = ({ grant, outcome, to, decision }: GrantOutcome) => {
    const before = known.get(grant);
    const isDoneBefore = before?.outcome === 'done' && outcome === 'already';
    return before?.decision !== decision || before.to !== to || (before.outcome !== outcome && !isDoneBefore);
  };
  const head = {
    closed: new Date(clock.now()).toISOString(),
    plan: entries.find(({ name }) => name === reviewFiles.plan)?.sha256 ?? null,
    decisions: plan.state.all.length,
    open: plan.open,
    complete: opened.review.complete && closed.after.unknown.length === 0,
    unknown: closed.after.unknown,
  };
  const lines = grownRecord({ text, last }, [head, ...outcomes.filter(isNew)]);
  let fresh = 0;
  function* rows(): Generator<string[]> {
    for (const row of afterRows(opened, closed)) {
      if (!plan.state.grants.has(row.id)) fresh += 1;
      yield populationCells(row);
    }
  }
  const written = await writeReview(files, opened, [
    { name: reviewFiles.outcome, text: lines },
    { name: reviewFiles.after, text: tableText(populationColumns, rows()) },
    ...(await packetsAgain(session, opened, closed)),
  ]);
  if (fresh > 0)
    await session.out.note(
      `${counted(fresh, 'grant')} new since the review was opened: see ${reviewFiles.after}`,
    );
  await session.out.done(`wrote ${join(folder, reviewFiles.outcome)}; ${sealText(written)}`);
}

function outcomesOf({ plan: { planned }, after, stored }: Closed): GrantOutcome[] {
  const before = new Map(stored?.grants.map((one) => [one.grant, one.action]));
  return planned.flatMap(({ id, action, decision: { decision, to } }): GrantOutcome[] => {
    if (action === 'keep') return [];
    const common = { grant: id, decision, to: to ?? null };
    if (action === 'change')
      return [{ ...common, outcome: isDone(after.byId.get(id), to) ? 'done' : 'failed' }];
    // An earlier process has carried the plan out, and did not come to this.
    const isOwn = action === 'already' && before.get(id) === 'change';
    return [{ ...common, outcome: isOwn ? 'done' : action }];
  });
}

/** Yields the grants afterwards that the review covers, and those that it has frozen. */
function* afterRows({ review }: ReviewFolder, { plan, after }: Closed): Generator<ReviewRow> {
  const { state, naming } = plan;
  const covers = choosing(after, review);
  const words = grantWords(after, naming);
  for (const [id, grant] of after.byId) {
    const known = state.grants.get(id);
    if (!known && !covers(grant)) continue;
    const shown = words(grant);
    const note = [shown.note, !known && 'new'].filter(Boolean).join(', ');
    yield { ...shown, note, id, grant, reviewer: known?.reviewer ?? '' };
  }
}

/** Returns a packet for each reviewer of grants that have changed, with their present state. */
async function packetsAgain(
  session: Session,
  { folder, review, entries }: ReviewFolder,
  { plan: { planned, naming }, after }: Closed,
): Promise<ReviewFile[]> {
  const words = grantWords(after, naming);
  const mark = reviewMark(await textIn(session.system.files, join(folder, reviewFiles.review)));
  return review.reviewers.flatMap((one) => {
    const { reviewer, packet } = one;
    const rows = planned.flatMap(({ id, action, reviewed }): ReviewRow[] => {
      const now = action === 'again' && reviewed.reviewer === reviewer ? after.byId.get(id) : undefined;
      return now ? [{ ...words(now), id, grant: now, reviewer }] : [];
    });
    if (rows.length === 0) return [];
    const own = entries.filter(({ name }) => firstPacketOf(name) === `packets/${packet}.csv`);
    const round = Math.max(...own.map(({ name }) => roundOf(name))) + 1;
    return packetFiles(review, {
      ...one,
      packet: `${packet}.${round}`,
      mark,
      count: rows.length,
      rows: () => rows,
    });
  });
}
