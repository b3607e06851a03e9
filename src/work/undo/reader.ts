import { ServiceError, UnusableAnswer } from '../../api/client/errors.ts';
import { paramNames } from '../../api/client/request.ts';
import { DocsAdminError } from '../../errors.ts';
import { type Ids, innermostId, pick } from '../../model/effects/facts.ts';
import { resourceNamed } from '../../model/effects/kinds.ts';
import { restoring } from '../../model/effects/nouns.ts';
import {
  type IsCrowded,
  isListed,
  listPlace,
  type ThingReader,
  thingReader,
} from '../../model/effects/thing-reader.ts';
import { type Thing, type ThingSource, thingsOfService } from '../../model/effects/thing-source.ts';
import { taking } from '../../model/read/in-turn.ts';
import { isFault, reasonOf } from '../../model/read/list.ts';
import type { Reader, ServiceReader } from '../../model/read/reader.ts';
import type { Unknown } from '../../model/read/unknown.ts';
import { labelFor, type Resource } from '../../model/resource.ts';
import { kept } from '../../text/kept.ts';

export interface ReadOptions {
  /** The number of requests that may run at once. */
  readonly atOnce: number;
  /** What was read shortly before; for values that cannot be read again. */
  readonly earlier?: EarlierThings | undefined;
  /** Whether to throw, and not to leave a value unknown, if the service fails: a later attempt can read it. @default false */
  readonly needsAll?: boolean | undefined;
}

/** Returns the things of a list as they were read shortly before; `undefined` if that list was not read as a whole. */
export type EarlierThings = (resource: Resource, around: Ids) => ReadonlyMap<string, Thing> | undefined;

/** Reads the values of things; each list once. */
export interface StateReader extends ThingReader {
  readonly reader: Reader;
  /** Says which things are going to be read, so that a list is read instead of many things of it. */
  expect(things: Iterable<{ readonly kind: string; readonly ids: Ids }>): void;
  /** Calls `tell` after each request from now on. */
  onRead(tell: () => void): void;
}

/** From this number of things of one list on, the list is read instead of each thing. */
const mostOneByOne = 10;

/**
 * Makes a reader of values. What the token may not read, or the service does not answer for, is unknown, with the reason. It
 * throws if no request would succeed: for a refused token, and a service that cannot be reached. With `needsAll` it also
 * throws for a server error and an answer that cannot be used, and says that nothing was sent. What cannot be read is as in
 * `earlier`, if that has it.
 */
export function stateReader(reads: ServiceReader, options: ReadOptions): StateReader {
  const { org } = reads;
  const ownTurn = taking(options.atOnce);
  let told = () => {};
  const inTurn: typeof ownTurn = (read) => ownTurn(read).finally(() => told());
  const reader: Reader = {
    org,
    get: (op, ids, query) => inTurn(() => reads.get(op, ids, query)),
    need: (op, ids, query) => inTurn(() => reads.need(op, ids, query)),
    list: (op, ids, query) => inTurn(() => reads.list(op, ids, query)),
  };
  const service = thingsOfService(reader);
  const expected = new Map<string, Set<string>>();
  const keyOf = (kind: string, around: Ids) => JSON.stringify([kind, around]);
  const expect = (kind: string, around: Ids, own = '') =>
    kept(expected, keyOf(kind, around), () => new Set()).add(own);
  const isCrowded: IsCrowded = ({ kind, operations: { list } }, around) => {
    const isKnown = list !== undefined && reads.has(list, around);
    return isKnown || (expected.get(keyOf(kind, around))?.size ?? 0) > mostOneByOne;
  };
  const earlier = (resource: Resource, ids: Ids) =>
    options.earlier?.(resource, listPlace(resource, ids, org).around);
  const source: ThingSource = {
    org,
    one: (resource, ids) =>
      tolerant(service.one(resource, ids), options, nameOf(resource, ids), (planned) => {
        const thing = earlier(resource, ids)?.get(ids[resource.key ?? ''] ?? '');
        return thing && { ...thing, planned };
      }),
    list: (resource, ids) =>
      tolerant(service.list(resource, ids), options, nameOfList(resource, ids), (planned) => {
        const things = earlier(resource, ids);
        return things && new Map([...things].map(([id, thing]) => [id, { ...thing, planned }]));
      }),
    teamsOf: (ids) => tolerant(service.teamsOf(ids), options, `teams of member ${ids.user}`, () => undefined),
  };
  return {
    ...thingReader(source, isCrowded),
    reader,
    expect(things) {
      for (const { kind, ids } of things) {
        // The teams of many people are known from the lists of the teams.
        if (kind === 'member') expect('team-member', pick(ids, 'org'), ids.user);
        const resource = resourceNamed(kind);
        const { around, missing } = listPlace(resource, ids, org);
        if (missing !== undefined || isListed(resource, ids)) continue;
        expect(kind, around, ids[resource.key ?? '']);
      }
    },
    onRead(tell) {
      told = tell;
    },
  };
}

async function tolerant<Value>(
  reading: Promise<Value>,
  { needsAll = false }: ReadOptions,
  name: string,
  earlier: (reason: string) => Value | undefined,
): Promise<Value | Unknown> {
  try {
    return await reading;
  } catch (error) {
    const isAnswer = error instanceof ServiceError || error instanceof UnusableAnswer;
    if (!isAnswer || (error instanceof ServiceError && error.status === 401)) throw error;
    const { kind, message, hint } = error;
    const known = earlier(message);
    if (known !== undefined) return known;
    if (needsAll && isFault(reasonOf(error)))
      throw new DocsAdminError(kind, `${name} cannot be read: ${message}; nothing was sent`, { hint });
    return { unknown: message };
  }
}

/** Names a thing by its id: `team team_docs`. */
function nameOf(resource: Resource, ids: Ids): string {
  return `${restoring.get(resource.kind)?.word ?? labelFor(resource)} ${innermostId(ids)}`;
}

/** Names a list: `members of team team_docs`, `sections of site_docs`. */
function nameOfList({ kind, several, operations: { list } }: Resource, ids: Ids): string {
  const last = (list ? paramNames(list.path) : []).findLast((name) => ids[name] !== undefined);
  const around = last === undefined ? '' : (ids[last] ?? '');
  const { tie } = restoring.get(kind) ?? {};
  return tie ? `${tie.word} ${around}` : `${several} of ${around}`;
}
