import type { Client } from '../../api/client/client.ts';
import { isEqual } from '../../domain/change.ts';
import type { Fields, PieceEffect } from '../../model/undo/facts.ts';
import { type ChangingRequest, effectsOf, pieceKind } from '../../model/undo/index.ts';
import type { Session } from '../../runs/session.ts';
import { readPieces } from './reader.ts';
import { settle } from './recording.ts';

/** Tells whether it can be read what a request has changed: its effects are known, and it makes nothing. */
export function canShow(sending: ChangingRequest): boolean {
  const effects = effectsOf(sending);
  return effects.length > 0 && !effects.some(({ makes }) => makes);
}

/**
 * Tells whether everything that a request changes is as the request leaves it, see {@link canShow}. False if something
 * cannot be read.
 */
export async function shows(
  client: Client,
  { redactor }: Pick<Session, 'redactor'>,
  sending: ChangingRequest,
): Promise<boolean> {
  const effects = effectsOf(sending);
  const wishes = effects.map(({ kind, ids, after }) => {
    return { kind, ids, fields: pieceKind(kind).isOrder ? [] : Object.keys(after ?? {}) };
  });
  const found = await readPieces(client, wishes, { org: sending.input.params?.org, redactor, atOnce: 1 });
  return effects.every((effect, at) => showsIn(effect, found[at]?.value));
}

function showsIn({ kind, after }: PieceEffect, present: Fields | null | undefined): boolean {
  if (present === undefined) return false;
  if (after === null || present === null) return after === present;
  if (pieceKind(kind).isOrder) return isInPlace(after, present);
  return Object.entries(settle(after, undefined, present)).every(([field, value]) =>
    isEqual(value, present[field]),
  );
}

/** Tells whether a moved thing stands directly beside the one that the request names. `groups` has the ids in order. */
function isInPlace({ move, before, after, remove }: Fields, groups: Fields): boolean {
  const lists = Object.values(groups) as string[][];
  if (remove !== undefined) return lists.every((list) => !list.includes(String(remove)));
  return lists.some((list) => {
    const place = list.indexOf(String(move));
    return place >= 0 && (before !== undefined ? list[place + 1] === before : list[place - 1] === after);
  });
}
