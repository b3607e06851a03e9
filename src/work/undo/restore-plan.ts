import { type Change, isMade, madeIn } from '../../domain/change.ts';
import {
  type EndedThing,
  type Fields,
  innermostId,
  type Made,
  type RestoreRequest,
  shown,
  type Tie,
  thingKey,
} from '../../model/effects/facts.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { titled } from '../../text/called.ts';
import { mapParts } from '../../text/map-parts.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import { createFates, type Fates } from './fates.ts';
import type { Held } from './held.ts';
import { goneFrom, type KnownThing, type NotRestored, noSpaceAgain, unclear } from './not-restored.ts';
import type { Present, PresentThings } from './present.ts';
import { isSecret, notKept } from './values.ts';

export interface RestoreOptions {
  /** The organization of the run. */
  readonly org?: string | undefined;
  /** The keys of what does not exist any more: nothing that needs it is made again. @default none */
  readonly gone?: ReadonlySet<string>;
  /** Whether what the run has made is deleted with what others have put into it. @default false */
  readonly withContents?: boolean | undefined;
  /** Whether an earlier undo has taken everything else back already. @default false */
  readonly onlyMade?: boolean | undefined;
}

/** A thing that is deleted with what others have put into it. */
export interface DeletedContents {
  readonly of: KnownThing;
  readonly name: string;
  readonly held: readonly Pick<Held, 'kind' | 'name'>[];
}

/** The changes that undo a run, while they are planned, and what does not come back. */
export class RestorePlan {
  readonly changes: Change[] = [];
  readonly stays: NotRestored[] = [];
  readonly lost: NotRestored[] = [];
  readonly planned: NotRestored[] = [];
  readonly contents: DeletedContents[] = [];
  /** The changes that would take back what stays because it is not known whether the run has made it. */
  readonly unclear: Change[] = [];
  /** What stands for the things that are made again, by their earlier ids. */
  readonly again = new Map<string, Made>();
  /** The ids of the things that are deleted, or moved to another place. */
  readonly away = new Set<string>();
  /** What comes back with another thing. */
  readonly taken = new Set<ChangedThing>();
  /** The first change of each thing that is made again, and the thing that each further change belongs to. */
  readonly firsts = new Map<ChangedThing, number>();
  readonly partsOf = new Map<number, ChangedThing>();
  readonly fates: Fates;
  readonly things: readonly ChangedThing[];
  readonly present: PresentThings;
  readonly gone: ReadonlySet<string>;
  readonly org: string | undefined;
  readonly withContents: boolean;
  readonly onlyMade: boolean;

  constructor(
    things: readonly ChangedThing[],
    present: PresentThings,
    { org, gone = new Set(), withContents = false, onlyMade = false }: RestoreOptions,
  ) {
    this.things = things;
    this.present = present;
    this.gone = gone;
    this.org = org;
    this.withContents = withContents;
    this.onlyMade = onlyMade;
    this.fates = createFates(things, present);
  }

  /** Notes that something of a thing cannot come back. */
  lose({ kind, ids }: Pick<ChangedThing, 'kind' | 'ids'>, name: string, reason: string): void {
    this.lost.push({ name, reason, of: { kind, id: ownId({ kind, ids }) } });
  }

  /** Notes what stays because it is not known whether the run has made it: from its present value to the one before. */
  stay(thing: ChangedThing, now: Present): void {
    const stays = unclear(thing, now);
    this.stays.push(stays);
    const tie = tieOf(thing);
    const { kind, ids, before = null } = thing;
    const values = (fields: Fields | null = null) =>
      tie ? { [ownId(thing)]: valueIn(thing, fields) } : fields;
    this.unclear.push({
      ...{
        action: 'update',
        kind: tie?.change ?? kind,
        ref: ids,
        name: stays.name,
        operation: '',
        requires: [],
      },
      ...{ input: { params: ids }, before: values(now.value), after: values(before) },
    });
  }

  now(thing: ChangedThing): Present {
    return this.present.get(thingKey(thing)) ?? { value: null };
  }

  remove(thing: ChangedThing, now: Present, name: string, operation: string): void {
    this.away.add(ownId(thing));
    this.add(thing, { action: 'delete', operation, params: thing.ids }, name, now.value);
  }

  endedOf({ kind, ids, before, name: title }: ChangedThing, name: string): EndedThing {
    const entries = Object.entries(before ?? {});
    for (const [field, value] of entries)
      if (isSecret(value)) this.lose({ kind, ids }, name, `${field}: ${notKept}`);
    return {
      ...{ kind, ids, name: title },
      before: Object.fromEntries(entries.filter(([, value]) => !isSecret(value))),
    };
  }

  /** Notes that a thing cannot come back, if what it needs does not exist any more. Returns whether that is so. */
  noteGone(thing: ChangedThing, name: string): boolean {
    const lacks = this.fates.namedBy(thing).find((one) => this.gone.has(thingKey(one)));
    if (!lacks) return false;
    const { kind, ids } = lacks;
    const id = innermostId(ids);
    if (kind === 'member') this.lost.push(goneFrom(this.named(thing)));
    else if (kind === 'space')
      this.lose(thing, name, `${titled('space', thing.name ?? id, id)} in it: ${noSpaceAgain}`);
    else this.stays.push({ name, reason: `${resourceNamed(kind).one} ${id} no longer exists` });
    return true;
  }

  /** A membership is named by its team, which may come back. */
  named(thing: ChangedThing): Pick<ChangedThing, 'ids' | 'name'> {
    return { ids: thing.ids, name: this.fates.rootOf(thing)?.name ?? thing.name };
  }

  /** Adds a request as a change; `before` has the present values of its fields. Returns its place. */
  add(
    { kind, ids }: Pick<ChangedThing, 'kind' | 'ids'>,
    { action, operation, params, body, sets }: RestoreRequest,
    name: string,
    before: Fields | null | undefined,
    after: Fields = sets ?? {},
  ): number {
    const input = { params, ...(body !== undefined && { body }) };
    const fields = sets && before ? shown(before, ...Object.keys(sets)) : (before ?? null);
    return (
      this.changes.push({
        ...{ action, kind, ref: ids, name, operation, input, requires: [] },
        before: fields,
        after: action === 'delete' ? null : after,
      }) - 1
    );
  }

  /** Adds a further request for a thing that is made again. Returns its place. */
  addPart(thing: ChangedThing, { sets: _, ...request }: RestoreRequest, name: string, whole = thing): number {
    const place = this.add(whole, request, name, {});
    this.partsOf.set(place, thing);
    return place;
  }

  /** Replaces the ids of things that are made again by references. */
  withNewIds(change: Change, place: number): Change {
    const replace = (value: unknown): unknown => {
      if (typeof value === 'string') return this.again.get(value) ?? value;
      return isMade(value) ? value : mapParts(value, replace);
    };
    const isAsBefore = this.again.size === 0;
    const input = isAsBefore ? change.input : (replace(change.input) as Change['input']);
    const of = this.partsOf.get(place);
    const first = of && this.firsts.get(of);
    const requires = [...madeIn(input), ...(first === undefined || first === place ? [] : [first])];
    return { ...change, input, requires: [...new Set(requires)] };
  }
}

/** Returns the value of a tie; `null` for none. */
export function valueIn(thing: ChangedThing, fields: Fields | null | undefined): unknown {
  const { field = '', nothing }: Partial<Tie> = tieOf(thing) ?? {};
  return fields == null ? null : (fields[field] ?? nothing ?? null);
}
