import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import { mapMade } from '../../domain/change.ts';
import { theMade, thingKey } from '../../model/effects/facts.ts';
import type { State } from '../journal/journal-schema.ts';
import type { IntendedRequest } from '../run/session.ts';
import { type ChangedThing, changedThings } from './changed-things.ts';
import { changedName, type NotRestored } from './not-restored.ts';
import { restore } from './restore.ts';
import { lossesOfSite } from './structure.ts';
import { parted } from './structure-before.ts';

/** A request that is going to be sent, with the values before. */
interface RequestBefore extends Pick<IntendedRequest, 'input'> {
  readonly op: Operation;
  readonly valuesBefore: readonly State[];
}

/** Returns the things that requests change, and those that follow them, as if all of them were done. */
export function thingsToChange(requests: readonly RequestBefore[]): readonly ChangedThing[] {
  const done = requests.map(({ op, input, valuesBefore }) => ({
    ...{ op, before: valuesBefore, isDone: true },
    // What the same work makes has no id yet.
    input: mapMade(input, () => theMade) as AnyInput,
  }));
  return changedThings(done, 'it was not read');
}

/** Returns what does not come back if changes are undone at once. Pure: it can be said before they are made. */
export function lostWhenUndone(things: readonly ChangedThing[]): readonly NotRestored[] {
  // What the same work makes goes as a whole.
  const { structure, others } = parted(things.filter(({ ids }) => !Object.values(ids).includes(theMade)));
  const left = others.map(
    (thing) => [thingKey(thing), { value: thing.after && { ...thing.before, ...thing.after } }] as const,
  );
  return [...restore(others, new Map(left)).lost, ...structure.flatMap(lostOfStructure)];
}

function lostOfStructure(thing: ChangedThing): readonly NotRestored[] {
  const { kind, after, unknown } = thing;
  if (kind === 'site' && after === null) return lossesOfSite(thing);
  return unknown === undefined
    ? []
    : [{ name: changedName(thing), reason: `its value before is not known: ${unknown}` }];
}
