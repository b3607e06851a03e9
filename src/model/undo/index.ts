import { type ChangingRequest, chosen, type Touch, theMade } from '../effects/facts.ts';
import { partOfOperation, touches } from '../effects/things.ts';
import { operationsOf } from '../resource.ts';
import { partOf } from '../resources.ts';
import * as content from './content.ts';
import * as discussion from './discussion.ts';
import type { Fields, PieceEffect, PieceKind } from './facts.ts';
import * as people from './people.ts';
import * as settings from './settings.ts';
import * as sites from './sites.ts';

const kinds = new Map(
  [sites, content, people, settings, discussion].flatMap((part) =>
    part.kinds.map((one) => [one.kind, one] as const),
  ),
);

/** The kinds of pieces that collect things of a kind, by that kind. */
const collectors = new Map(
  [...kinds.values()].flatMap((kind) => (kind.collects ? [[kind.collects.kind, kind] as const] : [])),
);

/** Tells whether undo knows a kind of pieces. */
export function isPieceKind(name: string): boolean {
  return kinds.has(name);
}

/** Returns how pieces of a kind are read and restored. Throws an `Error` for an unknown kind. */
export function pieceKind(name: string): PieceKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`undo knows no kind "${name}"`);
  return kind;
}

/** Returns the effects of a request on the pieces that undo restores, as far as they are known before it is sent. */
export function effectsOf({ op, input }: ChangingRequest): readonly PieceEffect[] {
  if (!hasWayBack(op.id)) return [];
  const touched = touches(op, input);
  const pieces = new Map<string, PieceEffect>();
  for (const [place, touch] of touched.entries()) {
    // What is made in a thing that is made is a part of that.
    if (touch.change === 'make' && place > 0) continue;
    for (const effect of effectsOfTouch(touch)) {
      const key = JSON.stringify([effect.kind, effect.ids]);
      const known = pieces.get(key);
      // A request can name thousands of members.
      if (known?.after && effect.after) Object.assign(known.after, effect.after);
      else pieces.set(key, effect);
    }
  }
  return [...pieces.values()];
}

function effectsOfTouch(touch: Touch): PieceEffect[] {
  const { kind, ids, change, sets = {} } = touch;
  const collector = collectors.get(kind);
  const { key = '', field = '', nothing = null } = collector?.collects ?? {};
  if (collector && (!kinds.has(kind) || field in sets)) {
    const { [key]: own = '', ...around } = ids;
    const value = change === 'end' ? null : (sets[field] ?? nothing);
    return [{ kind: collector.kind, ids: around, after: { [own]: value } }];
  }
  const piece = kinds.get(kind);
  if (!piece) return [];
  return [...ofThing(piece, touch), ...ofOrder(touch)];
}

/** The fields of a site that are a piece of their own. */
const defaults: readonly string[] = ['defaultSiteSection', 'defaultSiteSpace'];

function ofThing(piece: PieceKind, { kind, ids, change, sets = {} }: Touch): PieceEffect[] {
  if (change === 'end') return [{ kind, ids, after: null }];
  if (change === 'make') {
    const shown = Object.keys(piece.fields?.({}) ?? {});
    return [{ kind, ids, after: only(sets, (field) => shown.includes(field)), makes: true }];
  }
  const isDefault = (field: string) => kind === 'site' && defaults.includes(field);
  const parts = [
    { kind, ids, after: only(sets, (field) => !isDefault(field)) },
    { kind: 'site-defaults', ids, after: only(sets, isDefault) },
  ];
  return parts.filter(({ after }) => Object.keys(after).length > 0);
}

/** Returns some fields; no value for what the service chooses. */
function only(sets: Fields, isWanted: (field: string) => boolean): Fields {
  const wanted = Object.entries(sets).filter(([field]) => isWanted(field));
  return Object.fromEntries(wanted.map(([field, value]) => [field, value === chosen ? null : value]));
}

/** Returns the change of an order: `{ move: id, before?, after? }`, `{ remove: id }` or `{ append: id, group? }`. */
function ofOrder({ kind, ids, change, sets = {}, at }: Touch): PieceEffect[] {
  const order = `${kind}-order`;
  if (!kinds.has(order) || change === 'set') return [];
  const { org = '', site = '', ...own } = ids;
  const [id = theMade] = Object.values(own);
  const { sectionId: group } = sets;
  const after =
    change === 'make'
      ? { append: id, ...(typeof group === 'string' && { group }) }
      : change === 'end'
        ? { remove: id }
        : { move: id, ...at };
  return [{ kind: order, ids: { org, site }, after }];
}

/** Returns whether undo takes requests of an operation back, or says for each thing what of it stays. */
export function hasWayBack(operation: string): boolean {
  const part = partOfOperation(operation);
  if (!part) return false;
  const { kind, idOf = '', noWayBack } = part.resource;
  const piece = kinds.get(kind) ?? collectors.get(kind) ?? collectors.get(idOf);
  if (!piece) return false;
  if (noWayBack?.[part.role] === undefined) return true;
  // What stays of such a thing is said when its piece is restored.
  const isThing = operationsOf(part.resource).get(part.role)?.path.includes(`{${piece.key}}`) === true;
  return isThing && (piece.final ?? piece.whenBack) !== undefined;
}

/** Returns why a request of an operation cannot be undone at all; `undefined` if it can. */
export async function noWayBack(operation: string): Promise<string | undefined> {
  return hasWayBack(operation) ? undefined : ((await cannotUndo(operation)) ?? 'it is not known how');
}

/** Returns what a request changes and undo cannot restore, though it restores the rest. */
export function lostOf({ op, input }: ChangingRequest): string | undefined {
  const touched = touches(op, input);
  if (touched.some(({ kind, change }) => change === 'make' && kind === 'space'))
    return 'the new space: the service cannot delete spaces';
  if (touched.some(({ kind, change }) => change === 'place' && !kinds.has(`${kind}-order`)))
    return 'the place among the others: the service does not show it';
  return undefined;
}

/** Returns why an operation's effect on an existing thing cannot be undone; `undefined` if it can. */
export async function cannotUndo(operation: string): Promise<string | undefined> {
  const part = await partOf({ id: operation });
  return part?.resource.noWayBack?.[part.role];
}
