import type { AnyInput } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Session } from '../run/session.ts';
import { assertNothingHeld } from './held-back.ts';
import { judgeRequests } from './judge-requests.ts';
import { mayTake } from './lowering.ts';
import { fallingAccess } from './permissions.ts';
import { lossPhrases } from './questions.ts';
import { sendingOf } from './requests.ts';

/** Checks the guards, and asks, before one valid request that changes roles or memberships. */
export async function beforeLoss(session: Session, op: Operation, given: AnyInput): Promise<void> {
  if (!(await mayTake(op, given))) return;
  const sending = await sendingOf(op, await session.names.resolved(op, given));
  const judgement = await judgeRequests(session, [sending]);
  assertNothingHeld(judgement.held);
  if (!session.asksFirst()) return;
  const permission = await fallingAccess(session, sending);
  const phrases = permission === undefined ? lossPhrases(judgement) : [permission];
  if (phrases.length > 0) await session.confirm(`${phrases.join('; ')}?`);
}
