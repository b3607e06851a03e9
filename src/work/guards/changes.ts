import type { AnyInput } from '../../api/client/request.ts';
import { type Change, mapMade } from '../../domain/change.ts';
import { mayBeDone } from '../run/execute.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import type { AlreadyRead } from './guard-reads.ts';
import { type Judgement, judgeRequests } from './judge-requests.ts';
import { type Sending, sendingCalled } from './requests.ts';

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
export async function sendingsOf(
  changes: readonly Change[],
  run?: Run | undefined,
): Promise<(Sending | undefined)[]> {
  const withIds = run ? await idsMadeBy(run, changes) : (input: Change['input']) => input;
  const sendings: (Sending | undefined)[] = [];
  for (const [place, { operation, input: planned, kind, requires }] of changes.entries()) {
    const input = withIds(planned) as AnyInput;
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

/** Makes a function that puts the ids of the things that a run has made in the places of references to them. */
async function idsMadeBy(run: Run, changes: readonly Change[]) {
  const { idFrom, madeBefore } = await import('../made.ts');
  const made = madeBefore(run, changes);
  return (input: Change['input']) => mapMade(input, (one) => idFrom(made, one) ?? one) as Change['input'];
}
