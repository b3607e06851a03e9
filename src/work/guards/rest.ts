import type { AnyInput } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import { type Change, mapMade } from '../../domain/change.ts';
import { operationOf } from '../../model/operations.ts';
import type { RunWork } from '../journal/journal.ts';
import { idFrom, madeBefore } from '../made.ts';
import { doneBefore, mayBeDone } from '../run/execute.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import { assertNothingHeld } from './held-back.ts';
import type { GuardLimits } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import type { Known, KnownBefore } from './known.ts';
import { anyNumber } from './mass.ts';
import { type Sending, sendingOf, wishesOf } from './requests.ts';

/** The kinds of changes that count for each other where one requires the other. */
const ofPeople = /^(member|team-members)$/;

/**
 * Returns the request of each change as the guards judge it; `undefined` for one whose place is not made yet: nobody can
 * lose it. `run` is the run that has begun them.
 */
export async function sendingsOf(
  changes: readonly Change[],
  run?: Run | undefined,
): Promise<(Sending | undefined)[]> {
  const made = run ? madeBefore(run, changes) : new Map<number, unknown>();
  const sendings: (Sending | undefined)[] = [];
  for (const [place, { operation, input: planned, kind, requires }] of changes.entries()) {
    const input = mapMade(planned, (one) => idFrom(made, one) ?? one) as AnyInput;
    const isWhole = Object.values(input.params ?? {}).every((id) => typeof id === 'string');
    const before = ofPeople.test(kind) ? requires.flatMap((one) => sendings[one] ?? []) : [];
    sendings.push(
      isWhole
        ? {
            ...(await sendingOf(operationOf(operation), input)),
            requires: new Set(before.flatMap((one) => [one, ...(one.requires ?? [])])),
            mayBeDone: run !== undefined && mayBeDone(run, place),
          }
        : undefined,
    );
  }
  return sendings;
}

/** Judges what is left of a run of changes, as {@link judgeRest} does. */
export async function judgeRestOfChanges(
  session: Session,
  run: Run,
  { changes, memberships }: RunWork & { kind: 'changes' },
  isUndo: boolean,
): Promise<void> {
  const made = new Set(changes.map(({ before, after }) => (before === null ? after?.title : undefined)));
  const teams = memberships?.teams.filter((id) => !made.has(id)).map((id) => asId<'team'>(id)) ?? [];
  // The others count in another way: a file by kinds over the whole organization, a merge only the team that ends. A part of
  // what they were allowed to take is not more.
  const countsRequests = memberships !== undefined || isUndo;
  const limits = countsRequests ? run.limits : { ...run.limits, maxRemovals: anyNumber };
  const otherTeams = new Map([[session.scope.org(), teams]]);
  await judgeRest(session, { run, limits, sendings: await sendingsOf(changes, run) }, otherTeams);
}

/** A resumed run with the requests of its tasks, by their index. */
interface Rest {
  readonly run: Run;
  /** The limits with which it was begun. @default those of its journal */
  readonly limits?: GuardLimits;
  readonly sendings: readonly (Sending | undefined)[];
}

/**
 * Judges what is left of a resumed run. What the run was allowed stays allowed. Resolves with what was read for that.
 * Throws `UsageError` if a guard refuses it.
 */
export async function judgeRest(
  session: Session,
  { run, limits = run.limits, sendings }: Rest,
  otherTeams: KnownBefore['otherTeams'] = new Map(),
): Promise<Known> {
  const [left, done]: Sending[][] = [[], []];
  for (const [place, sending] of sendings.entries())
    if (sending) (doneBefore(run, place) ? done : left)?.push(sending);
  const teams = new Map(otherTeams);
  for (const [org, ofOrg] of wishesOf(done ?? []).teams)
    teams.set(org, [...(teams.get(org) ?? []), ...ofOrg.keys()]);
  const { maxRemovals = limits.maxRemovals, allowOwnerless } = session.limits;
  const { held, known } = await judgeRequests(session, left ?? [], {
    inBulk: true,
    otherTeams: teams,
    limits: { ...limits, maxRemovals, allowOwnerless: allowOwnerless || limits.allowOwnerless },
  });
  assertNothingHeld(held);
  return known;
}
