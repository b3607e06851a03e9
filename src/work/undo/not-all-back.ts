import { firstNames } from '../../domain/people.ts';
import { DocsAdminError, UsageError } from '../../errors.ts';
import { thingKey } from '../../model/effects/facts.ts';
import { counted } from '../../text/plural.ts';
import type { JournalContent } from '../journal/journal.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import type { ChangedThing } from './changed-things.ts';
import type { NotRestored } from './not-restored.ts';
import type { PresentThings } from './present.ts';

/** Records that nothing of a run can be taken back now, so that the next undo goes on with the run before. */
export async function passOver({ out, inWords }: Session, run: Run): Promise<void> {
  await run.write({ type: 'passed', at: run.time() });
  await out.note(await inWords({ code: 'undo-earlier', data: { run: run.id } }));
}

/**
 * Throws `UsageError` if people who have left are not members again: their memberships cannot come back before. The run is passed
 * over.
 */
export async function assertBack(
  session: Session,
  run: Run,
  { undone }: JournalContent,
  { things, present }: { readonly things: readonly ChangedThing[]; readonly present: PresentThings },
): Promise<void> {
  const away = things.filter(
    (thing) =>
      thing.kind === 'member' && thing.after === null && present.get(thingKey(thing))?.value === null,
  );
  const [first] = away;
  if (!first) return;
  if (!session.dryRun && !undone) await passOver(session, run);
  const users = away.map(({ ids }) => ids.user ?? '');
  const are = users.length === 1 ? 'is not a member' : 'are not members';
  throw new UsageError(`${firstNames(users, users.length)} ${are} of ${first.ids.org}; nothing was sent`, {
    hint: { code: 'invite-people-and-undo', data: { run: run.id } },
  });
}

/** Throws if something stays as it is: a script must not take the run for undone. */
export function assertAllBack(stays: readonly NotRestored[], run: Run): void {
  if (stays.length === 0) return;
  const are = stays.length === 1 ? 'stays as it is' : 'stay as they are';
  throw new DocsAdminError('conflict', `${counted(stays.length, 'thing')} ${are}`, {
    hint: stays.some(({ isFilled }) => isFilled)
      ? { code: 'delete-contents', data: { run: run.id } }
      : undefined,
  });
}
