import { type LoadedFile, type Path, valueAtPath } from '../organization.ts';
import type { FileOperation } from './operations.ts';
import { referencesIn } from './references.ts';

/** Operations of which some have to wait until nothing refers to what they take out. */
export interface WaitingOperations {
  readonly now: readonly FileOperation[];
  /** What is left if the references must be changed by hand. */
  readonly waiting: readonly FileOperation[];
}

/**
 * Leaves a team, a custom field or a group of sections in the file as long as the file refers to it: a reference that only a person
 * should take out would mean nothing.
 */
export function withoutReferred(
  { organization }: LoadedFile,
  operations: readonly FileOperation[],
): WaitingOperations {
  const referred = new Set(
    [...referencesIn(organization)].map(({ kind, text, site = '' }) => `${kind} ${site} ${text}`),
  );
  const kinds: ReadonlyMap<unknown, string> = new Map([
    ['teams', 'team'],
    ['custom-fields', 'custom-field'],
  ]);
  const isReferred = ({ kind, path }: FileOperation) =>
    kind === 'cut' && path.length === 2 && referred.has(`${kinds.get(path[0])}  ${path[1]}`);
  const waiting = operations.filter(isReferred);
  const isWaiting = ({ path }: FileOperation) => waiting.some((one) => isInside(path, one.path));
  const now = operations.filter((one) => !isWaiting(one));
  return {
    now: now.map((one) => {
      if (one.kind !== 'list' || one.path.at(-1) !== 'section-groups') return one;
      const groups = valueAtPath(organization, one.path) as readonly { readonly title: string }[];
      const known = new Set(one.items.map((item) => ('from' in item ? item.from : undefined)));
      const items = [...one.items];
      for (const [from, { title }] of groups.entries())
        if (!known.has(from) && referred.has(`section-group ${one.path[1]} ${title}`))
          items.splice(from, 0, { from });
      if (items.length === one.items.length) return one;
      waiting.push(one);
      return { ...one, items };
    }),
    waiting,
  };
}

function isInside(path: Path, above: Path): boolean {
  return above.every((step, at) => path[at] === step);
}
