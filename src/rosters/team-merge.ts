import * as z from 'zod/mini';
import { ServiceError } from '../api/client/errors.ts';
import { check } from '../api/contract/check.ts';
import type { IdOf } from '../api/contract/ids.ts';
import type { Change } from '../domain/change.ts';
import { usualBatchSize } from '../domain/memberships/changes.ts';
import type { People } from '../domain/people.ts';
import {
  isHigher,
  mergeChanges,
  mergedMemberships,
  type SharedPlace,
  type TeamMerge,
} from '../domain/team-merge.ts';
import { DocsAdminError, Unfinished, UsageError } from '../errors.ts';
import { countingReads } from '../model/counted-by.ts';
import { isFault } from '../model/read/list.ts';
import { type ItemOf, readSnapshot, thingsOf, type UnknownList } from '../model/read/snapshot.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { titled } from '../text/called.ts';
import { isEqual } from '../text/equal.ts';
import { shortened } from '../text/shortened.ts';
import { counted } from '../text/words.ts';
import { applyChanges, guardChanges } from '../work/change-run.ts';
import { contrastTexts, differenceLines } from '../work/change-words.ts';
import { inClosedOrder } from '../work/closed-order.ts';
import { assertNothingHeld } from '../work/guards/held-back.ts';
import { type GuardLimits, reviewedLimits } from '../work/guards/judge.ts';
import type { Objection } from '../work/guards/rules.ts';
import { assertDifferentFiles } from '../work/named-files.ts';
import { type PlanChange, type PlanEffects, plannedTie } from '../work/plan-document.ts';
import { changeEffects } from '../work/plan-effects.ts';
import {
  assertOpensNoMore,
  documentOf,
  editedPlan,
  outOfDatePlan,
  plannedChanges,
  type StoredPlan,
  storePlan,
} from '../work/plan-file.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { type Report, type Session, sessionReader } from '../work/run/session.ts';
import { showPlanEffects } from '../work/show-effects.ts';
import { changeLine } from '../work/show-plan.ts';
import { byIds, teamCalled } from './people.ts';

/** The merge of a team into another one, by their ids, with its requests. */
interface StoredMerge {
  readonly from: string;
  readonly into: string;
  readonly changes: readonly Change[];
}

const MergeSource = z.strictObject({ from: z.string(), into: z.string(), changes: z.array(z.unknown()) });

/** A merge as it is planned, and what is known about the people. */
interface PlannedMerge extends StoredMerge {
  readonly merge: TeamMerge;
  readonly people: People;
  readonly effects: PlanEffects;
  /** The objections to a dry run. */
  readonly held: readonly Objection[];
}

/**
 * Merges one team into another: members with the higher role, roles on collections and spaces with the higher level, its
 * place in SAML providers; then the first team is deleted. With `out`, only stores the plan. Throws `UsageError` for the
 * same team, and if a guard refuses the deletion; an error of kind `incomplete` or `unreachable` if a list cannot be read.
 */
export async function mergeTeams(
  session: Session,
  from: string,
  into: string,
  { out, ...flags }: RunFlags & { readonly out?: string | undefined },
): Promise<void> {
  assertDifferentFiles(session, [
    { use: 'out', path: out },
    { use: 'journal', path: flags.journal },
  ]);
  if (out !== undefined) await session.askToReplace(out);
  const planned = await planMerge(session, from, into, out !== undefined);
  await session.out.plan((out) => showMerge(out, planned));
  if (out !== undefined) {
    await storeMerge(session, out, planned);
    return assertNothingHeld(planned.held);
  }
  await carryOut(session, 'teams merge', planned, flags);
}

/** Stores a merge: its requests, and all that becomes different. */
async function storeMerge(session: Session, path: string, planned: PlannedMerge): Promise<void> {
  const { from, into, changes, effects } = planned;
  const document = documentOf(session.scope.org(), differencesIn(planned), effects);
  await storePlan(session, path, { document, from: 'merge', source: { from, into, changes } });
}

/** Returns what becomes different, also the memberships that end with the first team. */
function differencesIn({ merge, changes, people }: PlannedMerge): PlanChange[] {
  const { present, title } = merge.from;
  const ending = [...present].map(([user, role]) => {
    const name = `${title}: ${people.get(user)?.email ?? user}`;
    return plannedTie({ kind: 'team-member', field: 'role' }, name, user, [role, null]);
  });
  return [...plannedChanges(changes, { titles: titlesIn(merge), people }), ...ending];
}

function titlesIn({ from, into, places, providers }: TeamMerge): ReadonlyMap<string, string> {
  return new Map([
    ...[from, into, ...places].map(({ id, title }): [string, string] => [id, title]),
    ...providers.map(({ id, label }): [string, string] => [id, label]),
  ]);
}

/**
 * Carries out a stored merge. Throws `OutOfDate` if the merge would be another one by now, and `UsageError` for a plan that was
 * changed.
 */
export async function applyMerge(
  session: Session,
  name: string,
  plan: StoredPlan,
  flags: RunFlags,
): Promise<void> {
  const { source } = plan;
  if (check(MergeSource, source).problems.length > 0) throw editedPlan(name);
  const stored = source as StoredMerge;
  const planned = await planMerge(session, stored.from, stored.into, true).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status === 404)
      throw outOfDatePlan(teamsChanged, [error.message]);
    throw error;
  });
  if (!isEqual(stored.changes, planned.changes))
    throw outOfDatePlan(teamsChanged, onlyInOne(plan.document.changes, differencesIn(planned)));
  await session.out.plan((out) => showMerge(out, planned));
  assertOpensNoMore(planned.effects, plan);
  await carryOut(session, 'apply-plan', planned, flags, reviewedLimits(session.limits));
}

const teamsChanged = 'the teams have changed since it was made';

function onlyInOne(stored: readonly PlanChange[], planned: readonly PlanChange[]): string[] {
  const lines = differenceLines(stored.map(inWords), planned.map(inWords));
  return lines.length > 0 ? lines : ['the same changes under other names'];
}

function inWords({ action, name, fields }: PlanChange): string {
  return [`${action} ${name}`, ...fields.flatMap(contrastTexts)].join(', ');
}

async function carryOut(
  session: Session,
  command: string,
  { merge: { from, into }, changes, effects, held }: PlannedMerge,
  flags: RunFlags,
  limits?: GuardLimits,
): Promise<void> {
  const [one, other] = [from, into].map(({ title, id }) => titled('team', title, id));
  await session.confirm(`merge ${one} into ${other}, and delete ${one}?`);
  await applyChanges(session, { command, changes, effects, held, limits }, flags);
}

/**
 * Reads both teams and everything that they have. A plan that `isReviewed` may open what it shows. Throws as
 * {@link mergeTeams} does; only reads.
 */
async function planMerge(
  session: Session,
  one: string,
  other: string,
  isReviewed: boolean,
): Promise<PlannedMerge> {
  const org = session.scope.org();
  const [from, into] = await Promise.all([teamCalled(session, one), teamCalled(session, other)]);
  if (from.id === into.id)
    throw new UsageError(
      `${titled('team', from.title, from.id)} cannot be merged into itself; nothing was sent`,
    );
  const merge = { org, from, into, ...(await readShared(session, org, from.id, into.id)) };
  const changes = await inClosedOrder(sessionReader(session), mergeChanges(merge, usualBatchSize));
  const both = [from, into];
  const { held } = await guardChanges(session, changes, {
    ...byIds(both),
    ...(isReviewed && { limits: reviewedLimits(session.limits) }),
  });
  const people = new Map(both.flatMap((team) => [...team.people]));
  const effects = await mergeEffects(session, merge, changes, people);
  return { merge, from: from.id, into: into.id, changes, people, effects, held };
}

/**
 * Reads on which places the teams have roles, and through which providers new people join the first one: no operation
 * tells that of a team. Throws an error of kind `incomplete` or `unreachable` if a list cannot be read.
 */
async function readShared(
  session: Session,
  org: string,
  from: IdOf<'team'>,
  into: IdOf<'team'>,
): Promise<Pick<TeamMerge, 'places' | 'providers'>> {
  const keep = (one: ItemOf<'space-team'>) => ([from, into].includes(one.team.id) ? one : undefined);
  const wanted = { collection: {}, 'collection-team': { keep }, space: {}, 'space-team': { keep }, saml: {} };
  const { parts } = await countingReads(session.progress, (options) =>
    readSnapshot(sessionReader(session), org, wanted, options),
  );
  // An organization without single sign-on has no such list.
  const unread = Object.values(parts)
    .flatMap(({ unknown }) => unknown)
    .filter(({ kind, reason }) => kind !== 'saml' || reason.status !== 404);
  if (unread.length > 0) throw notAllRead(unread, shortened(await unknownTexts(unread)));
  const placesOf = (kind: SharedPlace['kind']) =>
    [...thingsOf(parts[kind])].flatMap(({ id, item }): SharedPlace[] => {
      const roles = parts[`${kind}-team`].lists.get(id);
      if (!roles || roles.size === 0) return [];
      const roleOf = (team: IdOf<'team'>) => {
        const role = roles.get(team);
        return role === undefined ? null : (role.permission ?? 'guest');
      };
      return [{ kind, id, title: item.title ?? id, from: roleOf(from), into: roleOf(into) }];
    });
  const providers = [...thingsOf(parts.saml)].flatMap(({ id, item }) =>
    item.defaultTeam?.id === from ? [{ id, label: item.label ?? id }] : [],
  );
  return { places: [...placesOf('collection'), ...placesOf('space')], providers };
}

/** Returns the error for lists that cannot be read: only where the service refuses, another token helps. */
function notAllRead(unread: readonly UnknownList[], details: readonly string[]): DocsAdminError {
  const message = 'it is unknown what the teams have; nothing was sent';
  if (unread.some(({ reason }) => isFault(reason)))
    return new DocsAdminError('unreachable', message, { details });
  return new Unfinished(message, {
    kind: 'incomplete',
    details,
    hint: { code: 'use-administrator', data: {} },
  });
}

/** Prints a merge on stderr: what opens and what is lost, then each change. No line is left out. */
async function showMerge(
  out: Pick<Report, 'note'>,
  { merge, changes, people, effects }: PlannedMerge,
): Promise<void> {
  const { from, into, places, providers } = merge;
  const memberships = mergedMemberships(merge);
  const [fromLabel, intoLabel] = [from, into].map(({ title, id }) => titled('team', title, id));
  await showPlanEffects(out, effects);
  await out.note(
    `${intoLabel}, ${into.present.size - memberships.filter((one) => one.from).length} unchanged`,
  );
  for (const one of memberships) {
    const { text, tone } = changeLine(one, people.get(one.user));
    await out.note(text, tone);
  }
  for (const place of places.filter((one) => isHigher(one.from, one.into))) {
    const [sign, tone, roles] =
      place.into === null
        ? (['+', 'good', place.from] as const)
        : (['~', 'attention', `${place.into} → ${place.from}`] as const);
    await out.note(`  ${sign} ${titled(place.kind, place.title, place.id)} (${roles})`, tone);
  }
  for (const { label, id } of providers)
    await out.note(`  + new people of ${titled('SAML provider', label, id)} join it`, 'good');
  await out.note(`${fromLabel}, deleted at the end`);
  for (const [user, role] of from.present) {
    const { text, tone } = changeLine({ user, from: role, to: null }, people.get(user));
    await out.note(text, tone);
  }
  for (const place of places.filter((one) => one.from !== null))
    await out.note(`  - ${titled(place.kind, place.title, place.id)} (${place.from})`, 'bad');
  await out.note(`plan: ${counted(changes.length, 'request')}; an undo makes the team again, with a new id`);
}

/**
 * Returns what a merge opens and takes away. No one loses anything: everyone has the higher of both roles. Reads only what the session has not read.
 */
async function mergeEffects(
  session: Session,
  merge: TeamMerge,
  changes: readonly Change[],
  people: People,
): Promise<PlanEffects> {
  const { from } = merge;
  const effects = await changeEffects(session, changes, { titles: titlesIn(merge), people }, []);
  return {
    ...effects,
    loses: [
      {
        ...{ kind: 'team', name: from.title, id: from.id, count: 1 },
        text: `${titled('team', from.title, from.id)} ends, with its id: what names the team by it, such as a program, no longer finds it`,
      },
    ],
  };
}
