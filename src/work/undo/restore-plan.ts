import { type Change, isMade, madeIn } from '../../domain/change.ts';
import {
  type Fields,
  innermostId,
  type Made,
  type RestoreRequest,
  shown,
  type ThingIds,
  type Tie,
  thingKey,
} from '../../model/effects/facts.ts';
import { idsAround, resourceNamed } from '../../model/effects/things.ts';
import { titled } from '../../text/called.ts';
import { groupBy } from '../../text/group-by.ts';
import { mapParts } from '../../text/map-parts.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import { createFates, type Fates, type NamedThing } from './fates.ts';
import type { Held } from './held.ts';
import {
  changedName,
  goneFrom,
  type KnownThing,
  type NotRestored,
  noSpaceAgain,
  unclear,
} from './not-restored.ts';
import type { Present, PresentThings } from './present.ts';

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
  readonly held: readonly Pick<Held, 'kind' | 'ids' | 'name'>[];
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
  /** The ties of one thing, which change together. */
  readonly ties: ReadonlyMap<string, readonly ChangedThing[]>;
  readonly options: RestoreOptions;

  constructor(things: readonly ChangedThing[], present: PresentThings, options: RestoreOptions) {
    this.things = things;
    this.present = present;
    this.options = options;
    this.fates = createFates(things, present);
    const ties = things.flatMap((thing) => [...(thing.ties ?? []), thing]).filter(tieOf);
    this.ties = groupBy(ties, (tie) => this.groupOf(tie));
  }

  groupOf(tie: ChangedThing): string {
    const root = this.fates.rootOf(tie);
    return JSON.stringify([tie.kind, idsAround(tie), root && thingKey(root), tie.isUnclear]);
  }

  now(thing: ChangedThing): Present {
    return this.present.get(thingKey(thing)) ?? { value: null };
  }

  /** Names a thing as it is called now. */
  nameOf(thing: ChangedThing): string {
    return changedName(thing, this.now(thing));
  }

  /** Notes that something of a thing cannot come back. */
  lose(thing: ChangedThing, reason: string, shownAs = thing): void {
    this.lost.push({ name: this.nameOf(shownAs), reason, of: { kind: thing.kind, id: ownId(thing) } });
  }

  /** Notes that a thing stays as it is. */
  leave(thing: ChangedThing, reason: string): void {
    this.stays.push({ name: this.nameOf(thing), reason });
  }

  /** Notes what stays because it is not known whether the run has made it: from its present value to the one before. */
  leaveUnclear(thing: ChangedThing): void {
    const now = this.now(thing);
    const stays = unclear(thing, now);
    this.stays.push(stays);
    const tie = tieOf(thing);
    const { kind, ids, before = null } = thing;
    const values = (fields: Fields | null = null) =>
      tie ? { [ownId(thing)]: valueIn(thing, fields) } : fields;
    this.unclear.push({
      ...{ action: 'update', kind: tie?.change ?? kind, ref: ids, name: stays.name, operation: '' },
      ...{ input: { params: ids }, before: values(now.value), after: values(before), requires: [] },
    });
  }

  /** Notes that a thing cannot come back, if what it needs does not exist any more. Returns whether that is so. */
  noteGone(thing: ChangedThing, shownAs = thing): boolean {
    const lacks = this.lacking(thing).find(({ isNeeded }) => isNeeded);
    if (!lacks) return false;
    const { kind, ids } = lacks;
    const id = innermostId(ids);
    // A membership is named by its team, which may come back.
    const team = this.fates.rootOf(thing)?.name ?? thing.name;
    if (kind === 'member') this.lost.push(goneFrom({ ids: thing.ids, name: team }));
    else if (kind === 'space')
      this.lose(thing, `${titled('space', thing.name ?? id, id)} in it: ${noSpaceAgain}`, shownAs);
    else this.leave(shownAs, noLongerExists(lacks));
    return true;
  }

  /** Returns what a thing named before, and does not exist any more. */
  lacking(thing: ChangedThing): readonly NamedThing[] {
    return this.fates.namedBy(thing).filter((one) => this.options.gone?.has(thingKey(one)));
  }

  add(thing: ChangedThing, request: RestoreRequest): void {
    this.push({ ...thing, name: this.nameOf(thing) }, request, this.now(thing).value ?? {});
  }

  /** Adds a request as a change; `before` has the present values of its fields. Returns its place. */
  push(
    { kind, ids, name }: ThingIds & { readonly name: string },
    { action, operation, params, body, sets }: RestoreRequest,
    before: Fields | null,
    after: Fields = sets ?? {},
  ): number {
    const input = { params, ...(body !== undefined && { body }) };
    return (
      this.changes.push({
        ...{ action, kind, ref: ids, name, operation, input, requires: [] },
        before: sets && before ? shown(before, ...Object.keys(sets)) : before,
        after: action === 'delete' ? null : after,
      }) - 1
    );
  }

  /** Adds a further request for a thing that is made again, alone or with `whole`; its row names `shownAs`. Returns its place. */
  pushPart(
    thing: ChangedThing,
    { sets: _, ...request }: RestoreRequest,
    whole = thing,
    shownAs = whole,
  ): number {
    const inWhole = shownAs === whole ? '' : `: ${this.nameOf(shownAs)}`;
    const place = this.push({ ...whole, name: `${this.nameOf(whole)}${inWhole}` }, request, {});
    this.partsOf.set(place, thing);
    return place;
  }

  /** Gives ties of one thing values, with as few requests as the service allows; `root` is what they come back with. */
  setTies(tied: ChangedThing, wanted: Fields, present: Fields, root?: ChangedThing): void {
    const tie = tieOf(tied) as Tie;
    const ids = idsAround(tied);
    for (const request of tie.set(ids, wanted, present))
      if (root) this.pushPart(root, request, this.fates.wholeOf(root));
      else {
        const isOther = Object.keys(request.sets ?? {}).every((id) => present[id] != null);
        const action = request.action === 'grant' && isOther ? 'update' : request.action;
        this.push({ kind: tie.change, ids, name: this.nameOf(tied) }, { ...request, action }, present);
      }
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

export function noLongerExists({ kind, ids }: ThingIds): string {
  return `${resourceNamed(kind).one} ${innermostId(ids)} no longer exists`;
}

/** Returns the value of a tie; `null` for none. */
export function valueIn(thing: ChangedThing, fields: Fields | null | undefined): unknown {
  const { field = '', nothing }: Partial<Tie> = tieOf(thing) ?? {};
  return fields == null ? null : (fields[field] ?? nothing ?? null);
}
