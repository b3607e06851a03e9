import type { IdOf } from '../../api/contract/ids.ts';
import type { People, PersonFacts, PersonLookup } from '../../domain/people.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { type Session, sessionReader } from '../run/session.ts';
import type { TeamNow } from '../team-members.ts';
import { type GuardLimits, type LimitName, type PeopleLosses, refusing, type Unread } from './judge.ts';
import type { LossGroup } from './rules.ts';

/** What was read for the guards of one piece of work, and before; each list only once. */
export interface GuardReads
  extends Required<Pick<AlreadyRead, 'inBulk' | 'reader' | 'titles' | 'teams' | 'people'>> {
  readonly session: Session;
  readonly limits: GuardLimits;
  /** Whether there is only one request, so that reading one thing is cheaper than reading a list. */
  readonly single: boolean;
  /** Whether a question follows, which needs the names. */
  readonly asks: boolean;
  /** The people that were read, by organization. */
  readonly members: Map<string, ReadPeople>;
  /** Those of them who are administrators: all, if one of them may lose that. */
  readonly administrators: Map<string, ReadonlySet<IdOf<'user'>>>;
  /** The things that end, as far as they were read, for `things.ts`. */
  readonly things: Map<string, unknown>;
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

/** Those of teams who were read; all others are looked up among the members of the organization. */
export class ReadPeople extends Map<IdOf<'user'>, PersonFacts> {
  members?: PersonLookup;

  override get(user: IdOf<'user'>): PersonFacts | undefined {
    return super.get(user) ?? this.members?.get(user);
  }
}

/** What is known before the guards read anything. */
export interface AlreadyRead {
  /** Whether a row itself reports that a thing does not exist. @default false */
  readonly inBulk?: boolean;
  /** Knows what has been read already. @default that of the session */
  readonly reader?: ServiceReader;
  /** The titles of teams, by id. */
  readonly titles?: ReadonlyMap<string, string>;
  readonly teams?: ReadonlyMap<IdOf<'team'>, TeamNow>;
  readonly people?: People;
  /** What members lose, where that was found out before. The requests end all their memberships of teams. */
  readonly losing?: readonly PeopleLosses[];
  /** Other teams that the work is about, by organization: all members count for the share of what is lost. */
  readonly otherTeams?: ReadonlyMap<string, readonly IdOf<'team'>[]>;
  /** Whether the question before the work opens something is wanted: work that asks anyway shows it. @default false */
  readonly asksForOpening?: boolean;
  /** The number of requests that may run at once to find out what opens. @default 8 */
  readonly atOnce?: number | undefined;
  /** The limits of the work. @default those of the session */
  readonly limits?: GuardLimits | undefined;
  /** What is taken away beside what the requests name. */
  readonly contents?: readonly LossGroup[];
}

export function createGuardReads(
  session: Session,
  {
    single,
    inBulk = false,
    reader = sessionReader(session),
    titles = new Map(),
    teams = new Map(),
    people = new Map(),
    limits = session.limits,
  }: AlreadyRead & { readonly single: boolean },
): GuardReads {
  const unread: Unread[] = [];
  return {
    session,
    limits,
    reader,
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
      const value = await orUnknown(read(), refusals);
      if (!isUnknown(value)) return value;
      const why =
        value.status === 403 ? `the token may not read ${what}` : `the service does not show ${what}`;
      if (!unread.some((one) => one.what === what)) unread.push({ what, why, limits: needed });
      return undefined;
    },
    unread,
    isRefused: () => unread.some(refusing(limits)),
  };
}
