import { usualBatchSize } from '../domain/memberships/changes.ts';
import { UsageError } from '../errors.ts';
import { aloneInPlace } from '../work/alone.ts';
import { applyChanges, type ChangeJob, guardChanges } from '../work/change-run.ts';
import { assertNothingHeld } from '../work/guards/held-back.ts';
import { reviewedLimits } from '../work/guards/judge.ts';
import { assertDifferentFiles } from '../work/named-files.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { bulkReads, type Session } from '../work/run/session.ts';
import { parseShard } from '../work/shard.ts';
import { confirmPlan, showPlan } from '../work/show-plan.ts';
import { planRoster, rosterLimits } from './plan-memberships.ts';
import { type ColumnNames, rosterColumns } from './roster.ts';
import { readRoster } from './roster-file.ts';

export interface SyncFlags extends RunFlags, ColumnNames {
  readonly prune?: true | undefined;
  readonly createTeams?: true | undefined;
  readonly allowEmpty?: true | undefined;
  readonly out?: string | undefined;
  readonly batchSize?: number | undefined;
  readonly shard?: string | undefined;
}

/** Makes the memberships of teams match the roster in `file`. */
export async function syncMemberships(session: Session, file: string, flags: SyncFlags): Promise<void> {
  assertDifferentFiles(session, [
    { use: 'file', path: file },
    { use: 'out', path: flags.out },
    { use: 'journal', path: flags.journal },
  ]);
  if (flags.out !== undefined) await session.askToReplace(flags.out);
  const work = () => syncAlone(session, file, flags);
  // No two shards make the same team.
  const mayCollide = flags.createTeams && flags.shard === undefined && flags.out === undefined;
  await (mayCollide ? aloneInPlace(session, work) : work());
}

async function syncAlone(session: Session, file: string, flags: SyncFlags): Promise<void> {
  const job = await planFile(session, file, flags);
  if (!job) return;
  await confirmPlan(session, job.changes);
  await applyChanges(session, job, flags);
}

/**
 * Plans the roster in `file`, and shows the plan; with `out`, stores it, and resolves with `undefined`. Neither the rows nor
 * the members of the teams are kept while the plan is carried out.
 */
async function planFile(session: Session, file: string, flags: SyncFlags): Promise<ChangeJob | undefined> {
  const { prune = false, createTeams = false, batchSize = usualBatchSize, concurrency } = flags;
  const columns = rosterColumns(flags);
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  const roster = await readRoster(session, file, columns);
  assertNotEmpty(roster.entries.length + roster.problems.length, prune, flags);
  const reads = concurrency ?? bulkReads;
  const options = { columns, prune, createTeams, shard, reads, batchSize };
  const plan = await planRoster(session, roster, options);
  const { changes, memberships, people, judged } = plan;
  const isStored = flags.out !== undefined;
  const allowed = isStored && { limits: reviewedLimits(rosterLimits(session)) };
  const { held } = await guardChanges(session, judged.changes, { ...judged.read, ...allowed, atOnce: reads });
  const effects = await showPlan(session, changes, { ...plan, titles: judged.read.titles });
  if (flags.out !== undefined) {
    const { storeRoster } = await import('./stored-roster.ts');
    await storeRoster(session, flags.out, plan, batchSize);
    assertNothingHeld(held);
    return undefined;
  }
  const [command, limits, { input }] = ['teams members sync', rosterLimits(session), roster];
  return { command, changes, effects, held, memberships, batchSize, people, input, limits };
}

/** Throws for an empty roster, which is more often a broken export than intended. */
function assertNotEmpty(rows: number, prune: boolean, { allowEmpty }: SyncFlags): void {
  if (rows > 0 || !prune || allowEmpty) return;
  throw new UsageError('the roster is empty; nothing was sent', {
    hint: { code: 'allow-empty', data: {} },
  });
}
