import { firstNames } from '../../domain/people.ts';
import { type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { Blocks } from '../plan-document.ts';
import type { JudgedOptions } from '../reach/blocks.ts';
import type { JudgedRequest } from '../reach/steps.ts';
import { type Session, sessionReader } from '../run/session.ts';
import { assertNotHeld } from './held-back.ts';
import type { GuardLimits } from './judge.ts';
import { requestOf } from './requests.ts';
import type { Objection } from './rules.ts';

const acts: Readonly<Record<HeldGrade, string>> = {
  public: 'open to the public',
  administrators: 'give the rights of administrators',
};

/** So many openings of a grade are named in an objection. */
const mostNamed = 10;

/** Says what openings do to whom, in a phrase for each grade that matters: `open to the public: site Docs: unlisted → public`. */
function openingPhrases(openings: Blocks['opens'], allowed: readonly HeldGrade[] = []): string[] {
  return heldGrades.flatMap((grade) => {
    const texts = openings.flatMap((one) =>
      one.grade === grade && !allowed.includes(grade) ? one.text : [],
    );
    return texts.length === 0 ? [] : [`${acts[grade]}: ${firstNames(texts, mostNamed)}`];
  });
}

/** Returns the objection to what several changes open, unless it is allowed. */
export function openingObjections(
  openings: Blocks['opens'],
  { allowOpening = [] }: Pick<GuardLimits, 'allowOpening'>,
): Objection[] {
  const phrases = openingPhrases(openings, allowOpening);
  if (phrases.length === 0) return [];
  const grades = heldGrades.flatMap((grade) =>
    openings.some((one) => one.grade === grade) && !allowOpening.includes(grade) ? [grade] : [],
  );
  return [{ message: `it would ${phrases.join('; and ')}`, lifts: [{ limit: 'allowOpening', grades }] }];
}

/** What is said of what requests open. */
export interface OpeningJudgement {
  /** Objections to several changes; those of a dry run refuse nothing. */
  readonly held: readonly Objection[];
  /** The question about what is not held, if nothing has answered it. */
  readonly question?: string | undefined;
}

/**
 * Judges what requests open. Several changes are refused unless it is allowed; all others are asked for.
 * Reads nothing that no answer depends on.
 */
export async function judgeOpening(
  session: Pick<Session, 'asksFirst'>,
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
  { allowOpening = [] }: GuardLimits,
  options: JudgedOptions = {},
): Promise<OpeningJudgement> {
  const { isOneChange, openingsOf, worstIn } = await import('../reach/blocks.ts');
  const worst = await worstIn(requests);
  const isAllowed =
    (await isOneChange(requests)) || [...worst].every((grade) => allowOpening.includes(grade));
  const asks = session.asksFirst();
  if (worst.size === 0 || (isAllowed && !asks)) return { held: [] };
  const openings = await openingsOf(requests, reader, options);
  const held = isAllowed ? [] : openingObjections(openings, { allowOpening });
  const phrases = asks && held.length === 0 ? openingPhrases(openings) : [];
  return { held, question: phrases.length > 0 ? `${phrases.join('; and ')}?` : undefined };
}

/** Asks before one request of the line opens something. Throws `UsageError` if the user does not agree, or a guard refuses it. */
export async function beforeOpening(session: Session, request: ChangingRequest): Promise<void> {
  // One answer is for all of it.
  if (!session.asksFirst() && !request.op.takes?.includes('several')) return;
  const requests = [requestOf(request)];
  const { held, question } = await judgeOpening(session, requests, sessionReader(session), session.limits);
  await assertNotHeld(session, request, held);
  if (question !== undefined) await session.confirm(question);
}
