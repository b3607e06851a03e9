import { keyMarkOf, type Naming, namingFor } from '../access/pseudonyms.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { lowerLevels } from '../domain/access/levels.ts';
import type { Change } from '../domain/change.ts';
import { personOf } from '../domain/people.ts';
import { UsageError } from '../errors.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import { guardChanges } from '../work/change-run.ts';
import { inClosedOrder } from '../work/closed-order.ts';
import type { PlanEffects } from '../work/plan-document.ts';
import { changeEffects } from '../work/plan-effects.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import { decidedChanges, planNames } from './changes.ts';
import type { Review, ReviewFolder } from './folder.ts';
import { type Grant, grantIds, readGrants } from './grants.ts';
import {
  decisionOf,
  isDone,
  type PlannedAction,
  type PlannedGrant,
  type PresentGrants,
  type ReviewDecision,
  type ReviewedGrant,
  type ReviewState,
} from './state.ts';

export interface ReviewPlan {
  readonly state: ReviewState;
  readonly naming: Naming;
  readonly present: PresentGrants;
  readonly planned: readonly PlannedGrant[];
  readonly open: number;
  readonly changes: readonly Change[];
  readonly effects: PlanEffects;
}

/** Plans what the decisions of a review change now. Only reads. */
export async function planReview(
  session: Session,
  opened: ReviewFolder,
  state: ReviewState,
): Promise<ReviewPlan> {
  const { organization, redacted } = opened.review;
  if (session.scope.org() !== organization)
    throw new UsageError(`the review is of organization ${organization}, not of ${session.scope.org()}`);
  const naming = await namingFor(session, redacted);
  assertSameKey(opened.review, naming);
  const present = await readPresentGrants(session, sessionReader(session), opened, { state, naming });
  const planned: PlannedGrant[] = [];
  let open = 0;
  for (const [id, reviewed] of state.grants) {
    const decision = decisionOf(state, id, reviewed);
    if (!decision) open += 1;
    else {
      const now = present.byId.get(id);
      const action = actionOf(reviewed, decision, now, present);
      // What was taken away, and is back, is not taken away again without a new decision.
      const isBack = action === 'change' && state.carriedOut.has(id);
      planned.push({ id, reviewed, decision, now, action: isBack ? 'again' : action });
    }
  }
  const changes = await inClosedOrder(sessionReader(session), decidedChanges(organization, present, planned));
  const names = planNames(present, naming);
  const effects = await changeEffects(session, changes, names);
  return { state, naming, present, planned, open, changes, effects };
}

/** Throws `UsageError` if pseudonyms have another key here: no grant would be found, as if all were gone. */
function assertSameKey({ redacted, reviewers }: Review, naming: Naming): void {
  const [first] = reviewers;
  if (!redacted || !first || keyMarkOf(first.reviewer) === keyMarkOf(naming.id(''))) return;
  throw new UsageError('the pseudonyms of the review have another key than those of this user', {
    hint: { code: 'same-pseudonyms', data: {} },
  });
}

/** Throws `UsageError` with all objections to a plan. */
export async function guardReview(session: Session, { present, naming, changes }: ReviewPlan): Promise<void> {
  const teams = teamsOf(present, changes);
  await guardChanges(session, changes, { ...planNames(present, naming), teams });
}

/** Reads the grants as they are now. Those that no list shows are looked for where the review has one. */
export async function readPresentGrants(
  session: Session,
  reader: ServiceReader,
  { review: { organization, redacted } }: ReviewFolder,
  { state, naming }: Pick<ReviewPlan, 'state' | 'naming'>,
): Promise<PresentGrants> {
  const direct = new Set<string>();
  for (const { kind, personId } of state.grants.values()) if (kind === 'not-shown') direct.add(personId);
  const granted = await readGrants(session, reader, naming, () => (user) => direct.has(naming.id(user)));
  const idOf = grantIds(organization, redacted ? await session.system.pseudonymKey() : undefined);
  return { ...granted, byId: new Map(granted.grants.map((grant) => [idOf(grant), grant])) };
}

function actionOf(
  { kind, level }: ReviewedGrant,
  { decision, to }: ReviewDecision,
  now: Grant | undefined,
  { unknown }: PresentGrants,
): PlannedAction {
  if (decision === 'keep') {
    const isHigher = now !== undefined && lowerLevels(kind, now.level).includes(level);
    return isHigher ? 'again' : 'keep';
  }
  if (!now) return unknown.length > 0 ? 'unknown' : 'already';
  if (isDone(now, to)) return 'already';
  if (now.level !== level) return 'again';
  return kind === 'not-shown' || kind === 'space-default' ? 'task' : 'change';
}

/** Returns the teams whose members the changes are about. */
function teamsOf({ teams, facts }: PresentGrants, changes: readonly Change[]) {
  const concerned = changes.flatMap(({ ref: { team } }) =>
    typeof team === 'string' ? [team as IdOf<'team'>] : [],
  );
  return new Map(
    concerned.map((id) => {
      const present = teams.get(id) ?? new Map();
      const people = [...present.keys()].map(
        (user) => [user, personOf(facts.people.get(user) ?? {})] as const,
      );
      return [id, { present, people: new Map(people) }];
    }),
  );
}
