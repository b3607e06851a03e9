import { type AnyInput, paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Preflight } from './lines.ts';

/**
 * Returns the keys of what each request changes: two requests with a common key must not run at once. Requests that
 * only read have none, nor do requests that make something in a list without an order.
 */
export function conflictKeysOf(requests: readonly Preflight[]): string[][] {
  const reordered = new Set(requests.filter(({ part }) => part?.role !== 'update').map(orderedListOf));
  return requests.map((request) => {
    const list = orderedListOf(request);
    // As long as the order stays the same, several things in a list may change at once.
    const key = reordered.has(list) ? (list ?? ownKeyOf(request)) : ownKeyOf(request);
    return key === undefined ? [] : [key];
  });
}

/** Returns the key of what a request changes, regardless of the other requests. */
export function conflictKeyOf(request: Preflight): string | undefined {
  return orderedListOf(request) ?? ownKeyOf(request);
}

function ownKeyOf({ op, input, part }: Preflight): string | undefined {
  if (op.method === 'GET' || part?.role === 'create') return undefined;
  const { changesParent, parents = [] } = part?.resource ?? {};
  // Requests for one member and for several members of a team change the same thing.
  const path = changesParent ? pathOf(op, parents.at(-1) ?? '') : op.path;
  return filled(path.slice(0, path.lastIndexOf('}') + 1), input);
}

/** Returns the list whose order a request may change: the structure of a site, or the collections. */
function orderedListOf({ op, input, part }: Preflight): string | undefined {
  const { orderedIn, several } = part?.resource ?? {};
  if (op.method === 'GET' || orderedIn === undefined) return undefined;
  return `${orderedIn === null ? several : filled(pathOf(op, orderedIn), input)} in order`;
}

/** Returns the path of the thing that a parameter names. */
function pathOf({ path }: Operation, param: string): string {
  return path.slice(0, path.indexOf(`{${param}}`) + `{${param}}`.length);
}

function filled(path: string, { params = {} }: AnyInput): string {
  return paramNames(path).reduce((text, name) => text.replace(`{${name}}`, params[name] ?? ''), path);
}
