import type { AnyInput } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { PersonFacts } from '../../domain/people.ts';
import { titleOf } from '../../model/effects/touches.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { type Ending, shownKind } from '../../model/resource.ts';
import type { Session } from '../run/session.ts';
import { contentsOf } from './contents.ts';
import type { GuardReads } from './guard-reads.ts';
import { assertNotHeld } from './held-back.ts';
import { judgeRequests } from './judge-requests.ts';
import { mayEndOrLower } from './lowering.ts';
import { labelOf } from './names.ts';
import { loweredAccess } from './permissions.ts';
import { endingQuestion, lossPhrases } from './questions.ts';
import { type Ended, endedBy, requestOf, sendingOf } from './requests.ts';
import { knownThing, readThing } from './things.ts';

const past: Readonly<Record<Ending['act'], string>> = {
  delete: 'deleted',
  remove: 'removed',
  transfer: 'transferred',
  unpublish: 'unpublished',
};

/** Checks the guards, and asks, before one valid request that changes roles or memberships. */
export async function beforeLoss(session: Session, op: Operation, given: AnyInput): Promise<void> {
  if (!(await mayEndOrLower(op, given))) return;
  const sending = await sendingOf(op, await session.names.resolved(op, given));
  const judgement = await judgeRequests(session, [sending]);
  await assertNotHeld(session, sending, judgement.held);
  if (!session.asksFirst()) return;
  const permission = await loweredAccess(session, sending);
  const phrases = permission === undefined ? lossPhrases(judgement) : [permission];
  if (phrases.length > 0) await session.confirm(`${phrases.join('; ')}?`);
}

/**
 * Ends one thing: reads its name, asks, sends the request, and prints what was deleted. Throws `UsageError` if a guard
 * refuses it, or the user does not agree.
 */
export async function takeAway(session: Session, op: Operation, given: AnyInput): Promise<void> {
  session.api.assertValid(op, given);
  const input = await session.names.resolved(op, given);
  const [ended] = endedBy(await sendingOf(op, input));
  if (!ended) throw new Error(`${op.id} ends nothing that is known`);
  const item = session.isRow ? await askAsRow(session, ended) : await askAlone(session, ended);
  await session.api.call(op, input);
  const { ending, resource, id, params } = ended;
  const done = past[ending.act];
  const { org: _, ...around } = params;
  const outcome = { kind: shownKind(resource), id, title: titleOf(resource, item) || null, ...around };
  await session.out.outcome(
    ending.act === 'delete' ? 'deleted' : 'removed',
    outcome,
    `${done} ${labelOf(ended, item)}`,
  );
}

/** Asks for a row. It only reports that a question is needed, because the whole work asks once. */
async function askAsRow(session: Session, ended: Ended): Promise<undefined> {
  await session.confirm(endingQuestion(ended, undefined));
}

/** Asks for a single request. Resolves with the thing as the service shows it, if the token may read it. */
export async function askAlone(session: Session, ended: Ended): Promise<unknown> {
  const asks = session.asksFirst() && session.canAsk();
  // Nothing is read for a required question without a terminal, because it fails anyway.
  if (!asks) await session.confirm(endingQuestion(ended, undefined));
  if (!asks && !session.dryRun) await session.beforeChange();
  const { held, known } = await judgeRequests(session, [ended]);
  await assertNotHeld(session, ended, held);
  if (session.dryRun) return undefined;
  const item = await findThing(known, ended);
  if (!asks) return item;
  await showBesides(session, ended, known);
  const { longReading } = await import('../undo/states-before.ts');
  const reading = session.isRecorded ? await longReading(session, [ended], known.reader) : undefined;
  const question = endingQuestion(ended, item, await contentsOf(known, ended, item));
  await session.confirm(question, 'service', reading);
  return item;
}

/** Shows what a deletion opens, and loses beside the thing that the question names. */
async function showBesides(session: Session, ended: Ended, { reader }: GuardReads): Promise<void> {
  const { effectsOf } = await import('../plan-effects.ts');
  const effects = await effectsOf([requestOf(ended)], reader);
  const { opens, loses, addresses } = effects;
  if (opens.length + loses.length + addresses.length <= 1) return;
  const { showPlanEffects } = await import('../show-effects.ts');
  await session.out.plan((out) => showPlanEffects(out, effects));
}

/** Returns a thing that was read before, or reads it. Throws if it does not exist (404). */
async function findThing(known: GuardReads, ended: Ended): Promise<unknown> {
  const { resource, id, params } = ended;
  const found = knownThing(known, ended);
  if (found !== undefined) return found;
  // The guard has read the list of the team.
  if (resource.kind === 'team-member')
    return teamMember(known.members.get(params.org ?? '')?.get(asId<'user'>(id)));
  // A read would only show whether the thing exists, which the deletion reports as well.
  if (resource.title === undefined) return undefined;
  // A token may delete things that it may not read.
  const thing = await orUnknown(readThing(known, ended), [403]);
  return isUnknown(thing) ? undefined : thing;
}

/** Returns a person in the form of a team's list. */
function teamMember(person: PersonFacts | undefined): unknown {
  return person && { organization: { user: { displayName: person.name, email: person.email } } };
}
