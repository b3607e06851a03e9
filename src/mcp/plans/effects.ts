import type { AnyInput } from '../../api/contract/operation.ts';
import { isMade } from '../../domain/change.ts';
import { type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import { type Effect, effects } from '../../model/effects/effects.ts';
import { isOrder } from '../../model/effects/restoring.ts';
import { thingsFrom } from '../../model/effects/thing-reader.ts';
import { touches } from '../../model/effects/things.ts';
import { blocksOf, isOneChange, openingsOf } from '../../work/reach/blocks.ts';
import { type Session, sessionReader } from '../../work/run/session.ts';
import type { ShownEffects } from '../../work/show-effects.ts';
import type { ChangedThing } from '../../work/undo/changed-things.ts';
import type { Intended, Labels } from './labels.ts';

/** Returns what requests open, and what the things that they change lose, in the words of every plan. */
export async function requestEffects(
  session: Session,
  requests: readonly Intended[],
  things: readonly ChangedThing[],
  labels: Labels,
): Promise<ShownEffects> {
  const following = things.filter(({ kind, cause }) => cause !== undefined && !isOrder(kind)).map(effectOf);
  const reader = sessionReader(session);
  const { opens, loses } = await blocksOf(requests, reader, { nameOf: labels.name, following });
  return { opens: opens.map(({ text }) => text), loses: loses.map(({ text }) => text) };
}

/** Returns the grades that the guard allows only where they are named, if requests are carried out together by a person. */
export async function gradesToAllow(
  session: Session,
  requests: readonly Intended[],
): Promise<readonly HeldGrade[]> {
  if (await isOneChange(requests)) return [];
  const opens = await openingsOf(requests, sessionReader(session));
  return heldGrades.filter((grade) => opens.some((one) => one.grade === grade));
}

/** Returns what becomes of a thing that ends, or loses values, with another one. */
function effectOf({ kind, ids, before, after, unknown = 'it was not read' }: ChangedThing): Effect {
  return {
    ...{ kind, ids, change: after === null ? 'end' : 'set', of: 0, basis: 'assumed' },
    ...(after && { sets: after }),
    ...{ before: before === undefined ? { unknown } : before, after: after && { ...before, ...after } },
  };
}

/** Returns a line for each site that gets its first section: the service makes another one for its spaces, which stays. */
export async function firstSections(
  session: Session,
  requests: readonly Intended[],
  labels: Labels,
): Promise<readonly string[]> {
  const made = requests
    .flatMap(({ op, input }) => touches(op, input as AnyInput))
    .filter(({ kind, change, ids }) => kind === 'section' && change === 'make' && !isMade(ids.site));
  const found = await effects(made, thingsFrom(sessionReader(session)));
  return found
    .filter(({ kind, because }) => kind === 'section' && because !== undefined)
    .map(
      ({ ids }) =>
        `${labels.of('site', ids.site)}: its spaces stay in the section that the service makes for them`,
    );
}
