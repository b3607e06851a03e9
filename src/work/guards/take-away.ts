import type { AnyInput } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import type { Operation } from '../../api/contract/operation.ts';
import {
  getCollection,
  listCollectionSpaces,
  listCollections,
} from '../../api/contract/operations/collections.ts';
import { isLowerRole } from '../../domain/access/levels.ts';
import type { PersonFacts } from '../../domain/people.ts';
import { titleOf, touchesOf } from '../../model/effects/touches.ts';
import { valueAt } from '../../model/fields.ts';
import { inParallel } from '../../model/read/in-parallel.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { type Ending, shownKind } from '../../model/resource.ts';
import { partOf } from '../../model/resources.ts';
import { called } from '../../text/called.ts';
import { counted } from '../../text/words.ts';
import { type Session, sessionReader } from '../run/session.ts';
import { createGuardReads, type GuardReads } from './guard-reads.ts';
import { assertNotHeld } from './held-back.ts';
import { judgeRequests } from './judge-requests.ts';
import { mayLower, roleIn } from './lowering.ts';
import { endingQuestion, lossPhrases } from './questions.ts';
import { type Ended, endedBy, type Sending, sendingOf } from './requests.ts';
import { fromOf, knownThing, labelOf, readThing, thingName } from './things.ts';

export const past: Readonly<Record<Ending['act'], string>> = {
  delete: 'deleted',
  remove: 'removed',
  transfer: 'transferred',
  unpublish: 'unpublished',
};

/** Checks the guards, and asks, before one valid request that changes roles or memberships. */
export async function beforeLoss(session: Session, op: Operation, given: AnyInput): Promise<void> {
  if (!touchesOf(await partOf(op), given).some(mayLower)) return;
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
  // A row only reports that a question is needed, because the whole work asks once.
  if (session.isRow) await session.confirm(endingQuestion(ended, undefined));
  const item = session.isRow ? undefined : await askAlone(session, ended);
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
  const { showRequestEffects } = await import('../plan-effects.ts');
  await showRequestEffects(session, ended, known.reader);
  const { longReading } = await import('../undo/states-before.ts');
  const reading = session.isRecorded ? await longReading(session, [ended], known.reader) : undefined;
  const question = endingQuestion(ended, item, await contentsOf(known, ended, item));
  await session.confirm(question, 'service', reading);
  return item;
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

/** Says what a request takes from a team or from everyone on a collection or a space, for a question; `undefined` if nothing. */
async function loweredAccess(session: Session, sending: Sending): Promise<string | undefined> {
  const [touch] = touchesOf(sending.part, sending.input);
  return touch?.kind === 'collection'
    ? loweredLevel(session, touch.ids.collection ?? '', touch.sets?.defaultLevel)
    : loweredRole(session, sending);
}

/** Says how the default level of a collection becomes lower. */
async function loweredLevel(
  session: Session,
  collection: string,
  level: unknown,
): Promise<string | undefined> {
  const to = typeof level === 'string' ? level : null;
  const { id, title, defaultLevel: from } = await sessionReader(session).need(getCollection, { collection });
  if (from == null || (to !== null && !isLowerRole(from, to))) return undefined;
  const name = called('collection', { id, title: title ?? '' });
  return `lower the default level of ${name} from ${from} to ${to ?? 'guest'}`;
}

/** Says what a team loses on a collection or a space, for a question; `undefined` if it loses nothing. */
async function loweredRole(session: Session, sending: Sending): Promise<string | undefined> {
  const { input, part } = sending;
  const { team = '', ...params } = input.params ?? {};
  const [touch] = touchesOf(part, input);
  const role = touch && roleIn(touch);
  const resource = part?.resource;
  const ending = resource?.endings?.set;
  if (!resource || !ending || role === undefined) return undefined;
  const ended = { ...sending, resource, ending, id: team, params };
  const item = await readThing(createGuardReads(session, { single: true }), ended);
  const from = valueAt(item, 'permission');
  if (typeof from !== 'string' || !isLowerRole(from, role)) return undefined;
  const name = `team ${thingName(resource, team, item)}${fromOf(ended)}`;
  if (role === null) return `take the role ${from} from ${name}`;
  return `lower the role of ${name} from ${from} to ${role}`;
}

const readsAtOnce = 8;

/**
 * Says what is deleted together with a thing: `4 collections and 12 spaces in it are deleted too`; `undefined` if it is
 * not counted.
 */
async function contentsOf(
  known: GuardReads,
  { resource, ending, id }: Ended,
  item: unknown,
): Promise<string | undefined> {
  const count = (path: string) => {
    const value = valueAt(item, path);
    return typeof value === 'number' ? value : undefined;
  };
  if (ending.act !== 'delete') return undefined;
  if (resource.kind === 'collection') return collectionContents(known, id, item);
  const [members, spaces] = [count('members'), count('siteSpaces')];
  if (resource.kind === 'team' && members !== undefined)
    return `Its ${counted(members, 'member')} ${members === 1 ? 'loses' : 'lose'} the access that it gives them`;
  if (resource.kind === 'site' && spaces !== undefined)
    return `It goes offline with its ${counted(spaces, 'space')}. Undo does not bring back its customizations and share links`;
  return undefined;
}

async function collectionContents(known: GuardReads, id: string, item: unknown): Promise<string | undefined> {
  const org = valueAt(item, 'organization');
  if (typeof org !== 'string') return undefined;
  const parents = new Map<string, unknown>();
  for (const { id: one, parent } of await known.reader.needList(listCollections, { org }))
    parents.set(one, parent);
  const within = new Set([id]);
  // In the list, parents may come after their children.
  for (let size = 0; size < within.size; ) {
    size = within.size;
    for (const [one, parent] of parents) if (within.has(String(parent))) within.add(one);
  }
  const counts = await inParallel([...within], readsAtOnce, async (collection) => {
    return (await known.reader.needList(listCollectionSpaces, { collection })).length;
  });
  const spaces = counts.reduce((sum, one) => sum + one, 0);
  if (within.size === 1 && spaces === 0) return 'It is empty';
  const parts = [counted(within.size - 1, 'collection'), counted(spaces, 'space')];
  return `${parts.join(' and ')} in it are deleted too${spaces > 0 ? '. Undo brings no space back' : ''}`;
}
