import { join } from 'node:path';
import { counted } from '../text/words.ts';
import type { Session } from '../work/run/session.ts';
import { grownRecord } from './chain.ts';
import { type ReviewFile, type ReviewFolder, reviewFiles, sealText, textIn, writeReview } from './folder.ts';
import { choosing } from './grants.ts';
import { packetFiles, populationCells, populationColumns, type ReviewRow, reviewMark } from './open.ts';
import type { ReviewPlan } from './plan.ts';
import type { ReviewPlanDocument } from './show-plan.ts';
import {
  firstPacketOf,
  type GrantOutcome,
  isDone,
  type PresentGrants,
  readOutcome,
  roundOf,
} from './state.ts';
import { tableText } from './table.ts';
import { grantWords } from './words.ts';

/** A review whose decisions were carried out. */
export interface Closed {
  /** The plan, without the grants before: there may be very many. */
  readonly plan: Omit<ReviewPlan, 'present'>;
  readonly after: PresentGrants;
  readonly stored: ReviewPlanDocument | undefined;
}

/** Writes what became of the decisions, the state afterwards, and packets that ask again. */
export async function recordOutcome(session: Session, opened: ReviewFolder, closed: Closed): Promise<void> {
  const { files, clock } = session.system;
  const { folder, entries } = opened;
  const { plan } = closed;
  const outcomes = outcomesOf(closed);
  const { values, last, text } = await readOutcome(files, folder, entries);
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
  const written = await writeReview(files, folder, entries, [
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
