import { compareLevels } from '../../domain/access/levels.ts';
import type { MissingStep } from '../../domain/access/missing.ts';
import type { GrantStep } from '../../domain/access/places.ts';
import type { GrantPath } from '../../domain/access/rules.ts';

/** A way to a place; `not-shown` is access that the service reports and no rule explains. */
export interface ShownWay extends Omit<GrantPath, 'kind'> {
  readonly kind: GrantPath['kind'] | 'not-shown';
}

/**
 * Returns the ways to a place for the level that a person really has. Where the service reports more than the ways
 * give, there is one more way; where it reports less, no way decides.
 */
export function shownWays(level: string | null, ways: readonly GrantPath[], place: GrantStep): ShownWay[] {
  const byRules = ways[0]?.level ?? null;
  if (level === byRules) return [...ways];
  const others = ways.map((way) => ({ ...way, deciding: false }));
  if (!isMore(level, byRules)) return others;
  return [{ kind: 'not-shown', level: level as string, deciding: true, path: [place] }, ...others];
}

function isMore(level: string | null, other: string | null): boolean {
  if (level === null || other === null) return level !== null;
  return compareLevels(level, other) > 0;
}

/** Says that the service reports less than the ways give; `undefined` if it does not. */
export function disagreementText(level: string | null, ways: readonly GrantPath[]): string | undefined {
  const byRules = ways[0]?.level ?? null;
  if (byRules === null || level === byRules || isMore(level, byRules)) return undefined;
  return `the service reports ${level ?? 'no access'}, although the ways give ${byRules}`;
}

/** Returns a way in words: `team Docs on the collection Product`. */
export function wayText({ kind, path }: Pick<ShownWay, 'kind' | 'path'>): string {
  switch (kind) {
    case 'organization-role':
      return 'role in the organization';
    case 'collection-default':
      return `default level of the collection ${titleOf(path[0])}`;
    case 'space-default':
      return 'default level of the space';
    case 'collection-team':
      return `team ${titleOf(path[0])} on the collection ${titleOf(path[1])}`;
    case 'space-team':
      return `team ${titleOf(path[0])} on the space`;
    case 'not-shown':
      return 'granted in a way that the interface does not show';
  }
}

function titleOf(step: GrantStep | undefined): string {
  return step?.title ?? step?.id ?? '';
}

/** Returns in words what a person lacks: `a membership in the team Docs`. */
export function missingText({ kind, id, title, missing }: MissingStep): string {
  const name = title ?? id;
  switch (missing) {
    case 'enabled':
      return 'the member is disabled';
    case 'membership':
      return `a membership in the team ${name}`;
    case 'permission':
      return `a level for one of the person’s teams on the ${kind} ${name}`;
    case 'default-level':
      return `a default level of the ${kind} ${name}`;
    case 'role':
      return 'a role in the organization';
  }
}

/** Returns a role in words; null is a guest. */
export function roleText(role: string | null): string {
  return role ?? 'guest';
}

export function defaultLevelText(level: string | null): string {
  return level === 'inherit' ? 'inherited' : (level ?? 'no access');
}

/** Counts people: `1 person`, `1,204 people`. */
export function peopleText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;
}
