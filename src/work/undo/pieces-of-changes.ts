import { type Change, isPart, madeIn, mapMade } from '../../domain/change.ts';
import { membershipsOf } from '../../domain/memberships/changes.ts';
import type { Fields, Ids, Made } from '../../model/undo/facts.ts';
import { pieceKind } from '../../model/undo/index.ts';
import { isEqual } from '../../text/equal.ts';
import { madeId, type PieceState, type TaskHistory } from '../journal/journal.ts';
import { type ChangedPiece, withoutCounts } from './changed-pieces.ts';

/** Returns the pieces that a run of changes has changed, in the order of the last change of each. */
export function piecesOfChanges(
  changes: readonly Change[],
  tasks: ReadonlyMap<number, TaskHistory>,
): ChangedPiece[] {
  const idOf = ({ $change }: Made) => madeIdAt(tasks, $change);
  const parts = partsByPlace(changes);
  const pieces = new Map<string, ChangedPiece>();
  for (const [place, change] of changes.entries()) {
    if (isPart(change)) continue;
    for (const { before, after, isUnclear } of effectsOfChange(change, tasks.get(place))) {
      const { kind, name } = change;
      const { key, isOrder, keepsId } = pieceKind(kind);
      const ref = mapMade(change.ref, idOf) as Ids;
      const made = before === null && key !== undefined && !keepsId ? madeIdAt(tasks, place) : undefined;
      const ids = made === undefined ? ref : { ...ref, [key as string]: made };
      // The id of a thing is unknown if the request that made it has no outcome.
      if (before === null && key !== undefined && ids[key] === undefined) continue;
      const left =
        (before === null ? leftBy(change, parts.get(place) ?? [], tasks, place) : undefined) ?? after;
      const own = JSON.stringify([kind, ids, kind === 'team-members' && isUnclear]);
      const earlier = pieces.get(own);
      pieces.delete(own);
      pieces.set(own, {
        kind,
        ids,
        name: titleIn(name),
        before: earlier ? joined(before, earlier.before) : before,
        after: isOrder ? after : joined(earlier?.after, left),
        isUnclear: isUnclear && (earlier?.isUnclear ?? true),
        ...(isOrder && { steps: [...(earlier?.steps ?? []), mapMade(after, idOf) as Fields] }),
      });
    }
  }
  return [...pieces.values()];
}

/** What a change has done, or may have done. */
type EffectOfChange = Pick<Change, 'before' | 'after'> & { readonly isUnclear: boolean };

/**
 * Returns what a change has done, and what it may have done because the journal has no outcome; nothing if it was refused
 * or not sent.
 */
function effectsOfChange(change: Change, history: TaskHistory | undefined): EffectOfChange[] {
  const attempts = history?.attempts ?? [];
  const done = attempts.filter(({ state }) => state === 'done');
  const isOpen = attempts.some(({ state }) => state === 'open' || state === 'unknown');
  // A later process has read the state, and found nothing left to do.
  const isDone = done.length > 0 || (isOpen && history?.end?.state === 'done');
  const isPartly = done.length > 0 && done.every(({ users }) => users !== undefined);
  if (!isPartly) return isDone || isOpen ? [{ ...change, isUnclear: !isDone }] : [];
  const users = new Set(done.flatMap((attempt) => attempt.users ?? []));
  const [own, others] = [membershipsIn(change, users, true), membershipsIn(change, users, false)];
  return [
    { ...own, isUnclear: false },
    ...(isOpen && Object.keys(others.after).length > 0 ? [{ ...others, isUnclear: true }] : []),
  ];
}

/** Returns the memberships of a change that are about some people, or about all others. */
function membershipsIn({ before, after }: Change, users: ReadonlySet<string>, isIn: boolean) {
  const some = (fields: Fields | null) =>
    Object.fromEntries(Object.entries(fields ?? {}).filter(([user]) => users.has(user) === isIn));
  return { before: some(before), after: some(after) };
}

type PlacedPart = readonly [place: number, part: Change];

/** Returns the changes of each thing that another change makes, by the place of that change. */
function partsByPlace(changes: readonly Change[]): ReadonlyMap<number, readonly PlacedPart[]> {
  const parts = new Map<number, PlacedPart[]>();
  for (const [at, part] of changes.entries()) {
    const fillsTeam = part.kind === 'team-members';
    for (const place of isPart(part) ? part.requires : fillsTeam ? madeIn(part.ref) : [])
      parts.set(place, [...(parts.get(place) ?? []), [at, part]]);
  }
  return parts;
}

/** The fields of a thing as the change that makes it, and its further changes, have left them. */
function leftBy(
  { kind, after }: Change,
  parts: readonly PlacedPart[],
  tasks: ReadonlyMap<number, TaskHistory>,
  place: number,
): Fields | undefined {
  const leftAt = (at: number) =>
    tasks.get(at)?.attempts.findLast(({ state }) => state === 'done')?.after ?? [];
  const [own = earlierTeam(kind, after)] = leftAt(place);
  if (!own?.value) return undefined;
  const added = parts.flatMap(([at, part]) =>
    part.kind === 'team-members'
      ? effectsOfChange(part, tasks.get(at)).flatMap((done) =>
          done.isUnclear ? [] : membershipsOf({ ...part, ...done }),
        )
      : [],
  );
  const later = parts.flatMap(([at]) =>
    leftAt(at).filter(({ kind, ids }) => kind === own.kind && isEqual(ids, own.ids)),
  );
  // What is made in it changes its counts and lists.
  const grows = parts.some(([, { action }]) => action === 'create');
  const fixed = grows ? withoutCounts(own.value) : own.value;
  const members = typeof own.value.members === 'number' && { members: own.value.members + added.length };
  return Object.assign({ ...fixed }, added.length > 0 && members, ...later.map(({ value }) => value));
}

/** A team as a run has left it whose journal, of an earlier version, has no values after its requests. */
function earlierTeam(
  kind: string,
  after: Fields | null,
): Pick<PieceState, 'kind' | 'ids' | 'value'> | undefined {
  return kind === 'team' ? { kind, ids: {}, value: { ...after, members: 0, spaces: 0 } } : undefined;
}

/** Merges later fields over earlier ones; `null` if the later ones say that the thing is gone. */
function joined(fields: Fields | null | undefined, later: Fields | null | undefined): Fields | null {
  return later == null ? null : { ...fields, ...later };
}

function madeIdAt(tasks: ReadonlyMap<number, TaskHistory>, place: number): string | undefined {
  const history = tasks.get(place);
  return history && madeId(history);
}

/** Returns the title in a name such as `team "Docs" (team_docs)`. */
function titleIn(name: string): string | undefined {
  const [, title] = /"(.*)"/s.exec(name) ?? [];
  return title;
}
