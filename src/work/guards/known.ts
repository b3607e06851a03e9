import { type Client, typedClient } from '../../api/client/client.ts';
import { ServiceError } from '../../api/client/errors.ts';
import type { IdOf } from '../../api/contract/ids.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { People } from '../../domain/people.ts';
import type { Session } from '../run/session.ts';
import type { TeamNow } from '../team-members.ts';
import { type GuardLimits, type LimitName, type PeopleLosses, refusing, type Unread } from './judge.ts';

/** What was read for the guards of one piece of work; each list only once. */
export interface Known {
  readonly session: Session;
  readonly limits: GuardLimits;
  /** The client that treats every value as an id. */
  readonly api: Client;
  /** Whether there is only one request, so that reading one thing is cheaper than reading a list. */
  readonly single: boolean;
  /** Whether a row itself reports that a thing does not exist. */
  readonly inBulk: boolean;
  /** Whether a question follows, which needs the names. */
  readonly asks: boolean;
  /** The members that were read, by organization. */
  readonly members: Map<string, People>;
  /** Those of them who are administrators: all, if somebody of them may lose that. */
  readonly administrators: Map<string, ReadonlySet<IdOf<'user'>>>;
  /** Complete lists that were read, by the key of {@link listKeyOf}. */
  readonly lists: Map<string, readonly unknown[]>;
  /** The titles of teams, by id, as far as they are known. */
  readonly titles: ReadonlyMap<string, string>;
  /** Teams that were read before, by their ids. */
  readonly teams: ReadonlyMap<IdOf<'team'>, TeamNow>;
  /** People who were read before. */
  readonly people: People;
  /** Single things from the lists, by the key of {@link thingKey}. */
  readonly things: Map<string, unknown>;
  /** The member that a single request is about, as the service returns it. */
  member?: unknown;
  /**
   * Resolves with the result of `read`; `undefined` if the token may not read it (403, and other statuses of `refusals`),
   * which is recorded. The work is then allowed only if all of `limits` are lifted; without limits, nothing allows it.
   */
  readable<Value>(
    what: string,
    limits: readonly LimitName[],
    read: () => Promise<Value>,
    refusals?: readonly number[],
  ): Promise<Value | undefined>;
  /** The lists that could not be read. */
  readonly unread: Unread[];
  /** Returns whether the work is refused because a list could not be read. */
  isRefused(): boolean;
}

/** What is known before the guards read anything. */
export interface KnownBefore {
  /** Whether a row itself reports that a thing does not exist. @default false */
  readonly inBulk?: boolean;
  /** Complete lists that were read, by the key of {@link listKeyOf}; the guards add those that they read. */
  readonly lists?: Map<string, readonly unknown[]>;
  /** The titles of teams, by id. */
  readonly titles?: ReadonlyMap<string, string>;
  /** Teams that were read before, by their ids. */
  readonly teams?: ReadonlyMap<IdOf<'team'>, TeamNow>;
  /** People who were read before. */
  readonly people?: People;
  /** What members lose, where that was found out before. The requests end all their memberships of teams. */
  readonly losing?: readonly PeopleLosses[];
  /** Other teams that the work is about, by organization: all members count for the share of what is lost. */
  readonly otherTeams?: ReadonlyMap<string, readonly IdOf<'team'>[]>;
  /** The limits of the work. @default those of the session */
  readonly limits?: GuardLimits | undefined;
}

export function newKnown(
  session: Session,
  {
    single,
    inBulk = false,
    lists = new Map(),
    titles = new Map(),
    teams = new Map(),
    people = new Map(),
    limits = session.limits,
  }: KnownBefore & { readonly single: boolean },
): Known {
  const unread: Unread[] = [];
  return {
    session,
    limits,
    api: takingIds(session, lists),
    lists,
    titles,
    teams,
    people,
    single,
    inBulk,
    asks: session.asksFirst() && session.canAsk(),
    members: new Map(),
    administrators: new Map(),
    things: new Map(),
    async readable(what, needed, read, refusals = [403]) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof ServiceError) || !refusals.includes(error.status)) throw error;
        const why =
          error.status === 403 ? `the token may not read ${what}` : `the service does not show ${what}`;
        if (!unread.some((one) => one.what === what)) unread.push({ what, why, limits: needed });
        return undefined;
      }
    },
    unread,
    isRefused: () => unread.some(refusing(limits)),
  };
}

/** Makes a client for ids that puts complete lists into `lists`, and reads none twice. */
function takingIds(
  { api: { call, pages, assertValid }, names: { asIds } }: Session,
  lists: Map<string, readonly unknown[]>,
): Client {
  return typedClient({
    assertValid,
    call: (op, input) => call(op, asIds(input)),
    async *pages(op, input, range, onPage) {
      const { params = {}, query } = input;
      const isWhole = range?.limit === undefined && query === undefined;
      const known = isWhole ? lists.get(listKeyOf(op, params)) : undefined;
      if (known) return yield [...known];
      const read: unknown[] = [];
      for await (const page of pages(op, asIds(input), range, onPage)) {
        read.push(...page);
        yield page;
      }
      if (isWhole) lists.set(listKeyOf(op, params), read);
    },
  });
}

/** Returns the key of a complete list in `Known.lists`. */
export function listKeyOf({ id }: Operation, params: object, query: object = {}): string {
  return JSON.stringify([id, params, query]);
}

/** Returns the key of a thing in `Known.things`. */
export function thingKey(list: string, id: string): string {
  return `${list}\n${id}`;
}
