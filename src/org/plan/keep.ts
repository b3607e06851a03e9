import { kept } from '../../text/kept.ts';
import { quoted } from '../../text/quoted.ts';
import type { Objection } from '../../work/guards/mass.ts';
import type { Difference } from '../difference.ts';
import { factsOf, pathTo } from '../sections/kinds.ts';
import { type DesiredState, type Place, placeText } from '../thing.ts';
import type { Staying } from './compare-people.ts';
import type { Loss } from './losses.ts';
import { isMeant, tiedBy } from './patterns.ts';

/** Objects to everything that a plan does to what the file keeps. No flag allows it. */
export function keepObjections(
  patterns: readonly string[],
  {
    differences,
    losses,
    present,
    agreed,
  }: {
    readonly differences: readonly Difference[];
    readonly losses: readonly Loss[];
    readonly present: readonly DesiredState[];
    readonly agreed: readonly Staying[];
  },
): Objection[] {
  if (patterns.length === 0) return [];
  const found = new Map<string, { place: Place; fates: Set<string> }>();
  const add = (place: Place, fate: string) => {
    const known = kept(found, placeText(place), () => ({ place, fates: new Set() }));
    // What is deleted is empty and has lost its roles, too.
    if (!known.fates.has('deleted')) known.fates.add(fate);
  };
  const isKept = (place: Place) => patterns.some((pattern) => isMeant(pattern, place));

  for (const loss of losses) {
    if (isKept(loss.thing)) add(loss.thing, loss.how === 'end' ? 'deleted' : 'demoted');
    const tied = tiedBy(loss.thing);
    // A field is not demoted when a space loses its value.
    if (tied && tied.kind !== 'custom-field' && isKept(tied)) add(tied, 'demoted');
  }
  for (const { action, present: thing, declared } of differences) {
    if (action !== 'rename' || !thing || !declared) continue;
    const before = thing.today ?? thing;
    if (isKept(before) || isKept(declared)) add(before, 'renamed');
  }
  const people = agreed.map(({ kind, above }) => ({ kind, key: [...above, ''] }));
  for (const place of emptied(differences, losses, [...present, ...people], isKept)) add(place, 'emptied');
  return [...found.values()].map(({ place, fates }) => ({
    message: `${factsOf(place.kind).words[0]} ${quoted(place.key.join('/'))} is to be kept, and would be ${[...fates].join(' and ')}`,
    hint: { code: 'keep-listed', data: {} },
  }));
}

/** Returns the kept things that lose all contents of one kind. */
function emptied(
  differences: readonly Difference[],
  losses: readonly Loss[],
  present: readonly Place[],
  isKept: (place: Place) => boolean,
): Place[] {
  const around = (thing: Place) =>
    factsOf(thing.kind).isContent ? pathTo(thing).slice(0, -1).filter(isKept) : [];
  const moving = differences.flatMap(({ action, present: thing }) =>
    action === 'move' && thing ? [thing] : [],
  );
  const ending = losses.filter(({ how }) => how === 'end').map(({ thing }) => thing);
  const leaving = new Set<Place>([...ending, ...moving]);
  const textOf = (thing: Place, place: Place) => `${thing.kind} in ${placeText(place)}`;
  const losing = new Map<string, Place>();
  for (const thing of leaving) for (const place of around(thing)) losing.set(textOf(thing, place), place);
  if (losing.size === 0) return [];
  const staying = [
    ...present.filter((thing) => !leaving.has(thing)),
    ...differences.flatMap(({ declared }) => declared ?? []),
  ];
  for (const thing of staying) for (const place of around(thing)) losing.delete(textOf(thing, place));
  return [...losing.values()];
}
