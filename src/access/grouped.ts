import { allNames } from '../domain/people.ts';
import { kept } from '../text/kept.ts';
import { type AccessDifference, type ChangeClass, changeClasses } from './difference.ts';
import type { ReportedPlace, User } from './report.ts';

/** What the same people have gained or lost in the same places. */
export interface ChangeGroup {
  readonly class: ChangeClass;
  /** The levels; null for none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly people: readonly User[];
  readonly places: readonly ReportedPlace[];
}

export function groupedChanges(difference: AccessDifference): ChangeGroup[] {
  return changeClasses.flatMap((name) => {
    const byPlace = new Map<string, ChangeGroup & { readonly people: User[] }>();
    for (const { user, target, before, after } of difference[name]) {
      const [was, is] = [before?.level ?? null, after?.level ?? null];
      const key = JSON.stringify([was, is, target.kind, target.id]);
      const group = { class: name, before: was, after: is, people: [], places: [target] };
      kept(byPlace, key, () => group).people.push(user);
    }
    return withSamePeople([...byPlace.values()]);
  });
}

function withSamePeople(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const merged = new Map<string, ChangeGroup & { readonly places: ReportedPlace[] }>();
  for (const { places, ...group } of groups) {
    const key = JSON.stringify([group.before, group.after, group.people.map(({ id }) => id).sort()]);
    kept(merged, key, () => ({ ...group, places: [] })).places.push(...places);
  }
  return [...merged.values()];
}

/** Counts the different people: `29 people`. */
export function countedPeople(people: Iterable<User>): string {
  const { size } = new Set(Array.from(people, ({ id }) => id));
  return size === 1 ? '1 person' : `${size} people`;
}

const mostNamed = 5;

/** Names people or places in words: the first five, and how many more. */
export function namesText(all: readonly (User | ReportedPlace)[]): string {
  const names = all
    .slice(0, mostNamed)
    .map((one) =>
      'kind' in one ? `${one.kind} ${one.title ?? one.id}` : one.email || one.displayName || one.id,
    );
  return allNames(names, all.length - mostNamed);
}
