import { isOrder, restoringOf } from '../../model/effects/restoring.ts';
import { isEqual } from '../../text/equal.ts';
import type { JournalContent } from '../journal/journal.ts';
import { afterSteps, type ChangedThing, changedThings, type Groups, tieOf } from './changed-things.ts';
import { isSame } from './drift.ts';
import {
  lostRequests,
  notInJournal,
  recordedRequests,
  statesIn,
  unknownRequests,
} from './recorded-requests.ts';
import { valueIn } from './restore-plan.ts';
import { isSecret } from './values.ts';

/** Returns whether a run has only set what was there already, as its records say: it leaves nothing to take back. */
export async function hasChangedNothing(content: JournalContent): Promise<boolean> {
  const recorded = recordedRequests(content);
  const things = changedThings(recorded, notInJournal, statesIn(content));
  return (
    things.length > 0 &&
    things.every(isAsBefore) &&
    recorded.every(({ isDone }) => isDone) &&
    unknownRequests(content).length === 0 &&
    (await lostRequests(recorded)).length === 0
  );
}

function isAsBefore(thing: ChangedThing): boolean {
  const { kind, before, after, steps = [] } = thing;
  if (before === undefined) return false;
  if (isOrder(kind)) return isEqual(before, before && afterSteps(before as Groups, steps));
  if (tieOf(thing)) return isSame(valueIn(thing, after), valueIn(thing, before));
  if (!before || !after) return false;
  return Object.entries(after).every(([field, left]) => {
    const earlier = before[field];
    // What the service does not show may be another one.
    const isHidden = isSecret(left) || restoringOf(kind).unwritable?.(field, earlier, earlier) !== undefined;
    return !isHidden && isSame(left, earlier);
  });
}
