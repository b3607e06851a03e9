import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Change } from '../../domain/change.ts';
import { type EndedThing, type MakingAgain, pick } from '../../model/effects/facts.ts';
import { restoringOf } from '../../model/effects/restoring.ts';
import { withOrganization } from '../../model/effects/thing-reader.ts';
import { idsAround, resourceNamed } from '../../model/effects/things.ts';
import { writtenFields } from '../../model/fields.ts';
import { isEqual } from '../../text/equal.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import { changedName } from './not-restored.ts';
import { RestorePlan, valueIn } from './restore-plan.ts';

/** Plans how ended things are made again. */
export class MakingPlan extends RestorePlan {
  makeAgain(thing: ChangedThing, name: string): void {
    const facts = restoringOf(thing.kind);
    const cause = this.fates.causeOf(thing);
    const ended = this.endedOf(thing, name);
    if (facts.notMade) {
      const of = cause ? changedName(cause, this.now(cause)) : name;
      this.lose(cause ?? thing, of, facts.notMade({ ...ended, name: thing.name }));
      return;
    }
    if (this.noteGone(thing, cause ? changedName(cause, this.now(cause)) : name)) return;
    this.taken.add(thing);
    const whole = this.fates.wholeOf(thing);
    const nameOfWhole = whole === thing ? name : changedName(whole, this.now(whole));
    const plan: MakingAgain['plan'] = (request) => {
      if (this.firsts.has(thing)) return { $change: this.addPart(thing, request, nameOfWhole, whole) };
      const { sets: _, ...making } = request;
      const place =
        whole === thing
          ? this.add(thing, making, name, null, { title: thing.name ?? null })
          : this.addPart(whole, making, nameOfWhole);
      this.firsts.set(thing, place);
      if (!facts.keepsId) {
        this.again.set(ownId(thing), { $change: place });
        Object.assign(this.changes[place] as Change, { again: ownId(thing) });
      }
      return { $change: place };
    };
    const losses = facts.make?.(ended, { plan }) ?? this.makeFromFields(thing, ended, plan, name);
    const lost = [...losses, ...(facts.loses ?? []), ...(facts.losing?.(ended) ?? [])];
    for (const reason of lost) this.lose(thing, name, reason);
  }

  /** Makes a thing again by the operation that makes one, and updates the fields which that does not take. */
  makeFromFields(
    thing: ChangedThing,
    { kind, ids, before }: EndedThing,
    plan: MakingAgain['plan'],
    name: string,
  ): readonly string[] {
    const resource = resourceNamed(kind);
    const { create, set, update } = resource.operations;
    const making = create ?? set;
    if (!making) return ['it cannot be made again'];
    const { starts = {}, takes: taking } = restoringOf(kind);
    // A new one has these values without a request, so that none can be another value.
    const isNeeded = ([field, value]: [string, unknown]) =>
      field in starts ? !isEqual(starts[field], value) : value != null;
    const fields = Object.fromEntries(Object.entries(before).filter(isNeeded));
    const written = writtenFields(resource, making);
    const of = (op: typeof making | undefined) =>
      Object.fromEntries(Object.entries(fields).filter(([field]) => takes(op, field)));
    const taken = taking ? this.takenBy(thing) : [];
    const body = {
      ...(resource.id !== undefined && written.includes(resource.id) && { [resource.id]: ownId(thing) }),
      ...of(making),
      ...(taking && taken.length > 0 && { [taking.field]: taken.map(ownId) }),
    };
    if (taking && taken.length === 0) delete (body as Record<string, unknown>)[taking.field];
    const own = withOrganization(ids, before);
    const around = this.org === undefined ? own : { org: this.org, ...own };
    const params = create ? pick(around, ...paramNames(create.path)) : ids;
    plan({ action: 'create', operation: making.id, params, body });
    const rest = Object.entries(create ? of(update) : {}).filter(([field]) => !takes(making, field));
    if (update && rest.length > 0)
      plan({ action: 'update', operation: update.id, params: ids, body: Object.fromEntries(rest) });
    const others = taken.filter((one) => !isEqual(valueIn(one, one.before), valueIn(one, taking?.as)));
    const [first] = others;
    const tie = first && tieOf(first);
    if (tie) {
      const values = (fields: (one: ChangedThing) => unknown) =>
        Object.fromEntries(others.map((one) => [ownId(one), fields(one)]));
      const wanted = values((one) => valueIn(one, one.before));
      for (const request of tie.set(
        idsAround(first),
        wanted,
        values((one) => valueIn(one, taking?.as)),
      ))
        this.addPart(thing, request, name);
    }
    return [];
  }

  /** Returns the ties whose ids the request takes that makes a thing again: it brings them back with it. */
  takenBy(thing: ChangedThing): ChangedThing[] {
    const { takes: taking } = restoringOf(thing.kind);
    const own = ownId(thing);
    return this.things.filter((one) => {
      if (one.kind !== taking?.kind || one.before == null) return false;
      if (one.ids[taking.by] !== own || !this.fates.isRestorable(one)) return false;
      this.taken.add(one);
      return !this.noteGone(one, changedName(one, this.now(one)));
    });
  }
}

export function takes(operation: Operation | undefined, field: string): boolean {
  const shape = (operation?.body as { shape?: object } | undefined)?.shape;
  return shape !== undefined && Object.hasOwn(shape, field);
}
