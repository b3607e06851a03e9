import { type Change, renumbered } from '../../domain/change.ts';
import { inBatches, usualBatchSize } from '../../domain/memberships/changes.ts';
import { changedMemberships } from '../../domain/memberships/report.ts';
import { firstOf, type Person } from '../../domain/people.ts';
import { UsageError } from '../../errors.ts';
import { at } from '../../model/fields.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { Structure } from '../../model/structure/structure.ts';
import { pieceKind } from '../../model/undo/index.ts';
import { counted } from '../../text/plural.ts';
import { shellQuote } from '../../text/shell.ts';
import { applyChanges, guardChanges } from '../change-run.ts';
import type { JournalContent } from '../journal/journal.ts';
import { withUnique } from '../made.ts';
import { type BulkFlags, readsAtOnce } from '../run/execute.ts';
import { freshReader } from '../run/readers.ts';
import type { Run } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import { type ChangedPiece, changedPieces, withoutPartsOfMade } from './changed-pieces.ts';
import { withoutGone } from './gone-people.ts';
import { goneSpaces } from './gone-spaces.ts';
import { type Inverse, inverse } from './inverse.ts';
import { piecesOfChanges } from './pieces-of-changes.ts';
import { type Found, readPieces, type Wish } from './reader.ts';
import {
  lostRequests,
  mayHaveMade,
  notInJournal,
  perhapsMade,
  recordedRequests,
  unknownRequests,
  valuesIn,
} from './recorded-requests.ts';
import { withoutSecrets } from './recording.ts';
import { showInverse } from './show-inverse.ts';
import { withSurvivors } from './survivors.ts';

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
  await showInverse(session, back);
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

/** The pieces that make up the structure of a site. */
const structureKinds = new Set([
  'site-defaults',
  'section',
  'section-group',
  'section-grouping',
  'site-space',
  'section-order',
  'section-group-order',
  'site-space-order',
]);

/** Leaves out the pieces that `withStructure` gives back. Those of a site that the run has deleted come with the site. */
function withoutStructure(pieces: readonly ChangedPiece[], structure: unknown): readonly ChangedPiece[] {
  return structure === undefined ? pieces : pieces.filter(({ kind }) => !structureKinds.has(kind));
}

/** How to undo a run, with what is known about the people and teams of the run. */
interface UndoPlan extends Inverse {
  /** People and teams by their ids. */
  readonly people: ReadonlyMap<string, Person>;
  /** The titles that are known, by id. */
  readonly titles: ReadonlyMap<string, string>;
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
  const changed =
    work.kind === 'changes' && !work.isRecorded
      ? piecesOfChanges(work.changes, content.tasks)
      : withoutPartsOfMade(changedPieces(recorded, reason, valuesIn(content)));
  const own = withoutStructure(changed, work.kind === 'changes' ? work.structure : undefined);
  const atOnce = readsAtOnce(concurrency);
  const client = session.connectForBulk({ signal: session.system.interrupt, onEvent: () => {} });
  const read = (wishes: readonly Wish[]) =>
    readPieces(reader, wishes, { redactor: session.redactor, atOnce, needsAll: true });
  const { pieces, found } = await withSurvivors(own, await read(own.map(wishFor)), wishFor, read);
  if (work.kind === 'changes' && work.memberships) assertBack(pieces, found);
  const there = await withoutGone(pieces, found, read);
  const back = inverse(there.pieces, found, await goneSpaces(there.pieces, found, read));
  const parents = await read(parentsIn(back.changes));
  return {
    ...back,
    changes: (await withUnique(client, back.changes, atOnce)).map((change) => ({
      ...change,
      before: withoutSecrets(change.before, session.redactor),
    })),
    stays: [...recorded.filter(mayHaveMade).map(perhapsMade), ...back.stays],
    lost: [...unknownRequests(content), ...(await lostRequests(recorded)), ...there.lost, ...back.lost],
    people: peopleIn([...found, ...there.members]),
    titles: new Map([
      ...reader.lists().flatMap((items) => items.flatMap((item) => titleIn(item, session.redactor))),
      ...parents.flatMap(({ ids, name }): Titled[] =>
        ids.collection && name ? [[ids.collection, name]] : [],
      ),
      ...pieces.flatMap(({ ids: { team, collection }, name }): Titled[] =>
        name ? [team ?? [], collection ?? []].flat().map((id) => [id, name]) : [],
      ),
    ]),
  };
}

/** Throws `UsageError` if people who have left are not members again: their memberships cannot come back before. */
function assertBack(pieces: readonly ChangedPiece[], found: readonly Found[]): void {
  const away = pieces.filter(
    ({ kind, after }, at) => kind === 'member' && after === null && found[at]?.value === null,
  );
  const [first] = away;
  if (!first) return;
  const users = away.map(({ ids }) => ids.user ?? '');
  const are = users.length === 1 ? 'is not a member' : 'are not members';
  throw new UsageError(`${firstOf(users, users.length)} ${are} of ${first.ids.org}; nothing was sent`, {
    hint: { code: 'invite-people-and-undo', data: {} },
  });
}

function peopleIn(found: readonly Found[]): ReadonlyMap<string, Person> {
  const people = new Map<string, Person>();
  for (const { kind, ids, name, people: inTeam = {} } of found) {
    if (kind === 'member' && ids.user && name && !people.has(ids.user)) people.set(ids.user, { name });
    for (const [user, person] of Object.entries(inTeam)) people.set(user, person);
  }
  return people;
}

type Titled = readonly [id: string, title: string];

function titleIn(item: unknown, { redactText }: Session['redactor']): Titled[] {
  const [id, title] = [at(item, 'id'), at(item, 'title')];
  return typeof id === 'string' && typeof title === 'string' ? [[id, redactText(title)]] : [];
}

/** Returns the collections that others come from or go to, to be read for their titles. */
function parentsIn(changes: readonly Change[]): Wish[] {
  const moves = changes.filter(({ kind }) => kind === 'collection');
  const ids = new Set(moves.flatMap(({ before, after }) => [before?.parent, after?.parent]));
  return [...ids].flatMap((id) =>
    typeof id === 'string' ? { kind: 'collection', ids: { collection: id }, fields: [] } : [],
  );
}

function wishFor({ kind, ids, before, after }: ChangedPiece): Wish {
  const fields = pieceKind(kind).isOrder ? [] : Object.keys(after ?? {});
  return { kind, ids, fields, named: true, ...(before === null && { whole: true, held: true }) };
}
