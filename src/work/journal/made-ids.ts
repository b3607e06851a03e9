import { type Change, mapMade } from '../../domain/change.ts';
import type { Made } from '../../model/effects/facts.ts';
import { at } from '../../model/fields.ts';
import type { Run } from '../run/run.ts';
import { madeId, type TaskHistory } from './journal.ts';

/** Returns what each change has made before, by its index, from the journal. */
export function madeBefore(run: Pick<Run, 'history'>, changes: readonly Change[]): Map<number, unknown> {
  const made = new Map<number, unknown>();
  for (const place of changes.keys()) {
    const history = run.history(place);
    const thing = history && madeBy(history);
    if (thing !== undefined) made.set(place, thing);
  }
  return made;
}

function madeBy(history: TaskHistory): unknown {
  const id = madeId(history);
  const [own] = history.attempts.at(-1)?.after ?? [];
  return id === undefined ? undefined : { ...own?.value, id };
}

/** Returns the id that a reference means, from the records of the change that makes the thing; `undefined` if they lack it. */
export function idIn(made: Made, history: TaskHistory | undefined): unknown {
  return idFrom(new Map([[made.$change, history && madeBy(history)]]), made);
}

/** Returns the id that a reference means; `undefined` if the thing is not made yet. */
export function idFrom(made: ReadonlyMap<number, unknown>, { $change, at: path = 'id' }: Made): unknown {
  return at(made.get($change), ...path.split('.'));
}

/** Puts the ids of what a run has made in the places of references to them. What is not known stays a reference. */
export function withMadeIds<Value>(value: Value, made: ReadonlyMap<number, unknown>): Value;
export function withMadeIds(value: unknown, made: ReadonlyMap<number, unknown>): unknown {
  return mapMade(value, (one) => idFrom(made, one) ?? one);
}

/** Adds the ids of things that changes have made: no request without an outcome can have made these things. */
export function knownIds(named: ReadonlySet<string>, made: ReadonlyMap<number, unknown>): Set<string> {
  return new Set([...named, ...[...made.keys()].map(($change) => String(idFrom(made, { $change })))]);
}
