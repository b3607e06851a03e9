import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/api/client/client.ts';
import { ServiceError } from '../../../src/api/client/errors.ts';
import { effectOf } from '../../../src/api/contract/effect.ts';
import type { AnyInput, Operation } from '../../../src/api/contract/operation.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { type Effect, effects } from '../../../src/model/effects/effects.ts';
import { thingsFrom } from '../../../src/model/effects/thing-reader.ts';
import { touches } from '../../../src/model/effects/things.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import type { Store } from '../../../src/sandbox/store/store.ts';
import { isObject } from '../../../src/text/fields.ts';
import { once } from '../../../src/text/kept.ts';
import { anyInput, choicesOf } from '../../support/any-request.ts';
import { demoStore, statedStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { ordersIn, type ThingInState, thingKey, thingsIn } from '../../support/sandbox-state.ts';

/** How many requests of an operation with several fields are tried; more with `DOCS_ADMIN_TEST_RUNS`. */
const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 50);

const changing = operations.filter((op) => effectOf(op) !== 'read');

type Things = Map<string, ThingInState>;
type Orders = ReadonlyMap<string, readonly string[]>;

interface State {
  readonly things: Things;
  readonly orders: Orders;
}

const stateOf = (store: Store): State => ({ things: thingsIn(store), orders: ordersIn(store) });

/** The content of a change request is a kind of its own. */
const holderOf: Readonly<Record<string, string>> = { content: 'change-request' };

/** Gives ids to people and change requests that a request names by an e-mail address or a number. */
function withOwnIds(store: Store, { ids, ...effect }: Effect): Effect {
  const { user = '', changeRequest = '', space = '' } = ids;
  const person =
    user.includes('@') && store.get<{ id: string }>('SELECT id FROM users WHERE email = ?', user);
  const request =
    Number(changeRequest) > 0 &&
    store.get<{ id: string }>(
      'SELECT id FROM change_requests WHERE space = ? AND number = ?',
      space,
      Number(changeRequest),
    );
  return {
    ...effect,
    ids: { ...ids, ...(person && { user: person.id }), ...(request && { changeRequest: request.id }) },
  };
}

/** Returns what tells the thing of an effect from others. */
function keyOf({ kind, ids }: Effect): string {
  return thingKey({ kind: holderOf[kind] ?? kind, ids });
}

/** What is not as effects say, and the thing that it concerns. */
interface Difference {
  readonly key: string;
  readonly text: string;
}

/** Returns what differs between the state that effects say and the one that is there. */
function differences(before: Things, after: Things, all: readonly Effect[]): Difference[] {
  const expected = new Map(before);
  const made: Effect[] = [];
  for (const effect of all) {
    const { kind, ids, change } = effect;
    const key = keyOf(effect);
    // Whose time of the last visit is set, no one can say; the state has no times.
    if (kind === 'member' && ids.user === undefined) continue;
    if (change === 'make') made.push(effect);
    else if (change === 'end') expected.delete(key);
    else {
      const present = expected.get(key) ?? { kind, ids, fields: {} };
      const sets =
        change === 'content' ? { '#': { $chosen: true } } : isObject(effect.after) ? effect.after : {};
      // A place in a list is no field.
      if (change !== 'place' || effect.sets)
        expected.set(key, { ...present, fields: { ...present.fields, ...sets } });
    }
  }
  const found: Difference[] = [];
  const fresh = [...after].filter(([key]) => !expected.has(key)).map(([, thing]) => thing);
  const fits = ({ kind, ids, after: sets }: Effect, thing: ThingInState) =>
    kind === thing.kind &&
    Object.entries(ids).every(([name, id]) => id === '$made' || thing.ids[name] === id) &&
    Object.entries(isObject(sets) ? sets : {}).every(([name, value]) => isLike(value, thing.fields[name]));
  // The one that is known best is looked for first.
  const known = ({ after: sets }: Effect) => Object.keys(isObject(sets) ? sets : {}).length;
  for (const effect of made.sort((one, other) => known(other) - known(one))) {
    const place = fresh.findIndex((thing) => fits(effect, thing));
    if (place < 0) found.push({ key: keyOf(effect), text: `not made: ${JSON.stringify(effect)}` });
    else fresh.splice(place, 1);
  }
  for (const thing of fresh)
    found.push({ key: thingKey(thing), text: `made as well: ${JSON.stringify(thing)}` });
  for (const [key, one] of expected) {
    const { fields } = one;
    const now = after.get(key);
    if (now === one) continue;
    if (!now) found.push({ key, text: `gone: ${key}` });
    for (const name of new Set([...Object.keys(fields), ...Object.keys(now?.fields ?? {})]))
      if (now && !isLike(fields[name], now.fields[name]))
        found.push({
          key,
          text: `${key} ${name}: ${JSON.stringify(fields[name])} expected, ${JSON.stringify(now.fields[name])}`,
        });
  }
  return found;
}

function isLike(expected: unknown, value: unknown): boolean {
  if (expected === '$made' || (isObject(expected) && '$chosen' in expected)) return true;
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      expected.length === value.length &&
      expected.every((one, at) => isLike(one, value[at]))
    );
  if (isObject(expected))
    return (
      isObject(value) &&
      Object.keys({ ...expected, ...value }).every((name) => isLike(expected[name], value[name]))
    );
  return (expected ?? null) === (value ?? null);
}

/** The lists that people order, and the field with what they are in. */
const orderedIn: Readonly<Record<string, string>> = {
  section: 'site',
  'section-group': 'site',
  'site-space': 'sectionId',
  collection: 'parent',
  space: 'parent',
};

/** Returns the orders after effects, of the things that were there before. */
function ordersAfter(before: State, all: readonly Effect[]): Orders {
  const orders = new Map([...before.orders].map(([list, ids]) => [list, [...ids]]));
  for (const { kind, ids, change, sets = {}, at = {}, after } of all) {
    const around = orderedIn[kind];
    const id = Object.values(ids).at(-1) ?? '';
    const [list] = [...orders].find(([, one]) => one.includes(id)) ?? [];
    if (around === undefined || list === undefined) continue;
    const moves = change === 'place' || (change === 'set' && around in sets);
    if (change !== 'end' && !moves) continue;
    const old = orders.get(list) ?? [];
    old.splice(old.indexOf(id), 1);
    if (change === 'end') continue;
    const to = around in sets ? sets[around] : undefined;
    const { organization } = {
      ...before.things.get(thingKey({ kind, ids }))?.fields,
      ...after,
    } as ThingInState['fields'];
    const name = to === undefined ? list : `${kind} ${isObject(to) ? 'chosen' : (to ?? organization)}`;
    const target = orders.get(name) ?? [];
    const place = at.before !== undefined ? target.indexOf(at.before) : target.indexOf(at.after ?? '') + 1;
    target.splice(at.before === undefined && at.after === undefined ? target.length : place, 0, id);
    orders.set(name, target);
  }
  return orders;
}

/** Returns the orders that differ, `without` some things; what is new stands at the end. */
function wrongOrders(expected: Orders, now: Orders, without: ReadonlySet<string>): string[] {
  const known = new Set([...expected.values()].flat());
  const textOf = (all: readonly string[]) => {
    const ids = all.filter((id) => !without.has(id));
    const fresh = ids.findIndex((id) => !known.has(id));
    return ids.slice(0, fresh < 0 ? undefined : fresh).join();
  };
  const [wanted, found] = [expected, now].map((orders) => new Set([...orders.values()].map(textOf)));
  return [...(found ?? [])].filter((one) => !wanted?.has(one) && one !== '').map((one) => `order: ${one}`);
}

/**
 * Sends a request, and returns what it has changed otherwise than its effects say; `undefined` if it is refused. Where only
 * what is stated happens, the things that assumed effects concern may be as they like.
 */
async function tried(store: Store, client: Client, before: State, op: Operation, input: AnyInput) {
  const { org, collection = '' } = input.params ?? {};
  const around = before.things.get(thingKey({ kind: 'collection', ids: { collection } }))?.fields
    .organization;
  const reader = createReader({ client, org: org ?? String(around ?? 'org_acme') });
  const all = (await effects(touches(op, input), thingsFrom(reader))).map((effect) =>
    withOwnIds(store, effect),
  );
  try {
    await client.call(op, input);
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  }
  const after = stateOf(store);
  const open = store.onlyStated ? all.filter(({ basis }) => basis === 'assumed') : [];
  const [keys, ids] = [
    new Set(open.map(keyOf)),
    new Set(open.flatMap((one) => Object.values(one.ids).at(-1) ?? [])),
  ];
  const wrong = [
    ...differences(before.things, after.things, all).flatMap(({ key, text }) =>
      keys.has(key) ? [] : [text],
    ),
    ...wrongOrders(ordersAfter(before, all), after.orders, ids),
  ];
  return { after, wrong };
}

describe.each([
  ['what a request changes is what its touches and their consequences say', demoStore, numRuns],
  ['the same but for what is assumed, where only what is stated happens', statedStore, numRuns / 3],
])('%s', (_, openStore, runs) => {
  const first = once(() => stateOf(openStore()));
  test.each(changing.map((op) => [op.id, op] as const))('%s', async (id, op) => {
    const letters = [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
    const choices = choicesOf((fc.readConfigureGlobal().seed ?? 0) + letters);
    const sent = new Set<string>();
    const fields = op.body && 'shape' in op.body ? Object.keys(op.body.shape as object) : [];
    const wanted = fields.length > 1 ? runs : runs / 3;
    let accepted = 0;
    for (let attempts = 0; accepted < wanted && attempts < wanted * 4; ) {
      const store = openStore();
      const client = sandboxClient(store);
      let state = first();
      for (let refused = 0; refused < 5 && accepted < wanted; attempts++) {
        const input = anyInput(choices, [...state.things.values()], op);
        const result = await tried(store, client, state, op, input);
        refused = result ? 0 : refused + 1;
        if (!result) continue;
        expect(result.wrong, JSON.stringify(input)).toEqual([]);
        state = result.after;
        accepted++;
        if (isObject(input.body)) for (const name of Object.keys(input.body)) sent.add(name);
      }
      store.close();
    }
    expect(accepted).toBeGreaterThan(wanted / 2);
    if (runs === numRuns) expect(fields.filter((name) => !sent.has(name))).toEqual([]);
  });
});
