import type { Kind } from '../../api/contract/facts.ts';
import type { AnyInput } from '../../api/contract/operation.ts';
import { differences, isMade } from '../../domain/change.ts';
import { type HeldGrade, heldGrades } from '../../domain/reach/grades.ts';
import { effects } from '../../model/effects/effects.ts';
import { thingsFrom } from '../../model/effects/thing-reader.ts';
import { resourceNamed, touches } from '../../model/effects/things.ts';
import { isOrder } from '../../model/effects/ways-back.ts';
import { isOneChange, openingsOf } from '../../work/opening/openings.ts';
import type { PlanChange } from '../../work/plan-document.ts';
import { lossesIn } from '../../work/plan-losses.ts';
import { sessionReader } from '../../work/run/readers.ts';
import type { Session } from '../../work/run/session.ts';
import type { ShownEffects } from '../../work/show-effects.ts';
import { type ChangedThing, ownId, tieOf } from '../../work/undo/changed-things.ts';
import type { Intended, Labels } from './labels.ts';

/** Returns what requests open, and what the things that they change lose, in the words of every plan. */
export async function effectsOf(
  session: Session,
  requests: readonly Intended[],
  things: readonly ChangedThing[],
  labels: Labels,
): Promise<ShownEffects> {
  const opens = await openingsOf(requests, sessionReader(session), { nameOf: labels.name });
  const own = things.filter(({ kind }) => !isOrder(kind));
  const loses = lossesIn(
    own.map((thing) => changeOf(thing, labels)),
    resourceNamed,
  );
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

/** Returns the change of a thing, as plans have it. */
function changeOf(thing: ChangedThing, labels: Labels): PlanChange {
  const { kind, before = null, after } = thing;
  const tie = tieOf(thing);
  const word = after === null ? (tie ? 'revoke' : 'delete') : before === null ? 'create' : 'update';
  return {
    action: word,
    kind,
    name: nameOf(thing, labels),
    id: ownId(thing),
    fields: before === null ? [] : differences(before, after),
  };
}

/** Names a thing with what it is in: `Acme Docs/News`; a tie as plans do: `Docs: Kim <kim@acme.example>`. */
function nameOf(thing: ChangedThing, labels: Labels): string {
  const { key = '', parents } = resourceNamed(thing.kind);
  const names = [...parents, key].flatMap((param) => {
    const id = thing.ids[param];
    return param === 'org' || id === undefined ? [] : [labels.named(param as Kind, id)];
  });
  return names.join(tieOf(thing) ? ': ' : '/');
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
