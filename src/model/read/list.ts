import { InvalidInput, ServiceError, UnusableAnswer } from '../../api/client/errors.ts';
import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { at } from '../fields.ts';
import type { Resource } from '../resource.ts';
import type { ServiceReader } from './reader.ts';

/** Values of path parameters, by name. */
export type Params = Readonly<Record<string, string>>;

export interface Listed {
  /** Its id, or its number in the list for a kind without ids. */
  readonly id: string;
  readonly title: string | undefined;
  readonly item: unknown;
  /** What the service says of it: `item`, and what is around it. */
  readonly answer: unknown;
}

/**
 * Yields the things of one list in pages of 1,000, or the single thing of a kind without a list. With `isKept`, the reader
 * keeps the list, which comes as one page. Throws the errors of the client, and {@link NoList}.
 */
export async function* listedPages(
  reader: ServiceReader,
  resource: Resource,
  params: Params,
  query: Readonly<Record<string, unknown>>,
  isKept = false,
): AsyncGenerator<Listed[]> {
  let count = 0;
  const listed = listerOf(resource);
  for await (const items of pagesOf(reader, resource, params, query, isKept)) {
    yield items.map((item) => listed(item, count++));
  }
}

async function* pagesOf(
  reader: ServiceReader,
  { kind, operations: { list, get }, administrator }: Resource,
  params: Params,
  query: Readonly<Record<string, unknown>>,
  isKept: boolean,
): AsyncGenerator<readonly unknown[]> {
  const op = list ?? get;
  if (!op) throw new NoList(`the service does not list things of the kind "${kind}"`);
  const ids = await pathParams(reader, op, params, administrator);
  if (list && isKept) return yield await reader.needList(op, ids, query);
  if (list) return yield* reader.pages(op, ids, { query });
  const one = await reader.get(op, ids);
  yield one === null ? [] : [one];
}

/**
 * Adds the path parameter of an administrator. No operation lists the spaces of an organization, but an administrator
 * can reach all of them.
 */
async function pathParams(
  reader: ServiceReader,
  { path }: Operation,
  given: Params,
  administrator: string | undefined,
): Promise<Params> {
  const names = paramNames(path);
  const params = Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
  if (administrator === undefined || given[administrator] !== undefined) return params;
  const { findAdministrator } = await import('./spaces.ts');
  const user = await findAdministrator(reader, given.org ?? '');
  if (user === undefined) throw new NoList('the service shows no administrator, whose spaces are all spaces');
  return { ...params, [administrator]: user };
}

function listerOf({ id, title, idOf }: Resource): (answer: unknown, at: number) => Listed {
  const idPath = id?.split('.');
  const titlePath = title?.split('.');
  return (answer, number) => {
    const found = idPath && at(answer, ...idPath);
    const name = titlePath && at(answer, ...titlePath);
    return {
      id: typeof found === 'string' ? found : String(number),
      title: typeof name === 'string' ? name : undefined,
      item: idPath && idPath.length > 1 ? essence(answer, idPath, idOf !== undefined) : answer,
      answer,
    };
  };
}

/** Returns the thing at `space` of `space.id`. For a tie, returns only the id of the thing that it ties. */
function essence(answer: unknown, idPath: readonly string[], isTie: boolean): unknown {
  const [holder = '', ...path] = idPath;
  if (!isTie) return at(answer, holder);
  const thing = { [path.join('.')]: at(answer, ...idPath) };
  return { ...(answer as object), [holder]: thing };
}

class NoList extends Error {
  override readonly name = 'NoList';
}

/** Why a list could not be read. */
export interface Reason {
  /** The status of the answer; absent if the answer cannot be used, or there is nothing to request. */
  readonly status?: number;
  readonly message: string;
  /** Present if nothing was requested, because the service has given an id that no address can have. */
  readonly hasUnusableId?: true;
}

/** Returns why one list could not be read. Throws the error if it means that no other list can be read either. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof ServiceError && error.status !== 401) {
    return { status: error.status, message: error.message };
  }
  if (error instanceof UnusableAnswer || error instanceof NoList) return { message: error.message };
  throw error;
}

/**
 * Returns why the list of one thing that the service has listed could not be read, as {@link reasonOf} does. Its id may be
 * one that no address can have: that is a gap, and no mistake of the user, who has given the organization only.
 */
export function reasonOfListed(error: unknown): Reason {
  const [problem] = error instanceof InvalidInput ? error.problems : [];
  if (problem?.part !== 'params' || problem.path[0] === 'org') return reasonOf(error);
  return { message: `its id cannot be used in a request: it ${problem.message}`, hasUnusableId: true };
}

/** Returns whether the service is at fault, so that other lists of the kind will probably fail as well. */
export function isFault({ status = 500, hasUnusableId }: Reason): boolean {
  return status >= 500 && !hasUnusableId;
}
