import { usualBatchSize } from '../domain/memberships/changes.ts';
import type { NamedPlan } from '../domain/memberships/planned-team.ts';
import { type ColumnNames, rosterColumns } from '../domain/memberships/roster.ts';
import { UsageError } from '../errors.ts';
import { aloneInPlace } from '../work/alone.ts';
import type { InputFile } from '../work/journal/journal.ts';
import { applyMemberships } from '../work/memberships.ts';
import { assertDifferentFiles } from '../work/named-files.ts';
import { type BulkFlags, readsAtOnce } from '../work/run/execute.ts';
import type { Session } from '../work/run/session.ts';
import { parseShard } from '../work/shard.ts';
import { confirmPlan, showPlan } from '../work/show-plan.ts';
import { planRoster, rosterLimits } from './plan-memberships.ts';
import { readRoster } from './roster-file.ts';

export interface SyncFlags extends BulkFlags, ColumnNames {
  readonly prune?: true | undefined;
  readonly createTeams?: true | undefined;
  readonly allowEmpty?: true | undefined;
  readonly out?: string | undefined;
  readonly batchSize?: number | undefined;
  readonly shard?: string | undefined;
  readonly journal?: string | undefined;
}

/** Makes the memberships of teams match the roster in `file`. */
export async function syncMemberships(session: Session, file: string, flags: SyncFlags): Promise<void> {
  assertDifferentFiles(session, [
    { use: 'file', path: file },
    { use: 'out', path: flags.out },
    { use: 'journal', path: flags.journal },
  ]);
  if (flags.out !== undefined) {
    session.system.files.assertWritable(flags.out);
    await session.askToReplace(flags.out);
  }
  const work = () => syncAlone(session, file, flags);
  // No two shards make the same team.
  const mayCollide = flags.createTeams && flags.shard === undefined && flags.out === undefined;
  await (mayCollide ? aloneInPlace(session, work) : work());
}

async function syncAlone(session: Session, file: string, flags: SyncFlags): Promise<void> {
  const { plan, names, input } = await planFile(session, file, flags);
  await showPlan(session, plan, names);
  const batchSize = flags.batchSize ?? usualBatchSize;
  if (flags.out !== undefined) {
    const { storeRoster } = await import('./stored-roster.ts');
    return storeRoster(session, flags.out, { plan, names }, batchSize);
  }
  await confirmPlan(session, plan);
  const command = 'teams members sync';
  const job = { command, plan, names, batchSize, input, journal: flags.journal };
  await applyMemberships(session, { ...job, limits: rosterLimits(session) }, flags);
}

/** Plans the roster in `file`. Its rows are not kept while the plan is carried out. */
async function planFile(
  session: Session,
  file: string,
  flags: SyncFlags,
): Promise<NamedPlan & { readonly input: InputFile }> {
  const { prune = false, concurrency } = flags;
  const columns = rosterColumns(flags);
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  const roster = await readRoster(session, file, columns);
  assertNotEmpty(roster.entries.length + roster.problems.length, prune, flags);
  const planned = await planRoster(session, roster, {
    columns,
    prune,
    createTeams: flags.createTeams ?? false,
    shard,
    reads: readsAtOnce(concurrency),
  });
  return { ...planned, input: roster.input };
}

/** Throws for an empty roster, which is more often a broken export than intended. */
function assertNotEmpty(rows: number, prune: boolean, { allowEmpty }: SyncFlags): void {
  if (rows > 0 || !prune || allowEmpty) return;
  throw new UsageError('the roster is empty; nothing was sent', {
    hint: { code: 'allow-empty', data: {} },
  });
}
