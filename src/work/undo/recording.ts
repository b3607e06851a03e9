import { createHash } from 'node:crypto';
import type { Redactor } from '../../api/redact/redact.ts';
import { type ChangingRequest, theMade } from '../../model/effects/facts.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { Fields, Ids, PieceEffect } from '../../model/undo/facts.ts';
import { effectsOf, pieceKind } from '../../model/undo/index.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { withShortTexts } from '../../text/shortened.ts';
import type { PieceState } from '../journal/journal.ts';
import type { Recording } from '../journal/journaled-client.ts';
import { readsAtOnce } from '../run/execute.ts';
import { freshReader } from '../run/readers.ts';
import type { Session } from '../run/session.ts';
import { type EarlierLists, readPieces, type Wish } from './reader.ts';

/**
 * Reads the present values of everything that requests are going to change. Resolves with the values for each request,
 * in their order; `undefined` for a request that only makes something.
 */
export async function readValuesBefore(
  session: Pick<Session, 'connectForBulk' | 'redactor' | 'system' | 'place'>,
  sendings: readonly (ChangingRequest | undefined)[],
  { concurrency, reader, ...more }: ReadingFlags,
): Promise<(readonly PieceState[] | undefined)[]> {
  const wanted = new Map<string, WantedPiece>();
  const perRequest = sendings.map((sending) =>
    (sending ? effectsOf(sending) : []).flatMap((effect) => {
      const wish = wishFor(effect);
      if (!wish) return [];
      const key = JSON.stringify([wish.kind, wish.ids]);
      const known = wanted.get(key);
      // An order is long, so only the first request that changes it records it.
      if (known && pieceKind(wish.kind).isOrder) return [];
      const piece = known ?? { wish, place: wanted.size, fields: new Set(), whole: false };
      for (const field of wish.fields) piece.fields.add(field);
      wanted.set(key, { ...piece, whole: piece.whole || wish.whole === true });
      return [{ place: piece.place, wish }];
    }),
  );
  const wishes = [...wanted.values()].map(({ wish, fields, whole }): Wish => {
    return { ...wish, fields: whole ? [] : [...fields], whole };
  });
  if (wishes.length === 0) return perRequest.map(() => undefined);
  const found = await readPieces(reader ?? freshReader(session), wishes, {
    redactor: session.redactor,
    atOnce: readsAtOnce(concurrency),
    ...more,
  });
  return perRequest.map((parts) => {
    if (parts.length === 0) return undefined;
    return parts.map(({ place, wish }) => {
      const { whole, ...state } = found[place] as (typeof found)[number];
      const value = wish.whole ? (whole ?? state.value) : onlyFields(state.value, wish.fields);
      return value === undefined ? state : { ...state, value: withoutSecrets(value, session.redactor) };
    });
  });
}

/** The values before requests, by their index; `undefined` for a request that only makes something. */
type ValuesRead = readonly (readonly PieceState[] | undefined)[];

interface ReadingFlags {
  readonly concurrency?: number | undefined;
  /** Knows what has been read already. @default one that knows nothing */
  readonly reader?: ServiceReader | undefined;
  /** What a plan has read shortly before. */
  readonly earlier?: EarlierLists | undefined;
  /** Whether to throw if the service fails while values are read. @default false */
  readonly needsAll?: boolean;
}

/** A request that is recorded. */
export interface Recorded extends ChangingRequest {
  /** Whether an earlier process has recorded the values before together with a request. */
  readonly isRead: boolean;
  /** The values before, if an earlier process has recorded them before its first request. */
  readonly before?: readonly PieceState[] | undefined;
}

/**
 * Reads the values that requests change, unless `undo` is false. Resolves with a function that returns the recording
 * for each index; `undefined` in `sendings` stands for a command whose request is not known yet. `onRead` gets the values
 * that were read, by the index of their request, before anything is sent.
 */
export async function recorder(
  session: Pick<Session, 'connectForBulk' | 'redactor' | 'system' | 'place'>,
  sendings: readonly (Recorded | undefined)[],
  {
    undo,
    onRead,
    ...flags
  }: ReadingFlags & { readonly undo: boolean; readonly onRead?: (values: ValuesRead) => void },
): Promise<(place: number) => Recording> {
  const { redactor } = session;
  const unread = sendings.map((one) => (one?.isRead || one?.before ? undefined : one));
  const read = undo ? await readValuesBefore(session, unread, flags) : [];
  onRead?.(read);
  return (place) => {
    const known = sendings[place];
    let before = known?.isRead ? undefined : (known?.before ?? read[place]);
    return {
      async intent(op, input) {
        const { body } = input;
        // If the first request of a command only reads, its change becomes known only now.
        if (undo && sendings[place]?.op.id !== op.id)
          [before] = await readValuesBefore(session, [{ op, input }], {});
        const sent = body === undefined ? undefined : withShortTexts(redactor.redactValue(body, op.body));
        return { ...(sent !== undefined && { sent }), ...(before && { before }) };
      },
      left: (op, input, answer) => (undo ? left({ op, input }, answer, before, redactor) : undefined),
    };
  };
}

/** The fields of one piece that several requests need. */
interface WantedPiece {
  readonly wish: Wish;
  readonly place: number;
  readonly fields: Set<string>;
  readonly whole: boolean;
}

/** Returns what to read before a request; nothing for a thing that it makes. */
function wishFor({ kind, ids, after, makes }: PieceEffect): Wish | undefined {
  if (makes) return undefined;
  if (after === null)
    return pieceKind(kind).final === undefined ? { kind, ids, fields: [], whole: true } : undefined;
  if (pieceKind(kind).isOrder) return 'append' in after ? undefined : { kind, ids, fields: [] };
  return { kind, ids, fields: Object.keys(after) };
}

function onlyFields(value: Fields | null | undefined, fields: readonly string[]): Fields | null | undefined {
  if (!value || fields.length === 0) return value;
  return Object.fromEntries(fields.map((field) => [field, value[field] ?? null]));
}

/** Stands for the value of a field that holds a secret. */
const secret = { $secret: true };

/** Returns whether a value stands for a secret, which journals do not keep. */
export function isSecret(value: unknown): boolean {
  return isObject(value) && value.$secret === true;
}

/** Replaces the value of each field that holds a secret: `isSecret` recognizes it. */
export function withoutSecrets(value: Fields | null, redactor: Redactor): Fields | null {
  if (value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isEqual(redactor.redactValue({ [name]: field }), { [name]: field }) ? field : secret,
    ]),
  );
}

/** Returns the values that a request leaves, from its answer; `before` has the values before. */
export function left(
  { op, input }: ChangingRequest,
  answer: unknown,
  before: readonly PieceState[] | undefined,
  redactor: Redactor,
): readonly PieceState[] | undefined {
  const id = isObject(answer) && typeof answer.id === 'string' ? answer.id : undefined;
  const effects = effectsOf({ op, input });
  if (effects.length === 0) return undefined;
  return effects.map((effect, place): PieceState => {
    const { kind, makes } = effect;
    const ids = madeIds(effect, id);
    if (effect.after === null) return { kind, ids, value: null };
    const settled = settle(effect.after, id, before?.find((one) => one.kind === kind)?.value);
    const shown = place === 0 && isObject(answer) && op.result ? pieceKind(kind).fields?.(answer) : undefined;
    const names = makes && shown ? Object.keys(shown) : Object.keys(settled);
    const after = Object.fromEntries(
      names.map((name) => [name, shown ? (shown[name] ?? null) : settled[name]]),
    );
    return { kind, ids, value: shortened(withoutSecrets(after, redactor) as Fields) };
  });
}

function madeIds({ kind, ids, makes }: PieceEffect, id: string | undefined): Ids {
  const { key } = pieceKind(kind);
  return makes && key !== undefined && ids[key] === undefined && id !== undefined
    ? { ...ids, [key]: id }
    : ids;
}

/** Completes the values of an effect with the id of the new thing and with earlier values. */
export function settle(after: Fields, id: string | undefined, before: Fields | null | undefined): Fields {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      if (value === theMade) return [name, id];
      if (isObject(value) && '$unlessThere' in value) return [name, before?.[name] ?? value.$unlessThere];
      return [name, value];
    }),
  );
}

const longest = 300;

function shortened(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const text = canonical(field);
      return [name, text.length > longest ? { $sha256: hashOf(text) } : field];
    }),
  );
}

/** Returns whether a value is the one that a request left, or has its hash in the journal. */
export function isSame(recorded: unknown, value: unknown): boolean {
  if (isObject(recorded) && typeof recorded.$sha256 === 'string')
    return recorded.$sha256 === hashOf(canonical(value));
  return isEqual(recorded, value);
}

/** Returns a text that is the same for equal values: fields are sorted, and those without a value left out. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, field: unknown) =>
    isObject(field)
      ? Object.fromEntries(
          Object.entries(field)
            .filter(([, one]) => one != null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : field,
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
