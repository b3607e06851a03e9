import type { App } from '../cli/session/app.ts';
import { isDemotion } from '../domain/memberships/diff.ts';
import type { MembershipPlan } from '../domain/memberships/plan.ts';
import { defaultColumns } from '../domain/memberships/roster.ts';
import { UsageError } from '../errors.ts';
import { applyMemberships } from '../plans/memberships.ts';
import { storePlan } from '../plans/plan-file.ts';
import { showPlan } from '../plans/show-plan.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { counted } from '../text/plural.ts';
import { assertDifferentFiles } from './named-files.ts';
import { planRoster } from './rosters/plan-memberships.ts';
import { readRoster } from './rosters/roster-file.ts';
import { parseShard } from './shard.ts';

export interface SyncFlags extends BulkFlags {
  readonly prune?: true | undefined;
  readonly createTeams?: true | undefined;
  readonly teamColumn?: string | undefined;
  readonly userColumn?: string | undefined;
  readonly roleColumn?: string | undefined;
  readonly allowEmpty?: true | undefined;
  readonly plan?: string | undefined;
  readonly batchSize?: number | undefined;
  readonly shard?: string | undefined;
  readonly journal?: string | undefined;
}

const usualBatchSize = 500;

/** Brings the memberships of teams in line with the roster in `file`. */
export async function syncMemberships(app: App, file: string, flags: SyncFlags): Promise<void> {
  const { teamColumn: team, userColumn: user, roleColumn: role, prune = false, concurrency } = flags;
  const columns = { ...defaultColumns, ...(team && { team }), ...(user && { user }), ...(role && { role }) };
  assertDifferentFiles(app, [
    { flag: '--file', path: file },
    { flag: '--plan', path: flags.plan },
    { flag: '--journal', path: flags.journal },
  ]);
  if (flags.plan !== undefined) {
    app.system.files.assertWritable(flags.plan);
    await app.askToReplace(flags.plan);
  }
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  const roster = await readRoster(app, file, columns);
  assertNotEmpty(roster.entries.length + roster.problems.length, prune, flags);
  const { plan, names } = await planRoster(app, roster, {
    columns,
    prune,
    createTeams: flags.createTeams ?? false,
    shard,
    reads: readsAtOnce(concurrency),
  });
  await showPlan(app, plan, names);
  const batchSize = flags.batchSize ?? usualBatchSize;
  if (flags.plan !== undefined) return storePlan(app, flags.plan, plan, batchSize);
  await confirmPlan(app, plan);
  const command = 'teams members sync';
  await applyMemberships(
    app,
    { command, plan, names, batchSize, input: roster.input, journal: flags.journal },
    flags,
  );
}

/** An empty roster is a broken export more often than a wish. */
function assertNotEmpty(rows: number, prune: boolean, { allowEmpty }: SyncFlags): void {
  if (rows > 0 || !prune || allowEmpty) return;
  throw new UsageError('the roster is empty; nothing was sent', {
    hint: 'if you mean it, allow it with --allow-empty',
  });
}

/** Asks where somebody is there to answer; without anybody, only where somebody would lose something. */
export async function confirmPlan(app: App, { teams }: MembershipPlan): Promise<void> {
  const changes = teams.flatMap(({ changes }) => changes);
  const takes = changes.some((change) => change.to === null || isDemotion(change));
  if (changes.length === 0 || !(takes || app.canAsk())) return;
  await app.confirm(`change ${counted(changes.length, 'membership')}?`);
}
