import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { asId, type IdOf } from '../../api/contract/ids.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { mayLower, type RolesBody } from '../../domain/losses/bodies.ts';
import type { Ending, Resource, Role } from '../../model/resource.ts';
import { type Part, partOf } from '../../model/resources.ts';

/** A request that is going to be sent, with ids instead of names. */
export interface Sending {
  readonly op: Operation;
  readonly input: AnyInput;
  /** The operation's resource; `undefined` for an operation that is not in the contract. */
  readonly part: Part | undefined;
}

/** Adds to a request what the model knows of its operation. */
export async function sendingOf(op: Operation, input: AnyInput): Promise<Sending> {
  return { op, input, part: await partOf(op) };
}

/** A thing that a request ends. */
export interface Ended extends Sending {
  readonly resource: Resource;
  readonly ending: Ending;
  readonly id: string;
  /** The path parameters of its parents. */
  readonly params: Readonly<Record<string, string>>;
}

/** The role that a person shall have in the organization; `undefined` removes the person. */
export interface WantedRole {
  readonly user: IdOf<'user'>;
  readonly role: string | null | undefined;
}

/** The role that a person shall have in a team; `null` ends the membership. */
export interface WantedMembership {
  /** An id or an e-mail address. */
  readonly user: string;
  readonly role: string | null;
  /** The request that asks for it. Only changes of one request are sure to take effect together. */
  readonly request: Sending;
}

/** Everything that several requests may take away. */
export interface Wishes {
  readonly ended: readonly Ended[];
  /** By organization. */
  readonly roles: ReadonlyMap<string, readonly WantedRole[]>;
  /** By organization, then by team. */
  readonly teams: ReadonlyMap<string, ReadonlyMap<IdOf<'team'>, readonly WantedMembership[]>>;
}

/** Finds what `sendings` may take away. Makes no request. */
export function wishesOf(sendings: readonly Sending[]): Wishes {
  const roles = new Map<string, WantedRole[]>();
  const teams = new Map<string, Map<IdOf<'team'>, WantedMembership[]>>();
  for (const sending of sendings) {
    const { org = '', user = '', team = '' } = sending.input.params ?? {};
    if (mayLowerRole(sending))
      added(roles, org).push({ user: asId<'user'>(user), role: bodyOf(sending).role });
    const memberships = wantedMemberships(sending);
    if (memberships.length === 0) continue;
    const ofOrg = teams.get(org) ?? new Map<IdOf<'team'>, WantedMembership[]>();
    teams.set(org, ofOrg);
    added(ofOrg, asId<'team'>(team)).push(...memberships);
  }
  return { ended: sendings.flatMap(endedBy), roles, teams };
}

/** Returns the thing that a request ends; several if it ends memberships of a team. */
export function endedBy(sending: Sending): Ended[] {
  const { op, input, part } = sending;
  const ending = part?.resource.endings?.[part.role as Role];
  if (!part || !ending) return [];
  const isSet = op.id.endsWith('.permissions.set');
  if (isSet && bodyOf(sending).role !== null) return [];
  const names = paramNames(op.path);
  const params = input.params ?? {};
  const around = names.slice(0, -1).map((name) => [name, params[name] ?? '']);
  const id = params[names.at(-1) ?? ''] ?? '';
  return [{ ...sending, resource: part.resource, ending, id, params: Object.fromEntries(around) }];
}

function mayLowerRole(sending: Sending): boolean {
  if (sending.op.id === 'members.remove') return true;
  return sending.op.id === 'members.update' && mayLower(sending.op.id, bodyOf(sending));
}

function wantedMemberships(request: Sending): WantedMembership[] {
  const { op, input } = request;
  const { user = '' } = input.params ?? {};
  const { role, remove = [], memberships = {} } = bodyOf(request);
  const wanted = (user: string, role: string | null) => ({ user, role, request });
  if (op.id === 'teams.members.remove') return [wanted(user, null)];
  if (op.id === 'teams.members.set') return role && mayLower(op.id, { role }) ? [wanted(user, role)] : [];
  if (op.id !== 'teams.members.update') return [];
  const roles = Object.entries(memberships).map(([user, { role }]) => wanted(user, role));
  const all = [...roles, ...remove.map((user) => wanted(user, null))];
  return mayLower(op.id, bodyOf(request)) ? all : [];
}

function bodyOf({ input }: Sending): RolesBody {
  return (input.body ?? {}) as RolesBody;
}

function added<Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] {
  const values = map.get(key) ?? [];
  map.set(key, values);
  return values;
}
