import { firstNames } from '../../domain/people.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import { type Difference, listOf } from '../difference.ts';
import { type LoadedFile, type Path, valueAtPath } from '../organization.ts';
import type { Compared } from '../plan/compare-sections.ts';
import { declaredIn, isRenamed, type Likeness, likenesses } from '../plan/possible-renames.ts';
import { factsOf, nameOf, thingsAbove } from '../sections/kinds.ts';
import { type DesiredState, placeText } from '../thing.ts';
import type { FileOperation } from './operations.ts';
import { referencesIn } from './references.ts';

/** A thing that the file lists, and the service does not have. */
export interface Gone {
  readonly kind: ResourceKind;
  readonly name: string;
  /** How much is in it, such as `7 members`; empty if nothing is. */
  readonly content: string;
  /** The names of the things in the service that are like it. */
  readonly alike: readonly string[];
}

/** A thing that the file lists, and the thing of the service that it is. */
interface ListedMatch {
  readonly created: Difference;
  readonly thing: DesiredState;
}

/** Returns the differences for things that only the file has, without those that are inside of another one. */
function goneFrom({ differences }: Compared): Difference[] {
  const created = differences.filter(({ action, kind }) => action === 'create' && isRenamed(kind));
  const places = new Set(created.map(placeText));
  return created.filter((one) => !thingsAbove(one).some((above) => places.has(placeText(above))));
}

/**
 * Returns the things that the file does not list, in the lists where it has a thing that is gone and has something in it: what is in
 * the others says whether they are the same.
 */
export function besideGone(compared: Compared): DesiredState[] {
  const declared = declaredIn(compared.differences);
  const filled = goneFrom(compared).filter((one) => contentOf(one, declared) !== '');
  const lists = new Set(filled.map(listOf));
  return compared.undeclared.filter((thing) => lists.has(listOf(thing)));
}

/**
 * Tells the things that have a new name in the service from those that are gone. A thing has a new name if one other thing of its
 * list is more like it than all others, and the other way round. Teams are alike by their members only. No one can tell what a
 * thing is like if a part of it cannot be read.
 */
export function renamedOrGone(compared: Compared): {
  readonly renamed: ListedMatch[];
  readonly gone: Gone[];
} {
  const all = goneFrom(compared);
  if (all.length === 0) return { renamed: [], gone: [] };
  const outermost = new Set(all);
  const alike = likenesses(compared).filter(
    ({ created, thing }) => outermost.has(created) && listOf(created) === listOf(thing),
  );
  const unread = new Set(compared.unknown.map(({ kind, name }) => `${kind} ${name}`));
  const sure = alike.filter(
    (one) => scoreOf(one) > 0 && !unread.has(`${one.thing.kind} ${one.thing.key.join('/')}`),
  );
  const bestFor = groupBy(sure, ({ created }) => placeText(created));
  const bestOf = groupBy(sure, ({ thing }) => placeText(thing));
  const isOnly = (one: Likeness, others: readonly Likeness[] = []) =>
    others.every((other) => other === one || scoreOf(other) < scoreOf(one));
  const renamed = sure.filter(
    (one) =>
      isOnly(one, bestFor.get(placeText(one.created))) && isOnly(one, bestOf.get(placeText(one.thing))),
  );
  const found = new Set(renamed.map(({ created }) => created));
  const declared = declaredIn(compared.differences);
  const gone = all
    .filter((one) => !found.has(one))
    .map(
      (one): Gone => ({
        kind: one.kind,
        name: one.name,
        content: contentOf(one, declared),
        alike: alike.flatMap(({ created, thing }) => (created === one ? [nameOf(thing)] : [])),
      }),
    );
  return { renamed, gone };
}

function scoreOf({ thing, title, content }: Likeness): number {
  return thing.kind === 'team' ? content : Math.max(title, content);
}

/** Counts what is in a thing of the file. */
function contentOf(thing: Difference, declared: readonly DesiredState[]): string {
  const place = placeText(thing);
  const inside = declared.filter((one) => thingsAbove(one).some((above) => placeText(above) === place));
  const counts = [...groupBy(inside, ({ kind }) => kind).values()].map((own) => {
    const { kind } = own[0];
    const { words } = factsOf(factsOf(kind).ties ?? kind);
    return own.length === 1 ? `1 ${words[0]}` : `${own.length} ${words[1]}`;
  });
  return firstNames(counts, counts.length);
}

/** Returns a file that has the ids of these things as earlier names, so that they count as renamed. */
export function withEarlierNames(file: LoadedFile, renamed: readonly ListedMatch[]): LoadedFile {
  const organization = structuredClone(file.organization);
  for (const { created, thing } of renamed) {
    const value = valueAtPath(organization, created.declared?.path ?? []);
    Object.assign(value as object, { previously: [thing.id] });
  }
  return { ...file, organization };
}

/**
 * Leaves a team, a custom field or a group of sections in the file as long as the file refers to it: a reference that only a person
 * should take out would mean nothing. What has to wait for that is `waiting`.
 */
export function withoutReferred({ organization }: LoadedFile, operations: readonly FileOperation[]) {
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
