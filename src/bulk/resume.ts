import type { App } from '../cli/app.ts';
import { LocalStateError, UsageError } from '../cli/errors.ts';
import { version } from '../version.ts';
import type { BulkFlags } from './carry-out.ts';
import { assertSameInput } from './input-file.ts';
import type { JournalContent, RunWork } from './journal.ts';
import { runMemberships } from './memberships.ts';
import { assertSamePlace } from './place.ts';
import { type Run, reopenRun } from './run.ts';

/**
 * Does what a run has left. Throws `UsageError` where the input, the organization or the address is another one, and
 * `LocalStateError` where another process works on it.
 */
export async function resumeRun(app: App, name: string, flags: BulkFlags): Promise<void> {
  const { run, content } = await reopenRun(app, name);
  try {
    assertFits(app, name, content);
    if (content.end?.exitCode === 0) return await app.out.done(`run ${name} is finished: nothing to do`);
    await app.beforeChange();
    await goOn(app, run, content.header.work, content.header.command, flags);
  } finally {
    await run.close();
  }
}

async function goOn(app: App, run: Run, work: RunWork, command: string, flags: BulkFlags): Promise<void> {
  if (work.kind === 'memberships') {
    // What came from standard input is gone, and all of it is in the plan.
    if (work.input && work.input.path !== '-') await assertSameInput(app, work.input);
    return runMemberships(app, run, work.plan, work.batchSize, flags);
  }
  const { template, isRedacted, surroundings, source, shard } = work;
  if (isRedacted) {
    throw new LocalStateError('the command of this run held a secret, which was not written down', {
      hint: 'begin a new run with what is left',
    });
  }
  app.supply(surroundings);
  if (source.from === 'ids') {
    const { runForIds } = await import('./several.ts');
    return runForIds(app, template, source.ids, command, flags, run);
  }
  const { runBatch } = await import('./batch.ts');
  const { path, sha256 } = source.input;
  return runBatch(app, template, { from: source.from, path, sha256 }, { ...flags, shard }, run);
}

function assertFits(app: App, name: string, { header }: JournalContent): void {
  assertSamePlace(app, `run ${name}`, header);
  const major = (one: string) => one.split('.')[0];
  if (major(header.tool) === major(version)) return;
  throw new UsageError(`run ${name} was begun by version ${header.tool} of this tool, which is ${version}`, {
    hint: `go on with it in version ${major(header.tool)}`,
  });
}
