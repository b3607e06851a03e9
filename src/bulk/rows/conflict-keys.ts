import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { isRepeatable } from '../../api/client/retry.ts';
import { operations } from '../../api/contract/operations/index.ts';
import type { Preflight } from './lines.ts';

/**
 * What each of several requests changes: two with a common key must not be under way at once. Requests that read have none,
 * nor those that make something new in a list without an order.
 */
export function conflictKeysOf(requests: readonly Preflight[]): string[][] {
  const reordered = new Set(requests.filter(({ op }) => op.method !== 'PATCH').map(orderedListOf));
  return requests.map((request) => {
    const list = orderedListOf(request);
    // As long as the order stays the same, several things in a list may change at once.
    const key = reordered.has(list) ? (list ?? ownKeyOf(request)) : ownKeyOf(request);
    return key === undefined ? [] : [key];
  });
}

/** What a request changes, independent of the other requests. */
export function conflictKeyOf(request: Preflight): string | undefined {
  return orderedListOf(request) ?? ownKeyOf(request);
}

function ownKeyOf({ op, input }: Preflight): string | undefined {
  if (op.method === 'GET') return undefined;
  const isInList = operations.some((other) => other.item && other.path === op.path);
  if (isInList && !isRepeatable(op)) return undefined;
  // Requests for one member and for several members of a team change the same thing.
  const path = op.path.replace(/(\/teams\/\{team\})\/members.*/, '$1');
  return filled(path.slice(0, path.lastIndexOf('}') + 1), input);
}

/** Lists that keep the order in which things are put into them, by the paths that make, move and delete these. */
const orderedLists = [
  /^(\/v1\/orgs\/\{org\}\/sites\/\{site\})\/(?:sections|section-groups|site-spaces)(?:\/|$)/,
  /^(\/v1)\/(?:orgs\/\{org\}\/)?collections(?:\/\{collection\}(?:\/move|\/transfer)?)?$/,
];

/** The list whose order a request may change: the structure of a site, or the collections. */
function orderedListOf({ op, input }: Preflight): string | undefined {
  if (op.method === 'GET') return undefined;
  const [, parent] = orderedLists.map((list) => list.exec(op.path)).find(Boolean) ?? [];
  return parent === undefined ? undefined : `${filled(parent, input)} in order`;
}

function filled(path: string, { params = {} }: AnyInput): string {
  return paramNames(path).reduce((text, name) => text.replace(`{${name}}`, params[name] ?? ''), path);
}
