import type { Effect } from '../../src/model/effects/effects.ts';
import type { Fields, Ids } from '../../src/model/effects/facts.ts';
import { references } from '../../src/model/effects/nouns.ts';
import { resourceNamed } from '../../src/model/effects/things.ts';
import { fieldSource } from '../../src/model/fields.ts';
import { isUnknown } from '../../src/model/read/unknown.ts';
import { isEqual } from '../../src/text/equal.ts';

/** What becomes different in one thing, whatever requests do it. */
export interface ThingDifference {
  readonly kind: string;
  /** What identifies it in paths, before for a thing that moves. */
  readonly ids: Ids;
  /** The values before of the fields that differ, of all fields for a thing that ends; `null` if there was no such thing. */
  readonly before: Fields | null;
  /** The values after; `null` for a thing that ends. */
  readonly after: Fields | null;
  /** Whether it gets another place, in its list or in another one. */
  readonly isMoved: boolean;
}

/**
 * Folds effects, in the order of their requests, into what is different in the end: one difference for each thing. A thing
 * that ends, and is made again in another place for the same other thing, such as the site space of a space, has moved. A
 * thing that a request makes needs an id of its own in `ids`. What is not known, and content, is left out.
 */
export function differenceOf(effects: readonly Effect[]): readonly ThingDifference[] {
  const things = new Map<string, ThingDifference>();
  for (const { kind, ids, change, before, after } of effects) {
    if (change === 'content' || isUnknown(before) || isUnknown(after)) continue;
    const key = JSON.stringify([kind, ids]);
    const known = things.get(key);
    // Only a membership, a role or a value is made by being set.
    if (known?.after === null && change === 'set' && resourceNamed(kind).operations.create) continue;
    const old = known ? known.before && { ...before, ...known.before } : before;
    const now = after && { ...known?.after, ...after };
    things.set(key, { kind, ids, before: old, after: now, isMoved: known?.isMoved || change === 'place' });
  }
  const all = [...things.values()].filter(({ before, after }) => before !== null || after !== null);
  return withMoves(all).flatMap((one) => {
    const { before, after, isMoved } = one;
    if (!before || !after) return [one];
    const fields = Object.keys(after).filter((field) => !isEqual(before[field], after[field]));
    if (fields.length === 0 && !isMoved) return [];
    return [{ ...one, before: only(before, fields), after: only(after, fields) }];
  });
}

/** Puts the end of a thing and its making in another place together. Where several are alike, no one can tell which moves. */
function withMoves(all: readonly ThingDifference[]): readonly ThingDifference[] {
  const ended = byIdentity(all.filter(({ after }) => after === null));
  const made = byIdentity(all.filter(({ before }) => before === null));
  const moved = new Map(
    [...ended].flatMap(([key, old]) => {
      const now = made.get(key);
      return old && now ? [[old, now] as const] : [];
    }),
  );
  const arrived = new Set(moved.values());
  return all.flatMap((one) => {
    if (arrived.has(one)) return [];
    const now = moved.get(one);
    if (!now) return [one];
    // What the making does not say, such as a condition, is lost.
    const none = Object.fromEntries(Object.keys({ ...one.before }).map((field) => [field, null]));
    return [{ ...one, after: { ...none, ...now.after }, isMoved: true }];
  });
}

function byIdentity(all: readonly ThingDifference[]): Map<string, ThingDifference | undefined> {
  const found = new Map<string, ThingDifference | undefined>();
  for (const one of all) {
    const key = identityOf(one);
    if (key !== undefined) found.set(key, found.has(key) ? undefined : one);
  }
  return found;
}

/**
 * Returns a text that is equal for things which stand for the same other thing, in whatever place: what their natural key
 * names outside of what they are in. `undefined` for kinds that stand for nothing else.
 */
function identityOf({ kind, ids, before, after }: ThingDifference): string | undefined {
  const resource = resourceNamed(kind);
  const { key = kind, naturalKey, parents } = resource;
  const naming = references.filter(({ kind: of, by, to }) => {
    const source = fieldSource(resource, by);
    const isInKey = of === kind && 'from' in source && naturalKey.includes(source.from);
    return isInKey && !isEqual(resourceNamed(to).parents, parents);
  });
  const { [key]: _, ...around } = ids;
  const values = naming.map(({ by }) => (before ?? after)?.[by]);
  return values.length === 0 ? undefined : JSON.stringify([kind, around, values]);
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}
