import type { AnyInput } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import type { Change } from '../../domain/change.ts';
import type { RunWork } from '../journal/journal-schema.ts';
import type { PlanEffects } from '../plan-document.ts';
import { showEffectsOf } from '../plan-effects.ts';
import { doneBefore, mayBeDone } from '../run/execute.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import type { AlreadyRead, GuardReads } from './guard-reads.ts';
import { heldBack } from './held-back.ts';
import type { GuardLimits } from './judge.ts';
import { type Judgement, judgeRequests } from './judge-requests.ts';
import { requestedLosses, requestOf, type Sending, sendingCalled } from './requests.ts';
import type { Objection } from './rules.ts';

/** Finds out what changes take away, and the objections to it. Only reads, and nothing that `before` has. */
export async function judgeChanges(
  session: Session,
  changes: readonly Change[],
  before: AlreadyRead,
): Promise<Judgement> {
  const sendings = (await sendingsOf(changes)).filter((one) => one !== undefined);
  const teams = [...(before.teams?.keys() ?? [])];
  const otherTeams = new Map([[session.scope.org(), teams]]);
  return judgeRequests(session, sendings, { inBulk: true, otherTeams, ...before });
}

/** The kinds of changes that count for each other where one requires the other. */
const ofPeople = /^(member|team-members)$/;

/**
 * Returns the request of each change as the guards judge it; `undefined` for one whose place is not made yet: no one can
 * lose it. `run` is the run that has begun them.
 */
async function sendingsOf(changes: readonly Change[], run?: Run): Promise<(Sending | undefined)[]> {
  const sendings: (Sending | undefined)[] = [];
  for (const [place, { operation, input: planned, kind, requires }] of changes.entries()) {
    const input = planned as AnyInput;
    const isWhole = Object.values(input.params ?? {}).every((id) => typeof id === 'string');
    const before = ofPeople.test(kind) ? requires.flatMap((one) => sendings[one] ?? []) : [];
    sendings.push(
      isWhole
        ? {
            ...(await sendingCalled(operation, input)),
            requires: new Set(before.flatMap((one) => [one, ...(one.requires ?? [])])),
            mayBeDone: run !== undefined && mayBeDone(run, place),
          }
        : undefined,
    );
  }
  return sendings;
}

/** Judges what is left of a run of changes, as {@link judgeRemaining} does. */
export async function judgeRemainingChanges(
  session: Session,
  run: Run,
  { changes, memberships }: RunWork & { kind: 'changes' },
): Promise<Guarded> {
  const titles = new Set(changes.map(({ before, after }) => (before === null ? after?.title : undefined)));
  const named = new Set(memberships?.map(([team]) => team));
  const teams = [...named].flatMap((id) => (id === null || titles.has(id) ? [] : asId<'team'>(id)));
  const otherTeams = new Map([[session.scope.org(), teams]]);
  const { knownIds, madeBefore, withMadeIds } = await import('../journal/made-ids.ts');
  const made = madeBefore(run, changes);
  const known = changes.map((change) => ({ ...change, input: withMadeIds(change.input, made) }));
  const sendings = await sendingsOf(known, run);
  return judgeRemaining(session, { run, sendings, made: knownIds(new Set(), made) }, otherTeams);
}

/** A resumed run with the requests of its tasks, by their index. */
interface Remaining {
  readonly run: Run;
  readonly sendings: readonly (Sending | undefined)[];
  /** The ids of the things that it has made, as far as they are known. @default none */
  readonly made?: ReadonlySet<string> | undefined;
}

export interface Guarded {
  readonly known: GuardReads;
  readonly effects: PlanEffects;
  /** The objections to a dry run. */
  readonly held: readonly Objection[];
}

/**
 * Judges what is left of a resumed run, and prints what it opens and loses. What the run was allowed stays allowed. Throws
 * `UsageError` if a guard refuses it.
 */
export async function judgeRemaining(
  session: Session,
  { run, sendings, made }: Remaining,
  otherTeams: AlreadyRead['otherTeams'] = new Map(),
): Promise<Guarded> {
  const [left, done]: [Sending[], Sending[]] = [[], []];
  for (const [place, sending] of sendings.entries())
    if (sending) (doneBefore(run, place) ? done : left).push(sending);
  const teams = new Map(otherTeams);
  for (const [org, ofOrg] of requestedLosses(done).teams)
    teams.set(org, [...(teams.get(org) ?? []), ...ofOrg.keys()]);
  const limits = restLimits(session.limits, run.limits);
  const before = { inBulk: true, otherTeams: teams, limits };
  const { held, known } = await judgeRequests(session, left, before);
  const effects = await showEffectsOf(session, left.map(requestOf), known.reader, { made });
  const { openingObjections } = await import('./opening.ts');
  const opening = sendings.length > 1 ? openingObjections(effects.opens, limits) : [];
  return { known, effects, held: heldBack(session, [...held, ...opening]) };
}

/** Returns what a resumed run may do: what it was allowed, and what the user allows now. */
function restLimits(
  { maxRemovals, allowOwnerless, allowOpening = [] }: GuardLimits,
  run: GuardLimits,
): GuardLimits {
  return {
    ...run,
    maxRemovals: maxRemovals ?? run.maxRemovals,
    allowOwnerless: allowOwnerless || run.allowOwnerless,
    allowOpening: [...allowOpening, ...(run.allowOpening ?? [])],
  };
}
