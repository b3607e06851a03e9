import { isLowerRole } from '../../domain/roles.ts';
import type { Session } from '../../runs/session.ts';
import { endings } from './endings.ts';
import { newKnown } from './known.ts';
import { readAt, thingName } from './names.ts';
import { readThing } from './things.ts';
import type { Sending } from './wishes.ts';

/** What a team loses on a collection or a space, as a question would say it; `undefined` where it loses nothing. */
export async function fallingRole(session: Session, { op, input }: Sending): Promise<string | undefined> {
  const { team = '', ...params } = input.params ?? {};
  const { role } = (input.body ?? {}) as { role?: string | null };
  const ending = op.id.endsWith('.permissions.set') ? endings[op.id] : undefined;
  if (!ending || role === undefined) return undefined;
  const item = await readThing(newKnown(session, { single: true }), { op, input, ending, id: team, params });
  const from = readAt(item, 'permission');
  if (typeof from !== 'string' || !isLowerRole(from, role)) return undefined;
  const name = `team ${thingName(ending, team, item)}${ending.from?.(params) ?? ''}`;
  if (role === null) return `take the role ${from} from ${name}`;
  return `lower the role of ${name} from ${from} to ${role}`;
}
