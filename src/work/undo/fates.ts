import { pick, type Reference, type ThingIds, thingKey } from '../../model/effects/facts.ts';
import { references } from '../../model/effects/nouns.ts';
import { finalOf, isOrder, restoringOf } from '../../model/effects/restoring.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { addressOf } from '../../model/effects/touches.ts';
import { kept } from '../../text/kept.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import type { PresentThings } from './present.ts';

/** What becomes of the things that a run has changed, when the run is undone. Pure. */
export interface Fates {
  thing(key: string): ChangedThing | undefined;
  causeOf(thing: ChangedThing): ChangedThing | undefined;
  comesBack(thing: ChangedThing): boolean;
  /** Returns whether what a thing is in, and with what it has ended, is there or comes back. */
  isRestorable(thing: ChangedThing): boolean;
  /** Returns whether a value is the earlier id of a thing that gets another one. */
  isNew(value: unknown): boolean;
  /** Returns the outermost of the things with which one comes back; itself if it comes back alone. */
  wholeOf(thing: ChangedThing): ChangedThing;
  /** Returns the thing that a tie comes back with. */
  rootOf(tie: ChangedThing): ChangedThing | undefined;
  /** Returns what a thing named before, and does not come back itself. */
  namedBy(thing: ChangedThing): readonly NamedThing[];
}

/** What a thing names by an id. */
export interface NamedThing extends ThingIds, Pick<Reference, 'by'> {
  /** Whether the thing ends with it: without it, the thing cannot be made again. */
  readonly isNeeded: boolean;
}

export function createFates(things: readonly ChangedThing[], present: PresentThings): Fates {
  const byKey = new Map(things.map((thing) => [thingKey(thing), thing]));
  const known = new Map<ChangedThing, boolean>();
  const now = (thing: ChangedThing) => present.get(thingKey(thing)) ?? {};
  const causeOf = ({ cause }: ChangedThing) => (cause === undefined ? undefined : byKey.get(cause));
  const hasReturned = (thing: ChangedThing) =>
    restoringOf(thing.kind).returns === true && now(thing).value != null;
  const isCauseBack = (thing: ChangedThing) => {
    const cause = causeOf(thing);
    return thing.cause === undefined || (cause !== undefined && (comesBack(cause) || hasReturned(cause)));
  };

  function comesBack(thing: ChangedThing): boolean {
    return kept(known, thing, () => isMadeAgain(thing));
  }

  function isMadeAgain(thing: ChangedThing): boolean {
    const { kind, before, after, isUnclear } = thing;
    if (isOrder(kind) || isUnclear || after !== null || before == null) return false;
    if (restoringOf(kind).notMade || finalOf(kind) !== undefined || !isCauseBack(thing)) return false;
    return now(thing).value === null;
  }

  let facts: { readonly coming: Map<string, ChangedThing>; readonly lost: Set<string> } | undefined;
  function all() {
    if (facts) return facts;
    const whole = things.filter((thing) => !isOrder(thing.kind) && !tieOf(thing) && thing.after === null);
    const coming = whole.filter(comesBack);
    const lost = whole.filter((thing) => !comesBack(thing) && now(thing).value === null);
    facts = {
      coming: new Map(coming.map((thing) => [`${thing.kind} ${ownId(thing)}`, thing])),
      lost: new Set(lost.map(ownId)),
    };
    return facts;
  }

  let newIds: ReadonlySet<string> | undefined;
  return {
    ...{ causeOf, comesBack },
    thing: (key) => byKey.get(key),
    isRestorable(thing) {
      if (!isCauseBack(thing)) return false;
      const { lost } = all();
      const own = tieOf(thing) ? '' : ownId(thing);
      return !Object.values(thing.ids).some((id) => id !== own && lost.has(id));
    },
    isNew(value) {
      newIds ??= new Set(
        [...all().coming.values()].filter(({ kind }) => !restoringOf(kind).keepsId).map(ownId),
      );
      return typeof value === 'string' && newIds.has(value);
    },
    wholeOf(thing) {
      let whole = thing;
      for (let cause = causeOf(whole); cause && comesBack(cause); cause = causeOf(whole)) whole = cause;
      return whole;
    },
    rootOf(thing) {
      const { coming } = all();
      const tie = tieOf(thing);
      if (!tie || coming.size === 0) return undefined;
      const { key = '', idOf = '' } = resourceNamed(thing.kind);
      const place = thing.ids[resourceNamed(tie.of).key ?? ''];
      return coming.get(`${tie.of} ${place}`) ?? coming.get(`${idOf} ${thing.ids[key]}`);
    },
    namedBy: (thing) =>
      references.flatMap(({ kind, by, to, policy }) => {
        // What ties are in was read with them.
        if (kind !== thing.kind || policy === 'chooses' || to === tieOf(thing)?.of) return [];
        const id = thing.ids[by] ?? thing.before?.[by];
        if (typeof id !== 'string' || all().coming.has(`${to} ${id}`)) return [];
        const resource = resourceNamed(to);
        const ids = pick({ ...thing.ids, [resource.key ?? to]: id }, ...addressOf(resource));
        return [{ kind: to, ids, by, isNeeded: policy === 'ends' }];
      }),
  };
}

/** Returns the reference by which one thing names another one with which it ends. */
export function referenceTo(other: ChangedThing, thing: ChangedThing): Reference | undefined {
  const own = ownId(other);
  return references.find(
    ({ kind, by, to, policy }) =>
      kind === thing.kind &&
      to === other.kind &&
      policy === 'ends' &&
      (thing.ids[by] ?? thing.before?.[by]) === own,
  );
}
