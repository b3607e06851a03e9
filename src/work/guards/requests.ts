import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { asId, type IdOf } from '../../api/contract/ids.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import { touchesOf } from '../../model/effects/touches.ts';
import type { Ending, Resource } from '../../model/resource.ts';
import { endingOf, type Part, partOf } from '../../model/resources.ts';
import { kept } from '../../text/kept.ts';
import type { JudgedRequest } from '../reach/steps.ts';
import { administrator, mayLower, owner, roleIn } from './lowering.ts';

/** A request that is going to be sent, with ids instead of names. */
export interface Sending extends ChangingRequest {
  /** The operation's place in the model; `undefined` for an operation that is not in the contract. */
  readonly part: Part | undefined;
  /** The requests without which it is not sent. */
  readonly requires?: ReadonlySet<Sending>;
  /** Whether the service may have carried it out for an earlier process. */
  readonly mayBeDone?: boolean;
}

/** Adds to a request what the model knows of its operation. */
export async function sendingOf(op: Operation, input: AnyInput): Promise<Sending> {
  return { op, input, part: await partOf(op) };
}

/** Returns a request of an operation of the contract by its id. Loads its noun only. */
export async function sendingCalled(operation: string, input: AnyInput): Promise<Sending> {
  const part = await partOf({ id: operation });
  if (!part) throw new Error(`there is no operation "${operation}"`);
  return { op: part.op, input, part };
}

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
  /** The people who are administrators before: the request requires it. */
  readonly after: ReadonlySet<string>;
}

/** The role that a person shall have in a team; `null` ends the membership. */
export interface WantedMembership {
  /** An id or an e-mail address. */
  readonly user: string;
  readonly role: string | null;
  readonly request: Sending;
}

/** Everything that several requests may take away. */
export interface RequestedLosses {
  readonly ended: readonly Ended[];
  /** By organization. */
  readonly roles: ReadonlyMap<string, readonly WantedRole[]>;
  /** By organization, then by team. */
  readonly teams: ReadonlyMap<string, ReadonlyMap<IdOf<'team'>, readonly WantedMembership[]>>;
}

const none: ReadonlySet<string> = new Set();

/** Finds what `sendings` may take away. Makes no request. */
export function requestedLosses(sendings: readonly Sending[]): RequestedLosses {
  const roles = new Map<string, WantedRole[]>();
  const teams = new Map<string, Map<IdOf<'team'>, WantedMembership[]>>();
  for (const request of sendings) {
    for (const touch of touchesOf(request.part, request.input)) {
      const { kind, change, ids } = touch;
      const { org = '', team = '', user = '' } = ids;
      if (kind === 'member' && mayLower(touch)) {
        const after = request.requires ? new Set([...request.requires].flatMap(administratorsMade)) : none;
        kept(roles, org, () => []).push({ user: asId<'user'>(user), role: roleIn(touch), after });
      }
      const role = roleIn(touch) ?? null;
      if (kind !== 'team-member' || (change !== 'end' && role === null)) continue;
      const ofOrg = kept(teams, org, () => new Map<IdOf<'team'>, WantedMembership[]>());
      kept(ofOrg, asId<'team'>(team), () => []).push({ user, role, request });
    }
  }
  for (const ofOrg of teams.values())
    for (const [team, all] of ofOrg) if (all.every(({ role }) => role === owner)) ofOrg.delete(team);
  return { ended: sendings.flatMap(endedBy), roles, teams };
}

export function endedBy(request: Sending): Ended[] {
  const { op, input, part } = request;
  const ending = part && endingOf(part);
  if (!part || !ending) return [];
  // A role ends where it becomes none.
  if (touchesOf(part, input).some(({ sets }) => sets?.role != null)) return [];
  const names = paramNames(op.path);
  const params = input.params ?? {};
  const around = names.slice(0, -1).map((name) => [name, params[name] ?? '']);
  const id = params[names.at(-1) ?? ''] ?? '';
  return [{ ...request, resource: part.resource, ending, id, params: Object.fromEntries(around) }];
}

function administratorsMade({ part, input }: Sending): string[] {
  return touchesOf(part, input).flatMap((touch) =>
    touch.kind === 'member' && roleIn(touch) === administrator ? (touch.ids.user ?? []) : [],
  );
}

/** Returns a request as those see it that ask what it opens. */
export function requestOf({ op, input }: ChangingRequest): JudgedRequest {
  return { operation: op.id, input };
}
