import { createHash } from 'node:crypto';
import { untilSilent } from './run/run.ts';
import type { Session } from './run/session.ts';

/** Milliseconds to wait for another process that changes the same organization. */
const longestWait = 10_000;

/**
 * Runs `work` while no other process of this machine carries out a plan that makes things in the same organization: both
 * would make everything. Where another one was killed, it first waits for the request that this one may have sent. `work` makes
 * its plan, too. A dry run makes nothing, and waits for no one. Throws `LocalStateError` if the other process takes too long.
 */
export async function aloneInPlace(session: Session, work: () => Promise<void>): Promise<void> {
  const { system, place, out, dryRun } = session;
  if (dryRun) return work();
  const { baseUrl, org } = place();
  const digest = createHash('sha256')
    .update(JSON.stringify([baseUrl, org]))
    .digest('hex');
  const what = `organization ${org}`;
  let ended: number | undefined;
  const free = await system.journals.lock(`place-${digest.slice(0, 16)}`, {
    what,
    wait: longestWait,
    onWait: (keeper) => out.note(`${what} is being changed by ${keeper}: waiting for up to 10 s`),
    onTakeOver: (ago) => {
      ended = ago;
    },
  });
  try {
    if (ended !== undefined) await untilSilent(session, ended);
    await work();
  } finally {
    free();
  }
}
