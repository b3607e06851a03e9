import { mayOpenWith } from '../api/contract/effect.ts';
import { UsageError } from '../errors.ts';
import type { GuardReads } from '../work/guards/guard-reads.ts';
import { heldBack } from '../work/guards/held-back.ts';
import { type Judgement, judgeRequests } from '../work/guards/judge-requests.ts';
import { judgeRemaining } from '../work/guards/judge-work.ts';
import type { judgeOpening } from '../work/guards/opening.ts';
import { endingPhrases, lossPhrases } from '../work/guards/questions.ts';
import { endedBy, type Sending } from '../work/guards/requests.ts';
import type { PlanEffects } from '../work/plan-document.ts';
import { effectsOf, showEffectsOf } from '../work/plan-effects.ts';
import { mayBeDone } from '../work/run/execute.ts';
import type { Run } from '../work/run/run.ts';
import type { Session } from '../work/run/session.ts';
import type { RecordFlags } from './carry-out.ts';
import type { Preflight, Question } from './lines.ts';
import { type CheckedRow, type GuardedRows, isChange } from './rows.ts';

/**
 * Checks rows before their first request: guards check all rows together, including those of other shards; then one
 * question covers the rows of this process. What these open and lose is shown before the question, and by a dry run. Of a
 * run that is resumed, only what is left is judged, and nothing is asked: it was agreed to. Throws `UsageError` if a guard
 * refuses them, or the user does not agree.
 */
export async function guardRows(
  session: Session,
  all: readonly CheckedRow[],
  own: readonly CheckedRow[],
  { undo = true }: RecordFlags,
  earlier: Run | undefined,
): Promise<GuardedRows> {
  if (earlier) return judgeRemaining(session, { run: earlier, sendings: sendingsOf(earlier, own) });
  const asks = session.asksFirst();
  const changes = requestsOf(all);
  // Nothing is read for a required question without a terminal, because it fails anyway.
  const isSilent = !asks || !session.canAsk();
  if (isSilent) await confirmRows(session, own, undo);
  if (isSilent && !session.dryRun && changes.length > 0) await session.beforeChange();
  const judgement = await judgeRequests(session, changes, { inBulk: true });
  const opening = await openingOf(session, changes, judgement.known);
  const { known } = judgement;
  const held = heldBack(session, [...judgement.held, ...opening.held]);
  if (session.dryRun)
    return { known, held, effects: await showEffectsOf(session, requestsOf(own), known.reader) };
  const shown = asks ? await confirmRows(session, own, undo, judgement, opening.question) : undefined;
  const effects =
    shown ?? (session.summary.isWanted ? await effectsOf(requestsOf(own), known.reader) : undefined);
  return { known, held, ...(effects && { effects }) };
}

function sendingsOf(run: Run, rows: readonly CheckedRow[]): (Sending | undefined)[] {
  return rows.map(({ preflight }, index) =>
    isChange(preflight) ? { ...preflight, mayBeDone: mayBeDone(run, index) } : undefined,
  );
}

function requestsOf(rows: readonly CheckedRow[]) {
  return rows.map(({ preflight }) => preflight).filter(isChange);
}

/** Judges what rows open, if any of them may. */
async function openingOf(
  session: Session,
  changes: readonly Preflight[],
  { reader, limits }: GuardReads,
): ReturnType<typeof judgeOpening> {
  if (!changes.some(({ op, input }) => mayOpenWith(op, input))) return { held: [] };
  const { judgeOpening } = await import('../work/guards/opening.ts');
  return judgeOpening(session, changes, reader, limits);
}

/**
 * Asks one question for all rows that need one, and names what is lost, if it is known. Resolves with what they open and lose, if a
 * person has seen it.
 */
async function confirmRows(
  session: Session,
  rows: readonly CheckedRow[],
  undo: boolean,
  judgement?: Judgement,
  opening?: string,
): Promise<PlanEffects | undefined> {
  const asking = rows.map(({ preflight }) => preflight).filter(({ question }) => question !== undefined);
  // On a terminal, the question names the losses team by team.
  const ended = asking
    .flatMap(endedBy)
    .filter(({ resource }) => judgement === undefined || resource.kind !== 'team-member');
  const [other, ...others] = asking.filter((one) => endedBy(one).length === 0);
  const { act, besides } = other?.question
    ? await asked(session, other.question)
    : { act: undefined, besides: undefined };
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const phrases = [
    ...endingPhrases(ended, judgement?.known),
    ...(judgement ? lossPhrases(judgement) : []),
    ...(opening === undefined ? [] : [opening.replace(/\?$/, '')]),
    ...(act === undefined ? [] : [`${act}${more}`]),
  ];
  if (phrases.length === 0) return undefined;
  const question = [`${phrases.join('; ')}?`, besides].filter(Boolean).join(' ');
  if (!judgement || !session.canAsk()) {
    await session.confirm(question);
    return undefined;
  }
  const changes = requestsOf(rows);
  const effects = await showEffectsOf(session, changes, judgement.known.reader);
  const { longReading } = await import('../work/undo/states-before.ts');
  const reading = undo ? await longReading(session, changes, judgement.known.reader) : undefined;
  await session.confirm(question, 'service', reading);
  return effects;
}

/** Returns the question of a row, with the title of its thing if a person reads it, and with its last sentence. */
async function asked(
  { names }: Session,
  { text, about }: Question,
): Promise<{ act: string; besides: string }> {
  const [, act = '', besides = ''] = /^(.*)\?(?: (.*))?$/s.exec(text) ?? [];
  if (!about || !act.includes(about.called)) return { act, besides };
  const name = await names.nameOf(about.kind, about.id).catch((error: unknown) => {
    // The row itself says what the thing is in.
    if (error instanceof UsageError) return about.called;
    throw error;
  });
  return { act: act.replace(about.called, name), besides };
}
