import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import { firstNames } from '../../domain/people.ts';
import { type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { partOf } from '../../model/resources.ts';
import type { Opening, OpeningRequest } from '../opening/opening.ts';
import type { OpeningOptions } from '../opening/openings.ts';
import { sessionReader } from '../run/readers.ts';
import type { Session } from '../run/session.ts';
import { assertNothingHeld } from './held-back.ts';
import type { GuardLimits } from './judge.ts';
import type { Objection } from './mass.ts';
import { requestOf } from './requests.ts';

const acts: Readonly<Record<HeldGrade, string>> = {
  public: 'open to the public',
  administrators: 'give the rights of administrators',
};

/** So many openings of a grade are named in an objection. */
const mostNamed = 10;

/** Says what openings do to whom, in a phrase for each grade that matters: `open to the public: site Docs: unlisted → public`. */
function openingPhrases(openings: readonly Opening[], allowed: readonly HeldGrade[] = []): string[] {
  return heldGrades.flatMap((grade) => {
    const texts = openings.flatMap((one) =>
      one.grade === grade && !allowed.includes(grade) ? one.text : [],
    );
    return texts.length === 0 ? [] : [`${acts[grade]}: ${firstNames(texts, mostNamed)}`];
  });
}

/** Returns the objection to what several changes open, unless it is allowed. */
export function openingObjections(
  openings: readonly Opening[],
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
interface OpeningJudgement {
  /** Objections to several changes. */
  readonly held: readonly Objection[];
  /** The question about what is not held, if nothing has answered it. */
  readonly question?: string;
}

/**
 * Judges what requests open. Several changes are refused unless it is allowed; all others are asked for.
 * Reads nothing that no answer depends on.
 */
export async function judgeOpening(
  session: Pick<Session, 'asksFirst'>,
  requests: readonly OpeningRequest[],
  reader: ServiceReader,
  { allowOpening = [] }: GuardLimits,
  options: OpeningOptions = {},
): Promise<OpeningJudgement> {
  const { isOneChange, openingsOf, worstIn } = await import('../opening/openings.ts');
  const worst = await worstIn(requests);
  const isAllowed =
    (await isOneChange(requests)) || [...worst].every((grade) => allowOpening.includes(grade));
  const asks = session.asksFirst();
  if (worst.size === 0 || (isAllowed && !asks)) return { held: [] };
  const openings = await openingsOf(requests, reader, options);
  const held = isAllowed ? [] : openingObjections(openings, { allowOpening });
  const phrases = asks && held.length === 0 ? openingPhrases(openings) : [];
  return { held, ...(phrases.length > 0 && { question: `${phrases.join('; and ')}?` }) };
}

/** Asks before one request of the line opens something. Throws `UsageError` if the user does not agree, or a guard refuses it. */
export async function beforeOpening(session: Session, op: Operation, input: AnyInput): Promise<void> {
  // One answer is for all of it.
  if (!session.asksFirst() && !op.takes?.includes('several')) return;
  const request = requestOf(await knownRequest({ op, input }));
  const { held, question } = await judgeOpening(session, [request], sessionReader(session), session.limits);
  assertNothingHeld(held);
  if (question !== undefined) await session.confirm(question);
}

/** Returns a request with its operation of the contract, also where it names only an address. */
export async function knownRequest(request: ChangingRequest): Promise<ChangingRequest> {
  if (await partOf(request.op)) return request;
  return (await import('../../model/operations.ts')).inContract(request);
}
