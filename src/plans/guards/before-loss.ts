import type { AnyInput } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { App } from '../../cli/session/app.ts';
import { assertNothingHeld } from './held-back.ts';
import { judge } from './judge.ts';
import { fallingRole } from './permissions.ts';
import { lossPhrases } from './questions.ts';

/** The guards, and on a terminal a question, before one valid request that changes roles or memberships. */
export async function beforeLoss(app: App, op: Operation, given: AnyInput): Promise<void> {
  const sending = { op, input: await app.names.resolved(op, given) };
  const judgement = await judge(app, [sending]);
  assertNothingHeld(judgement.held);
  if (!judgement.known.asks) return;
  const permission = await fallingRole(app, sending);
  const phrases = permission === undefined ? lossPhrases(judgement) : [permission];
  if (phrases.length > 0) await app.confirm(`${phrases.join('; ')}?`);
}
