import { createHash } from 'node:crypto';
import { untilSilent } from './run/run.ts';
import type { Session } from './run/session.ts';

/** Milliseconds to wait for another process that changes the same organization. */
const longestWait = 10_000;

/**
 * Runs `work` while no other process of this machine carries out a plan that makes things in the same organization: both
 * would make everything. Where another one was killed, it first waits for the request that this one may have sent. `work` makes
 * its plan, too; or it goes on with a run, whose journal knows what the process `leftBy` may have sent. A dry run makes nothing,
 * and waits for no one. Throws `LocalStateError` if the other process takes too long.
 */
export async function aloneInPlace(
  session: Session,
  work: () => Promise<void>,
  leftBy?: string,
): Promise<void> {
  const { system, place, out, dryRun } = session;
  if (dryRun) return work();
  const { baseUrl, org } = place();
  const digest = createHash('sha256')
    .update(JSON.stringify([baseUrl, org]))
    .digest('hex');
  const what = `organization ${org}`;
  const { left, release } = await system.journals.lock(`place-${digest.slice(0, 16)}`, {
    what,
    wait: longestWait,
    onWait: (keeper) => out.note(`${what} is being changed by ${keeper}: waiting for up to 10 s`),
  });
  try {
    if (left && left.process !== leftBy) await untilSilent(session, left.ago);
    await work();
  } finally {
    release();
  }
}
