import { type Change, renumbered } from '../../domain/change.ts';
import { inBatches, usualBatchSize } from '../../domain/memberships/changes.ts';
import { changedMemberships } from '../../domain/memberships/report.ts';
import { firstOf, type PersonFacts } from '../../domain/people.ts';
import { UsageError } from '../../errors.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { at } from '../../model/fields.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { Structure } from '../../model/structure/structure.ts';
import { counted } from '../../text/plural.ts';
import { shellQuote } from '../../text/shell.ts';
import { applyChanges, guardChanges } from '../change-run.ts';
import type { JournalContent } from '../journal/journal.ts';
import { withUnique } from '../made.ts';
import { type BulkFlags, readsAtOnce } from '../run/execute.ts';
import { freshReader } from '../run/readers.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import { type ChangedThing, changedThings, tieOf } from './changed-things.ts';
import { createFates } from './fates.ts';
import { goneThings, type PresentThings, readPresent } from './present.ts';
import { type StateReader, stateReader } from './reader.ts';
import {
  lostRequests,
  mayHaveMade,
  notInJournal,
  perhapsMade,
  recordedRequests,
  statesIn,
  unknownRequests,
} from './recorded-requests.ts';
import { thingKey } from './recording.ts';
import { type Restored, restore } from './restore.ts';
import { showRestored } from './show-restored.ts';
import { withoutSecrets } from './values.ts';

export interface UndoFlags extends BulkFlags {
  readonly journal?: string | undefined;
}

/** Undoes what a run has changed. Throws `UsageError` if a guard refuses it. */
export async function undoChanges(
  session: Session,
  run: Run,
  content: JournalContent,
  flags: UndoFlags,
): Promise<void> {
  const reader = freshReader(session, content.header.org ?? undefined);
  const back = await withStructure(session, reader, await planUndo(session, content, reader, flags), content);
  const { people } = back;
  await showRestored(session, back);
  await guardChanges(session, back.changes, { reader, titles: back.titles });
  const { work } = content.header;
  const reported = work.kind === 'changes' && work.memberships !== undefined ? work : undefined;
  const changes = inBatches(back.changes, reported?.batchSize ?? usualBatchSize);
  const memberships = reported && changedMemberships(changes).map(({ team, user }) => [team, user] as const);
  const isReadBack = (memberships && changes.some(({ kind }) => kind === 'member')) || undefined;
  const count = memberships?.length ?? changes.length;
  if (count > 0) await session.confirm(`undo ${counted(count, 'change')} of run ${run.id}?`);
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
      isRecorded: true,
      states: back.states,
      structure: back.structure,
      journal: flags.journal,
      undoes: run,
    },
    flags,
  );
}

/** Adds the changes that give the structure of sites back, behind the others: spaces and titles come back first. */
async function withStructure(
  session: Session,
  reader: ServiceReader,
  back: UndoPlan,
  content: JournalContent,
): Promise<UndoPlan & { readonly structure?: Structure }> {
  const { work } = content.header;
  if (work.kind !== 'changes' || work.structure === undefined) return back;
  const { undoStructure } = await import('./structure.ts');
  const { changes, stays, lost, structure, titles } = await undoStructure(
    reader,
    session.scope.org(),
    work.structure,
    recordedRequests(content),
  );
  const first = back.changes.length;
  const moved = changes.map((change) => renumbered(change, (place) => first + place));
  return {
    ...back,
    changes: [...back.changes, ...moved],
    stays: [...back.stays, ...stays],
    lost: [...back.lost, ...lost],
    titles: new Map([...back.titles, ...titles]),
    ...(structure.length > 0 && { structure }),
  };
}

/** The kinds that make up the structure of a site. */
const structureKinds = /^(section|section-group|site-space)(-order)?$/;

/** Leaves out what `withStructure` gives back. What is in a site that the run has deleted comes with the site. */
function withoutStructure(things: readonly ChangedThing[], structure: unknown): readonly ChangedThing[] {
  if (structure === undefined) return things;
  const deleted = new Set(
    things.flatMap(({ kind, after, ids }) => (kind === 'site' && after === null ? ids.site : [])),
  );
  return things.flatMap((thing): ChangedThing[] => {
    if (structureKinds.test(thing.kind)) return deleted.has(thing.ids.site) ? [thing] : [];
    if (thing.kind !== 'site' || !thing.after) return [thing];
    const { defaultSiteSection: _, defaultSiteSpace: __, ...after } = thing.after;
    return Object.keys(after).length > 0 ? [{ ...thing, after }] : [];
  });
}

/** How to undo a run, with what is known about the people and teams of the run. */
interface UndoPlan extends Restored {
  /** People and teams by their ids. */
  readonly people: ReadonlyMap<string, PersonFacts>;
  /** The titles that are known, by id. */
  readonly titles: ReadonlyMap<string, string>;
  /** What has read the present values. */
  readonly states: StateReader;
}

async function planUndo(
  session: Session,
  content: JournalContent,
  reader: ServiceReader,
  { concurrency }: BulkFlags,
): Promise<UndoPlan> {
  const { work } = content.header;
  const recorded = recordedRequests(content);
  const reason =
    work.kind !== 'changes' && work.noUndo
      ? await session.inWords({ code: 'undo-was-off', data: {} })
      : notInJournal;
  const changed = changedThings(recorded, reason, statesIn(content));
  const things = withoutStructure(changed, work.kind === 'changes' ? work.structure : undefined);
  const atOnce = readsAtOnce(concurrency);
  const org = content.header.org ?? undefined;
  const { redactor } = session;
  const states = stateReader(reader, { atOnce, needsAll: true });
  const present = await readPresent(states, things, redactor);
  if (work.kind === 'changes' && work.memberships) assertBack(things, present);
  const named = namedByReturning(things, present);
  const back = restore(things, present, { org, gone: await goneThings(states, named) });
  const titles = await titlesOf(states, reader.lists().flat(), things, present, back.changes, redactor);
  return {
    ...back,
    changes: (await withUnique(reader, back.changes, atOnce)).map((change) => ({
      ...change,
      before: change.before && withoutSecrets(change.before, redactor),
    })),
    stays: [...recorded.filter(mayHaveMade).map(perhapsMade), ...back.stays],
    lost: [...unknownRequests(content), ...(await lostRequests(recorded)), ...back.lost],
    people: await peopleOf(states, things, present, named, redactor),
    titles,
    states,
  };
}

/** Returns the people and spaces without whom things cannot be made again, or ties cannot. */
function namedByReturning(things: readonly ChangedThing[], present: PresentThings) {
  const fates = createFates(things, present);
  return things.flatMap((thing) => {
    const returns =
      tieOf(thing) && thing.before && fates.isRestorable(thing)
        ? present.get(thingKey(thing))?.value == null
        : fates.comesBack(thing);
    return returns ? fates.namedBy(thing) : [];
  });
}

/** Throws `UsageError` if people who have left are not members again: their memberships cannot come back before. */
function assertBack(things: readonly ChangedThing[], present: PresentThings): void {
  const away = things.filter(
    (thing) =>
      thing.kind === 'member' && thing.after === null && present.get(thingKey(thing))?.value === null,
  );
  const [first] = away;
  if (!first) return;
  const users = away.map(({ ids }) => ids.user ?? '');
  const are = users.length === 1 ? 'is not a member' : 'are not members';
  throw new UsageError(`${firstOf(users, users.length)} ${are} of ${first.ids.org}; nothing was sent`, {
    hint: { code: 'invite-people-and-undo', data: {} },
  });
}

/** Returns the people and teams that a run is about; those who come back to a team, as the organization has them. */
async function peopleOf(
  states: StateReader,
  things: readonly ChangedThing[],
  present: PresentThings,
  returning: ReturnType<typeof namedByReturning>,
  { redactText }: Session['redactor'],
): Promise<ReadonlyMap<string, PersonFacts>> {
  const people = new Map<string, PersonFacts>();
  for (const thing of things) {
    const { tied, name } = present.get(thingKey(thing)) ?? {};
    const { user, team } = thing.ids;
    const own = thing.kind === 'team-member' ? user : team;
    if (tied && own !== undefined) people.set(own, tied);
    if (thing.kind === 'member' && user !== undefined && name) people.set(user, { name });
  }
  for (const { kind, ids } of returning) {
    const { user = '' } = ids;
    if (kind !== 'member' || people.has(user)) continue;
    const found = await states.one(kind, ids);
    const name = found && !isUnknown(found) ? at(found.item, 'user', 'displayName') : undefined;
    if (typeof name === 'string') people.set(user, { name: redactText(name) });
  }
  return people;
}

/** Returns the titles of things by their ids: of what was read, and of the collections that others come from or go to. */
async function titlesOf(
  states: StateReader,
  items: readonly unknown[],
  things: readonly ChangedThing[],
  present: PresentThings,
  changes: readonly Change[],
  { redactText }: Session['redactor'],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const note = (item: unknown, id: unknown = at(item, 'id'), title: unknown = at(item, 'title')) => {
    if (typeof id === 'string' && typeof title === 'string') titles.set(id, redactText(title));
  };
  for (const item of items) note(item);
  const moves = changes.filter(({ kind }) => kind === 'collection');
  const parents = new Set(moves.flatMap(({ before, after }) => [before?.parent, after?.parent]));
  for (const id of parents) {
    const found = typeof id === 'string' ? await states.one('collection', { collection: id }) : null;
    if (found && !isUnknown(found)) note(found.item, id);
  }
  for (const thing of things) {
    const { kind, ids } = thing;
    const tie = tieOf(thing);
    const of = tie?.of ?? kind;
    const name = (tie && present.get(thingKey(thing))?.name) ?? thing.name;
    if (name && (of === 'team' || of === 'collection'))
      titles.set(ids[resourceNamed(of).key ?? ''] ?? '', name);
  }
  return titles;
}
