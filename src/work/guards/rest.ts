import { asId } from '../../api/contract/ids.ts';
import type { RunWork } from '../journal/journal.ts';
import { doneBefore } from '../run/execute.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import { sendingsOf } from './changes.ts';
import { assertNothingHeld } from './held-back.ts';
import { judgeRequests } from './judge-requests.ts';
import type { Known, KnownBefore } from './known.ts';
import { type Sending, wishesOf } from './requests.ts';

/** Judges what is left of a run of changes, as {@link judgeRest} does. */
export async function judgeRestOfChanges(
  session: Session,
  run: Run,
  { changes, memberships }: RunWork & { kind: 'changes' },
): Promise<void> {
  const made = new Set(changes.map(({ before, after }) => (before === null ? after?.title : undefined)));
  const named = new Set(memberships?.map(([team]) => team));
  const teams = [...named].flatMap((id) => (id === null || made.has(id) ? [] : asId<'team'>(id)));
  const otherTeams = new Map([[session.scope.org(), teams]]);
  await judgeRest(session, { run, sendings: await sendingsOf(changes, run) }, otherTeams);
}

/** A resumed run with the requests of its tasks, by their index. */
interface Rest {
  readonly run: Run;
  readonly sendings: readonly (Sending | undefined)[];
}

/**
 * Judges what is left of a resumed run. What the run was allowed stays allowed. Resolves with what was read for that.
 * Throws `UsageError` if a guard refuses it.
 */
export async function judgeRest(
  session: Session,
  { run, sendings }: Rest,
  otherTeams: KnownBefore['otherTeams'] = new Map(),
): Promise<Known> {
  const [left, done]: Sending[][] = [[], []];
  for (const [place, sending] of sendings.entries())
    if (sending) (doneBefore(run, place) ? done : left)?.push(sending);
  const teams = new Map(otherTeams);
  for (const [org, ofOrg] of wishesOf(done ?? []).teams)
    teams.set(org, [...(teams.get(org) ?? []), ...ofOrg.keys()]);
  const { limits } = run;
  const { maxRemovals = limits.maxRemovals, allowOwnerless } = session.limits;
  const { held, known } = await judgeRequests(session, left ?? [], {
    inBulk: true,
    otherTeams: teams,
    limits: { ...limits, maxRemovals, allowOwnerless: allowOwnerless || limits.allowOwnerless },
  });
  assertNothingHeld(held);
  return known;
}
