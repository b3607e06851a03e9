import { ServiceError, UnusableAnswer } from '../../api/client/errors.ts';
import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import { DocsAdminError } from '../../errors.ts';
import { at } from '../../model/fields.ts';
import { isFault, reasonOf } from '../../model/read/list.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { Fields, Ids, PeopleByIds, Piece, PieceKind, Reader } from '../../model/undo/facts.ts';
import { pieceKind } from '../../model/undo/index.ts';
import type { PieceState } from '../journal/journal.ts';
import { inParallel } from '../run/in-parallel.ts';

/** A piece to read. */
export interface Wish extends Piece {
  /** The fields that matter. */
  readonly fields: readonly string[];
  /** Whether to read everything that is needed to make it again. */
  readonly whole?: boolean;
  /** Whether to find out that it contains something, so that it must not be deleted. */
  readonly held?: boolean;
  /** Whether to find the names of the people that it is about. */
  readonly named?: boolean;
}

/** The values that were read of a piece. */
export interface Found extends PieceState {
  /** Everything that is needed to make it again, if it was asked for. */
  readonly whole?: Fields | undefined;
  /** The ids of the things in it that would be deleted with it, if they were asked for. */
  readonly held?: readonly string[] | undefined;
  /** The people that it is about, if they were asked for. */
  readonly people?: PeopleByIds | undefined;
}

interface ReadOptions {
  /** Names go into journals: what looks like a secret in them is hidden. */
  readonly redactor: Pick<Redactor, 'redactText'>;
  /** The number of requests that may run at once. */
  readonly atOnce: number;
  /** What was read shortly before; for fields of pieces that cannot be read again. */
  readonly earlier?: EarlierLists | undefined;
  /** Whether to throw, and not to leave a piece unknown, if the service fails: a later attempt can read it. @default false */
  readonly needsAll?: boolean;
}

/** Returns the items of a list as they were read shortly before; `undefined` if that list was not read as a whole. */
export type EarlierLists = (op: Operation, params: Ids) => readonly unknown[] | undefined;

/** From this number of things of one list on, the list is read instead of each thing. */
const mostOneByOne = 10;

/**
 * Reads pieces, in the order of the wishes: each list once, and single things if only a few of a list are wanted. A
 * piece that the token may not read, or that the service does not answer for, is unknown, with the reason. Throws if no
 * request would succeed: for a refused token, and a service that cannot be reached. With `needsAll` it also throws for a
 * server error and an answer that cannot be used, and says that nothing was sent. Fields that cannot be read are those of
 * `earlier`, if it has them, and `planned` says why.
 */
export async function readPieces(
  reader: ServiceReader,
  wishes: readonly Wish[],
  { redactor, atOnce, earlier, needsAll = false }: ReadOptions,
): Promise<Found[]> {
  const { org } = reader;
  const crowded = crowdedLists(wishes, org);
  const isCrowded = (list: ListOf) => crowded.has(list.key) || reader.has(list.op, list.params);
  return inParallel(wishes, atOnce, async (wish) => {
    const { kind, ids } = wish;
    try {
      const found = await readPiece(reader, wish, isCrowded);
      return {
        kind,
        ids,
        ...found,
        ...(found.name !== undefined && { name: redactor.redactText(found.name) }),
      };
    } catch (error) {
      const isAnswer = error instanceof ServiceError || error instanceof UnusableAnswer;
      if (!isAnswer || (error instanceof ServiceError && error.status === 401)) throw error;
      const known = earlier && (await readEarlier(earlier, org, wish));
      if (known) return { kind, ids, ...known, planned: error.message };
      if (needsAll && isFault(reasonOf(error))) throw unreadable(wish, error);
      return { kind, ids, unknown: error.message };
    }
  });
}

/**
 * Finds the fields of a piece in lists that were read before. `undefined` if they are not there, and for what is needed to
 * make a thing again: such lists have only a part of each thing.
 */
async function readEarlier(earlier: EarlierLists, org: string | undefined, wish: Wish) {
  if (wish.whole) return undefined;
  const reader: Reader = {
    org,
    get: async () => null,
    list: async (op, params) => earlier(op, params) ?? null,
  };
  const found = await readPiece(reader, wish, () => true);
  return found.value === null ? undefined : found;
}

function unreadable(wish: Wish, { kind, message, hint }: DocsAdminError): DocsAdminError {
  return new DocsAdminError(kind, `${namePiece(wish)} cannot be read: ${message}; nothing was sent`, {
    hint,
  });
}

/** Names a piece: `team "Docs" (team_docs)`, `members of team team_docs`. */
export function namePiece({ kind, ids }: Piece, name = ''): string {
  const { word, key } = pieceKind(kind);
  const id = (key === undefined ? Object.values(ids).at(-1) : ids[key]) ?? '';
  return name === '' || name === id ? `${word} ${id}` : `${word} ${JSON.stringify(name)} (${id})`;
}

async function readPiece(
  reader: Reader,
  { kind: name, ids, fields, whole, held, named }: Wish,
  isCrowded: (list: ListOf) => boolean,
): Promise<Omit<Found, 'kind' | 'ids'>> {
  const kind = pieceKind(name);
  if (kind.read)
    return {
      ...(named && kind.of && titled(kind.of, await itemIn(reader, kind.of, ids, isCrowded))),
      value: await kind.read(reader, ids, fields),
      ...(named && { people: await kind.people?.(reader, ids, fields) }),
    };
  const item = await readItem(reader, kind, ids, isCrowded);
  if (item == null) return { value: null };
  const all = kind.fields?.(item) ?? {};
  return {
    ...titled(kind, item),
    value: fields.length === 0 ? all : Object.fromEntries(fields.map((field) => [field, all[field] ?? null])),
    ...(whole && { whole: (await kind.whole?.(reader, ids, item)) ?? all }),
    ...(held && { held: await kind.holds?.(reader, ids) }),
  };
}

function titled({ title = '' }: PieceKind, item: unknown): { readonly name?: string } {
  const name = at(item, ...title.split('.'));
  return typeof name === 'string' ? { name } : {};
}

/** Reads the thing that a piece is in, for its name only: the plan goes on without it. */
async function itemIn(...wanted: Parameters<typeof readItem>): Promise<unknown> {
  return readItem(...wanted).catch(() => undefined);
}

async function readItem(
  reader: Reader,
  kind: PieceKind,
  ids: Ids,
  isCrowded: (list: ListOf) => boolean,
): Promise<unknown> {
  if (kind.find) return kind.find(reader, ids);
  const list = listOf(kind, ids, reader.org);
  if (!list || (kind.get && !isCrowded(list))) return kind.get ? reader.get(kind.get, ids) : null;
  const id = ids[kind.key ?? ''] ?? '';
  for (const query of kind.queries ?? [{}]) {
    const items = await reader.list(list.op, list.params, query);
    const item = items && byId(items, kind).get(id);
    if (item !== undefined) return item;
  }
  return null;
}

const indexes = new WeakMap<readonly unknown[], ReadonlyMap<unknown, unknown>>();

/** Indexes the items of a list by the values that identify them in paths. */
function byId(items: readonly unknown[], { idsOf }: PieceKind): ReadonlyMap<unknown, unknown> {
  const known = indexes.get(items);
  if (known) return known;
  const index = new Map(items.flatMap((item) => (idsOf?.(item) ?? []).map((id) => [id, item] as const)));
  indexes.set(items, index);
  return index;
}

/** Returns the lists with more wanted things than are read one by one. */
function crowdedLists(wishes: readonly Wish[], org: string | undefined): ReadonlySet<string> {
  const things = new Map<string, Set<string>>();
  for (const { kind: name, ids, named } of wishes) {
    const own = pieceKind(name);
    const kind = !own.read ? own : named ? own.of : undefined;
    const key = kind && listOf(kind, ids, org)?.key;
    if (!kind || key === undefined) continue;
    const ofList = things.get(key) ?? new Set();
    things.set(key, ofList.add(ids[kind.key ?? ''] ?? ''));
  }
  return new Set([...things].filter(([, ofList]) => ofList.size > mostOneByOne).map(([key]) => key));
}

/** A list that contains a thing. */
interface ListOf {
  readonly op: Operation;
  readonly params: Ids;
  readonly key: string;
}

/** Returns the list that contains a thing; `undefined` if there is none, or if its organization is not known. */
function listOf({ list, key }: PieceKind, ids: Ids, org: string | undefined): ListOf | undefined {
  if (!list || key === undefined) return undefined;
  const params = Object.fromEntries(
    paramNames(list.path).map((name) => [name, ids[name] ?? (name === 'org' ? org : undefined)]),
  );
  if (Object.values(params).includes(undefined)) return undefined;
  return { op: list, params: params as Ids, key: JSON.stringify([list.id, params]) };
}
