import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Change } from '../../domain/change.ts';
import { type EndedThing, type Fields, type MakingAgain, pick } from '../../model/effects/facts.ts';
import { restoringOf } from '../../model/effects/restoring.ts';
import { withOrganization } from '../../model/effects/thing-reader.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { writtenFields } from '../../model/fields.ts';
import { isEqual } from '../../text/equal.ts';
import { type ChangedThing, ownId } from './changed-things.ts';
import { noLongerExists, type RestorePlan, valueIn } from './restore-plan.ts';
import { isSecret, notKept } from './values.ts';

export function makeAgain(restoring: RestorePlan, thing: ChangedThing): void {
  const { fates, changes, firsts } = restoring;
  const { kind, ids, name, before } = thing;
  const facts = restoringOf(kind);
  const cause = fates.causeOf(thing) ?? thing;
  const entries = Object.entries(before ?? {});
  for (const [field, value] of entries) if (isSecret(value)) restoring.lose(thing, `${field}: ${notKept}`);
  const gone = restoring.lacking(thing).filter(({ isNeeded }) => !isNeeded);
  const isKept = ([field, value]: [string, unknown]) =>
    !isSecret(value) && !gone.some(({ by }) => by === field);
  const kept = Object.fromEntries(entries.filter(isKept));
  const ended: EndedThing = { kind, ids, name, before: kept };
  if (facts.notMade) {
    restoring.lose(cause, facts.notMade(ended));
    return;
  }
  if (restoring.noteGone(thing, cause)) return;
  for (const one of gone) restoring.leave(thing, `${one.by}: ${noLongerExists(one)}`);
  restoring.taken.add(thing);
  const whole = fates.wholeOf(thing);
  const plan: MakingAgain['plan'] = (request) => {
    if (firsts.has(thing)) return { $change: restoring.pushPart(thing, request, whole, thing) };
    const { sets: _, ...making } = request;
    const place =
      whole === thing
        ? restoring.push({ ...thing, name: restoring.nameOf(thing) }, making, null, { title: name ?? null })
        : restoring.pushPart(whole, making, whole, thing);
    firsts.set(thing, place);
    if (!facts.keepsId) {
      restoring.again.set(ownId(thing), { $change: place });
      Object.assign(changes[place] as Change, { again: { [ownId(thing)]: 'id' } });
    }
    return { $change: place };
  };
  const losses = facts.make?.(ended, { plan }) ?? makeFromFields(restoring, thing, kept, plan);
  const lost = [...losses, ...(facts.loses ?? []), ...(facts.losing?.(ended) ?? [])];
  for (const reason of lost) restoring.lose(thing, reason);
}

/** Makes a thing again by the operation that makes one, and updates the fields which that does not take. */
function makeFromFields(
  restoring: RestorePlan,
  thing: ChangedThing,
  before: Fields,
  plan: MakingAgain['plan'],
): readonly string[] {
  const { kind, ids } = thing;
  const { org } = restoring.options;
  const resource = resourceNamed(kind);
  const { create, set, update } = resource.operations;
  const making = create ?? set;
  if (!making) return ['it cannot be made again'];
  const { starts = {}, takes: taking } = restoringOf(kind);
  // A new one has these values without a request, so that none can be another value.
  const isNeeded = ([field, value]: [string, unknown]) =>
    field in starts ? !isEqual(starts[field], value) : value != null;
  const fields = Object.entries(before).filter(isNeeded);
  const of = (op: Operation | undefined) => Object.fromEntries(fields.filter(([field]) => takes(op, field)));
  const taken = taking ? takenBy(restoring, thing) : [];
  const written = writtenFields(resource, making);
  const body: Record<string, unknown> = {
    ...(resource.id !== undefined && written.includes(resource.id) && { [resource.id]: ownId(thing) }),
    ...of(making),
    ...(taking && { [taking.field]: taken.map(ownId) }),
  };
  if (taking && taken.length === 0) delete body[taking.field];
  const around = { ...(org !== undefined && { org }), ...withOrganization(ids, before) };
  const params = create ? pick(around, ...paramNames(create.path)) : ids;
  plan({ action: 'create', operation: making.id, params, body });
  const rest = Object.entries(create ? of(update) : {}).filter(([field]) => !takes(making, field));
  if (update && rest.length > 0)
    plan({ action: 'update', operation: update.id, params: ids, body: Object.fromEntries(rest) });
  const others = taken.filter((one) => !isEqual(valueIn(one, one.before), valueIn(one, taking?.as)));
  const values = (of: (one: ChangedThing) => unknown) =>
    Object.fromEntries(others.map((one) => [ownId(one), of(one)]));
  const [first] = others;
  const wanted = values((one) => valueIn(one, one.before));
  const present = values((one) => valueIn(one, taking?.as));
  if (first) restoring.setTies(first, wanted, present, thing);
  return [];
}

/** Returns the ties whose ids the request takes that makes a thing again: it brings them back with it. */
function takenBy(restoring: RestorePlan, thing: ChangedThing): ChangedThing[] {
  const { takes: taking } = restoringOf(thing.kind);
  const own = ownId(thing);
  return restoring.things.filter((one) => {
    if (one.kind !== taking?.kind || one.before == null) return false;
    if (one.ids[taking.by] !== own || !restoring.fates.isRestorable(one)) return false;
    restoring.taken.add(one);
    return !restoring.noteGone(one);
  });
}

export function takes(operation: Operation | undefined, field: string): boolean {
  const shape = (operation?.body as { shape?: object } | undefined)?.shape;
  return shape !== undefined && Object.hasOwn(shape, field);
}
