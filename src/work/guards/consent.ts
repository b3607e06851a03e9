import { paramNames } from '../../api/client/request.ts';
import { mayOpenWith } from '../../api/contract/effect.ts';
import { NothingCalled } from '../../errors.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import { loadKindsOf } from '../../model/effects/load-kinds.ts';
import { finalReason } from '../../model/effects/restoring.ts';
import { wordOf } from '../../model/resource.ts';
import { isKind, partOf, resourceOf } from '../../model/resources.ts';
import { called } from '../../text/called.ts';
import { type Session, sessionReader } from '../run/session.ts';
import { endedBy, sendingOf } from './requests.ts';

/**
 * Called with each request of a single command that changes something, before it leaves or a dry run shows it. Asks about what
 * no one has asked yet: what a plain address takes away, what a request opens, and what nothing takes back. Throws `UsageError`
 * if a guard refuses it, or the user does not agree.
 */
export async function beforeSending(session: Session, sent: ChangingRequest): Promise<void> {
  const request = await knownRequest(sent);
  const { op } = request;
  if (op !== sent.op) await beforeTaking(session, request);
  if (mayOpenWith(op, request.input)) await (await import('./opening.ts')).beforeOpening(session, request);
  if (session.hasAgreed()) return;
  const question = await finalQuestion(request);
  if (question !== undefined) await session.confirm(question);
}

/** Returns a request with its operation of the contract, also where it names only an address. */
async function knownRequest(request: ChangingRequest): Promise<ChangingRequest> {
  if (await partOf(request.op)) return request;
  return (await import('../../model/operations.ts')).inContract(request);
}

/** Asks about what a request ends or lowers. */
async function beforeTaking(session: Session, { op, input }: ChangingRequest): Promise<void> {
  const { askAlone, beforeLoss } = await import('./take-away.ts');
  // A person whom the organization does not have joins nothing.
  const given = await session.names.resolved(op, input).catch((error: unknown) => {
    if (error instanceof NothingCalled) return input;
    throw error;
  });
  const [ended] = endedBy(await sendingOf(op, given));
  if (ended) await askAlone(session, ended);
  else await beforeLoss(session, op, given);
}

/** Returns the question before a request that nothing takes back; `undefined` for others. */
export async function finalQuestion(request: ChangingRequest): Promise<string | undefined> {
  await loadKindsOf(request);
  const reason = await finalReason(request);
  if (reason === undefined) return undefined;
  const { summary, path } = request.op;
  const [kind = '', id = ''] = lastParam(path, request.input.params);
  const thing = called(isKind(kind) ? wordOf(await resourceOf(kind)) : kind, { id, title: '' });
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}: ${thing}? ${finalSentence(reason)}`;
}

/** Asks before a request that nothing takes back. A person sees first what it opens and takes. */
export async function confirmFinal(
  session: Session,
  request: ChangingRequest,
  question: string,
): Promise<void> {
  await loadKindsOf(request);
  if (session.asksFirst() && session.canAsk()) {
    const { op, input } = request;
    const ids = { op, input: await session.names.resolved(op, input) };
    const { showRequestEffects } = await import('../plan-effects.ts');
    await showRequestEffects(session, ids, sessionReader(session));
  }
  const reason = await finalReason(request);
  const asked = /[.?!]$/.test(question) ? question : `${question}.`;
  await session.confirm(reason === undefined ? question : `${asked} ${finalSentence(reason)}`);
}

function finalSentence(reason: string): string {
  return `Undo cannot take this back: ${reason}`;
}

function lastParam(path: string, params: Readonly<Record<string, string>> = {}): readonly string[] {
  const name = paramNames(path).at(-1) ?? '';
  return [name, params[name] ?? ''];
}
