import { knownId, renumbered } from '../../domain/change.ts';
import { inBatches, usualBatchSize } from '../../domain/memberships/changes.ts';
import { changedMemberships } from '../../domain/memberships/report.ts';
import { firstNames, type PersonFacts } from '../../domain/people.ts';
import { DocsAdminError, UsageError } from '../../errors.ts';
import { type Ids, thingKey } from '../../model/effects/facts.ts';
import { type StateReader, stateReader } from '../../model/effects/thing-reader.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { Structure } from '../../model/structure/structure.ts';
import { shellQuote } from '../../text/shell.ts';
import { counted } from '../../text/words.ts';
import { applyChanges, guardChanges } from '../change-run.ts';
import { inClosedOrder } from '../closed-order.ts';
import { heldBack } from '../guards/held-back.ts';
import { type LossGroup, type Objection, wholeThing } from '../guards/rules.ts';
import type { JournalContent } from '../journal/journal.ts';
import { withUnique } from '../made.ts';
import type { RunFlags } from '../run/execute.ts';
import type { Run } from '../run/run.ts';
import { bulkReads, freshReader, type Session } from '../run/session.ts';
import {
  type ChangedThing,
  changedThings,
  isMadeByRun,
  type RecordedRequest,
  tieOf,
} from './changed-things.ts';
import { createFates } from './fates.ts';
import { type Held, hasLeft } from './held.ts';
import type { NotRestored } from './not-restored.ts';
import { goneThings, type PresentThings, peopleOf, readPresent, titlesInRun } from './present.ts';
import {
  lostRequests,
  notInJournal,
  perhapsMade,
  recordedRequests,
  statesIn,
  unknownRequests,
} from './recorded-requests.ts';
import { afterFreed } from './required-first.ts';
import { type Restored, restore } from './restore.ts';
import { effectsOfUndo, showRestored } from './show-restored.ts';
import { parted } from './structure-before.ts';
import { withoutSecrets } from './values.ts';

export interface UndoFlags extends RunFlags {
  /** Whether what the run has made is deleted with what others have put into it. @default false */
  readonly withContents?: boolean | undefined;
  /** The sections of which whole things may be deleted: `sites`, and `collections` that hold spaces. */
  readonly allowDelete?: readonly string[] | undefined;
}

/**
 * Undoes what a run has changed. If it has been undone before, only what it has made, and was left, is looked at. Throws
 * `UsageError` if a guard refuses it, and `DocsAdminError` (`conflict`) at the end if something stays as it is.
 */
export async function undoChanges(
  session: Session,
  run: Run,
  content: JournalContent,
  flags: UndoFlags,
): Promise<void> {
  const reader = freshReader(session, content.header.org ?? undefined);
  const planned = await planUndo(session, run, content, reader, flags);
  const restored = await withStructure(session, reader, planned, content, flags);
  const back = { ...restored, changes: await inClosedOrder(reader, restored.changes) };
  const { people } = back;
  const { work } = content.header;
  const reported = work.kind === 'changes' && work.memberships !== undefined ? work : undefined;
  // What is open in between has the numbers of the requests that are sent.
  const changes = inBatches(back.changes, reported?.batchSize ?? usualBatchSize);
  const { between, ...effects } = await effectsOfUndo(reader, { ...back, changes });
  await showRestored(session, back, effects);
  const whole = heldBack(session, wholeThings(back, flags.allowDelete));
  const read = { reader, titles: back.titles, contents: contentsLost(back) };
  const { held } = await guardChanges(session, back.changes, read);
  const memberships = reported && changedMemberships(changes).map(({ team, user }) => [team, user] as const);
  const isReadBack = (memberships && changes.some(({ kind }) => kind === 'member')) || undefined;
  const count = memberships?.length ?? changes.length;
  const all = back.contents.length === 0 ? '' : ', and delete what others have put into what it has made';
  if (count > 0) await session.confirm(`undo ${counted(count, 'change')} of run ${run.id}${all}?`);
  const command = `runs undo ${shellQuote(run.id)}`;
  await applyChanges(
    session,
    {
      command,
      changes,
      memberships,
      batchSize: reported?.batchSize,
      isReadBack,
      people,
      effects,
      held: [...whole, ...held],
      isRecorded: true,
      states: back.states,
      structure: back.structure,
      openBetween: between,
      undoes: run,
    },
    flags,
  );
  if (session.dryRun) return;
  if (changes.length === 0 && !content.undone) await passOver(session, run);
  assertAllBack(back.stays, run);
}

/** Objects to the deletion of public sites with spaces, and of collections that hold spaces, unless it is allowed. */
function wholeThings({ changes, deleted }: UndoPlan, allowed?: readonly string[]): Objection[] {
  const leaving = changes.filter(({ after }) => after === null || 'parent' in after);
  const away = new Set(leaving.map((change) => knownId(change) ?? ''));
  return changes.flatMap(({ kind, ref, name, after }): Objection[] => {
    const found = after === null ? deleted.get(thingKey({ kind, ids: ref as Ids })) : undefined;
    if (!found) return [];
    const staying = found.held.filter((one) => !hasLeft(one, kind, away));
    const count = (held: string) => staying.filter((one) => one.kind === held).length;
    const isEmpty = kind === 'site' && (found.visibility !== 'public' || count('site-space') === 0);
    return isEmpty ? [] : wholeThing(kind, name, count('space'), allowed);
  });
}

/** Returns what others lose with the things that are deleted all the same. */
function contentsLost({ contents }: UndoPlan): readonly LossGroup[] {
  const held = contents.flatMap((one) => one.held);
  const words = { word: 'thing that others have added', words: 'things that others have added' };
  const names = held.map(({ name }) => name);
  return [{ act: 'delete', ...words, where: '', lost: held.length, names, total: undefined }];
}

/**
 * Adds the changes that give the structure of sites back, behind the others: spaces and titles come back first.
 */
async function withStructure(
  session: Session,
  reader: ServiceReader,
  back: UndoPlan,
  { header: { work }, undone }: JournalContent,
  { withContents }: UndoFlags,
): Promise<UndoPlan & { readonly structure?: Structure }> {
  const planned = (work.kind === 'changes' && work.structure) || [];
  const whole = new Set(planned.map(({ site }) => site));
  const things = back.parts.filter(({ ids }) => !whole.has(ids.site ?? ''));
  if (planned.length === 0 && things.length === 0) return back;
  const { undoStructure } = await import('./structure.ts');
  const own = session.place().org ?? '';
  const orgs = new Set([
    ...(planned.length > 0 ? [session.scope.org()] : []),
    ...things.map(({ ids }) => ids.org ?? own),
  ]);
  let all: UndoPlan & { readonly structure?: Structure } = back;
  for (const org of orgs) {
    const { changes, structure, titles, ...rest } = await undoStructure(reader, org, {
      planned: org === own ? planned : [],
      things: things.filter(({ ids }) => (ids.org ?? own) === org),
      requests: back.recorded,
      withContents,
      onlyMade: undone !== undefined,
    });
    const first = all.changes.length;
    const moved = changes.map((change) => renumbered(change, (place) => first + place));
    all = {
      ...all,
      changes: [...all.changes, ...moved.map((change) => afterFreed(change, all.changes))],
      stays: [...all.stays, ...rest.stays],
      lost: [...all.lost, ...rest.lost],
      planned: [...all.planned, ...rest.planned],
      contents: [...all.contents, ...rest.contents],
      titles: new Map([...all.titles, ...titles]),
      ...(structure.length > 0 && { structure: [...(all.structure ?? []), ...structure] }),
    };
  }
  return all;
}

/** How to undo a run, with what is known about the people and teams of the run. */
interface UndoPlan extends Restored {
  /** People and teams by their ids. */
  readonly people: ReadonlyMap<string, PersonFacts>;
  /** The titles that are known, by id. */
  readonly titles: ReadonlyMap<string, string>;
  readonly states: StateReader;
  readonly recorded: readonly RecordedRequest[];
  /** What the run has changed in the structure of sites. */
  readonly parts: readonly ChangedThing[];
  /** What is in the things that the run has made, by their keys. */
  readonly deleted: ReadonlyMap<string, { readonly visibility: unknown; readonly held: readonly Held[] }>;
}

async function planUndo(
  session: Session,
  run: Run,
  content: JournalContent,
  reader: ServiceReader,
  { concurrency, withContents }: UndoFlags,
): Promise<UndoPlan> {
  const { work } = content.header;
  const recorded = recordedRequests(content);
  const reason =
    work.kind !== 'changes' && work.noUndo
      ? await session.inWords({ code: 'undo-was-off', data: {} })
      : notInJournal;
  const changed = changedThings(recorded, reason, statesIn(content));
  const { structure: parts, others: own } = parted(changed);
  const onlyMade = content.undone !== undefined;
  const things = onlyMade ? own.filter(isMadeByRun) : own;
  const atOnce = concurrency ?? bulkReads;
  const org = content.header.org ?? undefined;
  const { redactor } = session;
  const states = stateReader(reader, { atOnce, needsAll: true });
  const present = await readPresent(states, things, redactor, recorded);
  if (work.kind === 'changes' && work.memberships)
    await assertBack(session, run, content, { things, present });
  const named = namedByReturning(things, present);
  const gone = await goneThings(states, named);
  const back = restore(things, present, { org, withContents, onlyMade, gone });
  const titles = await titlesInRun(states, reader.lists().flat(), things, present, back.changes, redactor);
  return {
    ...back,
    changes: (await withUnique(reader, back.changes, atOnce)).map((change) => ({
      ...change,
      before: change.before && withoutSecrets(change.before, redactor),
    })),
    stays: [...(await perhapsMade(reader, content, recorded, redactor)), ...back.stays],
    lost: [...unknownRequests(content), ...(await lostRequests(recorded)), ...back.lost],
    people: await peopleOf(states, things, present, named),
    titles,
    states,
    deleted: deletedThings(present),
    recorded,
    parts,
  };
}

function deletedThings(present: PresentThings): UndoPlan['deleted'] {
  return new Map(
    [...present].flatMap(([key, { value, held }]) =>
      held ? [[key, { visibility: value?.visibility, held: held.held }]] : [],
    ),
  );
}

/** Returns what things and ties name that come back, and the fields that get their values back. */
function namedByReturning(things: readonly ChangedThing[], present: PresentThings) {
  const fates = createFates(things, present);
  return things.flatMap((thing) => {
    const returns =
      tieOf(thing) && thing.before && fates.isRestorable(thing)
        ? present.get(thingKey(thing))?.value == null
        : fates.comesBack(thing);
    return fates.namedBy(thing).filter(({ by }) => returns || by in (thing.after ?? {}));
  });
}

/** Records that a run stays as it is now, so that the next undo goes on with the run before. */
export async function passOver({ out, inWords }: Session, run: Run): Promise<void> {
  await run.write({ type: 'passed', at: run.time() });
  await out.note(await inWords({ code: 'undo-earlier', data: { run: run.id } }));
}

/**
 * Throws `UsageError` if people who have left are not members again: their memberships cannot come back before. The run is passed
 * over.
 */
async function assertBack(
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
function assertAllBack(stays: readonly NotRestored[], run: Run): void {
  if (stays.length === 0) return;
  const are = stays.length === 1 ? 'stays as it is' : 'stay as they are';
  throw new DocsAdminError('conflict', `${counted(stays.length, 'thing')} ${are}`, {
    hint: stays.some(({ isFilled }) => isFilled)
      ? { code: 'delete-contents', data: { run: run.id } }
      : undefined,
  });
}
