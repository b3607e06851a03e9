import { getCollection } from '../../api/contract/operations/collections.ts';
import { isLowerRole } from '../../domain/roles.ts';
import { touchesOf } from '../../model/effects/touches.ts';
import { valueAt } from '../../model/fields.ts';
import { called } from '../../text/called.ts';
import { sessionReader } from '../run/readers.ts';
import type { Session } from '../run/session.ts';
import { createGuardReads } from './guard-reads.ts';
import { roleIn } from './lowering.ts';
import { fromOf, thingName } from './names.ts';
import type { Sending } from './requests.ts';
import { readThing } from './things.ts';

/** Says what a request takes from a team or from everyone on a collection or a space, for a question; `undefined` if nothing. */
export async function loweredAccess(session: Session, sending: Sending): Promise<string | undefined> {
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
