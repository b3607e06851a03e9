import type { Fields } from '../../model/effects/facts.ts';

/** The ids of a list, by the group inside which they can be moved. */
export type Groups = Readonly<Record<string, readonly string[]>>;

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
    // What the run has made is at the end first.
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
