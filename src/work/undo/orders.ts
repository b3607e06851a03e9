import type { Fields, Id, Made, RestoreRequest } from '../../model/effects/facts.ts';
import { orderedBy } from '../../model/effects/ways-back.ts';
import { longestRising } from '../../text/longest-rising.ts';
import type { ChangedThing } from './changed-things.ts';
import type { Present } from './present.ts';
import type { Groups } from './recording.ts';

/** The requests that move a thing of a site, by its kind: the operation, its path parameter, and how it names a neighbour. */
const moves: Readonly<
  Record<string, readonly [operation: string, key: string, reference: (id: Id) => object]>
> = {
  section: ['sections.move', 'section', (id) => ({ type: 'site-section', siteSection: id })],
  'section-group': ['section-groups.move', 'group', (id) => ({ type: 'site-section', id })],
  'site-space': ['site-spaces.move', 'siteSpace', (id) => ({ type: 'site-space', siteSpace: id })],
};

/**
 * Returns the moves that restore the order of a list. Returns none if the present order is not the one that the run has
 * left, or if that is not known: `stays` then has the reason. `lost` has what no move restores. `again` has the things
 * that are made again, by their earlier ids: they come to the end of their groups. `away` has the things that are
 * deleted: they are not moved.
 */
export function orderSteps(
  thing: ChangedThing,
  now: Present,
  again: ReadonlyMap<string, Made>,
  away: ReadonlySet<string>,
): {
  readonly requests: readonly RestoreRequest[];
  readonly stays?: string;
  readonly lost?: string | undefined;
} {
  const before = thing.before as Groups | null | undefined;
  if (now.value == null) return { requests: [] };
  const present = now.value as Groups;
  if (!before) return { requests: [], lost: lostOrder(thing, present) };
  const expected = afterSteps(before, thing.steps ?? []);
  if (thing.isUnclear) {
    const isThere = JSON.stringify(expected) === JSON.stringify(present);
    return { requests: [], ...(isThere && { stays: 'it is not known whether the run has changed it' }) };
  }
  const requests: RestoreRequest[] = [];
  const [operation, key, reference] = moves[orderedBy(thing.kind)] ?? ['', '', (id: Id) => ({ id })];
  for (const [name, wanted] of Object.entries(before)) {
    const [left, found] = [expected[name] ?? [], present[name] ?? []];
    if (left.join() !== found.join()) return { requests: [], stays: 'it has been changed since' };
    const remade = [...again.keys()].filter((id) => wanted.includes(id));
    const start = [...found.filter((id) => wanted.includes(id) && !away.has(id)), ...remade];
    const target = wanted.filter((id) => start.includes(id));
    for (const move of movesTo(target, start)) {
      const made = (id: string): Id => again.get(id) ?? id;
      const [side, neighbour] =
        move.after === undefined
          ? (['before', made(move.before ?? '')] as const)
          : (['after', made(move.after)] as const);
      const id = made(move.id);
      requests.push({
        ...{ action: 'move', operation, params: { ...thing.ids, [key]: id } },
        body: { position: { [side]: reference(neighbour) } },
        sets: { move: id, [side]: neighbour },
      });
    }
  }
  return { requests };
}

/** Returns what is lost of an order that no journal has. */
function lostOrder(
  { kind, steps = [], unknown, isUnclear }: ChangedThing,
  present: Groups,
): string | undefined {
  if (isUnclear) return undefined;
  if (steps.some((step) => step.move !== undefined)) return `its value before is not known: ${unknown}`;
  const made = steps.flatMap(({ append }) => (append === undefined ? [] : [String(append)]));
  const others = Object.values(present).flatMap((ids) => ids.filter((id) => !made.includes(id)));
  const [only, second] = others;
  // For the first section of a site without sections, the service also makes one for its spaces.
  if (kind !== 'section-order' || made.length === 0 || only === undefined || second !== undefined)
    return undefined;
  return `if the site had no sections before, its spaces stay in section ${only}`;
}

/** Returns the id of what a step moves, removes or appends. */
export function subjectOf({ move, remove, append }: Fields): string {
  return String(move ?? remove ?? append);
}

/** Returns the order after the steps of a run. */
export function afterSteps(before: Groups, steps: readonly Fields[]): Record<string, string[]> {
  const groups = Object.fromEntries(Object.entries(before).map(([name, ids]) => [name, [...ids]]));
  for (const step of steps) {
    const { remove, before: next, after: previous, group } = step;
    const id = subjectOf(step);
    const [name, ids] =
      Object.entries(groups).find(([, one]) => one.includes(id)) ??
      (typeof group === 'string' ? [group, groups[group] ?? []] : Object.entries(groups)[0]) ??
      [];
    if (name === undefined || !ids) continue;
    const others = ids.filter((one) => one !== id);
    const neighbour = next ?? previous;
    // What the run has made stands at the end first.
    if (neighbour !== undefined && !others.includes(String(neighbour))) others.push(String(neighbour));
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
  /** The neighbour before it; absent for the first one, which goes before its successor. */
  readonly after?: string;
  readonly before?: string;
}

/** Returns the fewest moves from the order `start` to the order `target`: the longest rising sequence is not moved. */
export function movesTo(target: readonly string[], start: readonly string[]): Move[] {
  const place = new Map(target.map((id, at) => [id, at]));
  const places = start.map((id) => place.get(id) as number);
  const stays = new Set(longestRising(places).map((at) => start[at]));
  return target.flatMap((id, at): Move[] => {
    if (stays.has(id)) return [];
    const previous = target[at - 1];
    if (previous !== undefined) return [{ id, after: previous }];
    const next = target.slice(1).find((one) => stays.has(one)) ?? target[1];
    return next === undefined ? [] : [{ id, before: next }];
  });
}
