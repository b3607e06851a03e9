import type { Fields, Id, Made, Step } from '../../model/undo/facts.ts';
import { kindOf } from '../../model/undo/index.ts';
import type { ChangedPiece } from './changed-pieces.ts';
import type { Found } from './reader.ts';

/** Ids by the group within which they are moved. */
type Groups = Readonly<Record<string, readonly string[]>>;

/**
 * The moves that give a list the order that it had before a run. None where its order is now another than the run has
 * left, or where that is not known: then `stays` says so. `lost` says what no move restores. `again` is what is made
 * again, by the id that it had: it comes to the end of its group.
 */
export function orderSteps(
  piece: ChangedPiece,
  now: Found,
  again: ReadonlyMap<string, Made>,
): { readonly steps: readonly Step[]; readonly stays?: string; readonly lost?: string | undefined } {
  const before = piece.before as Groups | null | undefined;
  if (now.value == null) return { steps: [] };
  const present = now.value as Groups;
  if (!before) return { steps: [], lost: lostOrder(piece, present) };
  const expected = afterSteps(before, piece.steps ?? []);
  if (piece.isUnclear) {
    const isThere = JSON.stringify(expected) === JSON.stringify(present);
    return { steps: [], ...(isThere && { stays: 'it is not known whether the run has changed it' }) };
  }
  const steps: Step[] = [];
  for (const [name, wanted] of Object.entries(before)) {
    const [left, found] = [expected[name] ?? [], present[name] ?? []];
    if (left.join() !== found.join()) return { steps: [], stays: 'it has been changed since' };
    const remade = [...again.keys()].filter((id) => wanted.includes(id));
    const start = [...found.filter((id) => wanted.includes(id)), ...remade];
    const target = wanted.filter((id) => start.includes(id));
    for (const move of movesTo(target, start)) {
      const made = (id: string): Id => again.get(id) ?? id;
      const neighbour =
        move.after === undefined ? { before: made(move.before ?? '') } : { after: made(move.after) };
      steps.push(...(kindOf(piece.kind).set?.(piece.ids, { id: made(move.id), ...neighbour }, {}) ?? []));
    }
  }
  return { steps };
}

/** What is lost of an order that nobody wrote down. */
function lostOrder(
  { kind, steps = [], unknown, isUnclear }: ChangedPiece,
  present: Groups,
): string | undefined {
  if (isUnclear) return undefined;
  if (steps.some((step) => step.move !== undefined)) return `its value before is not known: ${unknown}`;
  const made = steps.flatMap(({ append }) => (append === undefined ? [] : [String(append)]));
  const others = Object.values(present).flatMap((ids) => ids.filter((id) => !made.includes(id)));
  const [only, second] = others;
  // The service gives a site without sections a section for its spaces when the first one is made.
  if (kind !== 'section-order' || made.length === 0 || only === undefined || second !== undefined)
    return undefined;
  return `if the site had no sections before, its spaces stay in section ${only}`;
}

/** The order that the steps of a run leave. */
function afterSteps(before: Groups, steps: readonly Fields[]): Record<string, string[]> {
  const groups = Object.fromEntries(Object.entries(before).map(([name, ids]) => [name, [...ids]]));
  for (const { move, remove, append, before: next, after: previous } of steps) {
    const id = String(move ?? remove ?? append);
    const [name, ids] =
      Object.entries(groups).find(([, one]) => one.includes(id)) ?? Object.entries(groups)[0] ?? [];
    if (name === undefined || !ids) continue;
    const others = ids.filter((one) => one !== id);
    const place =
      next !== undefined
        ? others.indexOf(String(next))
        : previous !== undefined
          ? others.indexOf(String(previous)) + 1
          : others.length;
    groups[name] = remove === undefined ? [...others.slice(0, place), id, ...others.slice(place)] : others;
  }
  return groups;
}

interface Move {
  readonly id: string;
  /** The neighbour behind which it goes; the first goes before its successor. */
  readonly after?: string;
  readonly before?: string;
}

/** The fewest moves that bring `start` into the order `target`: what is in the longest rising row stays. */
export function movesTo(target: readonly string[], start: readonly string[]): Move[] {
  const place = new Map(target.map((id, at) => [id, at]));
  const stays = new Set(longestRising(start.map((id) => place.get(id) as number)).map((at) => target[at]));
  return target.flatMap((id, at): Move[] => {
    if (stays.has(id)) return [];
    const previous = target[at - 1];
    if (previous !== undefined) return [{ id, after: previous }];
    const next = target.slice(1).find((one) => stays.has(one)) ?? target[1];
    return next === undefined ? [] : [{ id, before: next }];
  });
}

/** A longest part of the numbers that rises. */
function longestRising(numbers: readonly number[]): number[] {
  const tails: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    const found = tails.findIndex((tail) => tail >= number);
    const at = found < 0 ? tails.length : found;
    previous.set(number, tails[at - 1]);
    tails[at] = number;
  }
  const row: number[] = [];
  for (let at = tails.at(-1); at !== undefined; at = previous.get(at)) row.unshift(at);
  return row;
}
