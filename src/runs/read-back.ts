import type { Client } from '../api/client/client.ts';
import { ServiceError } from '../api/client/errors.ts';
import type { AnyInput } from '../api/client/request.ts';
import { isRepeatable } from '../api/client/retry.ts';
import type { Operation } from '../api/contract/operation.ts';
import { isEqual } from '../domain/change.ts';
import { partOf } from '../model/resources.ts';
import { isObject } from '../text/fields.ts';

/** What the present state shows about a change that may have been made. */
export type ReadBack =
  /** the change shows; `answer` is what the service would have answered */
  | { readonly state: 'shows'; readonly answer: unknown }
  | { readonly state: 'does-not-show' }
  /** the service has nothing to read that could show it */
  | { readonly state: 'cannot-tell' };

/** Finds out whether the change of `op` has been made, by reading what it changes. */
export async function readBack(client: Client, op: Operation, input: AnyInput): Promise<ReadBack> {
  const reading = await readingOf(op, input);
  if (!reading) return { state: 'cannot-tell' };
  try {
    const present = await client.call(reading.op, { params: reading.params });
    const shows = op.method !== 'DELETE' && showsIn(present, op, input.body);
    return shows ? { state: 'shows', answer: present } : { state: 'does-not-show' };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    return op.method === 'DELETE' ? { state: 'shows', answer: undefined } : { state: 'does-not-show' };
  }
}

interface Reading {
  readonly op: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Returns how to read the thing that a request changes, or makes under an id in its body; `undefined` if nothing can be
 * read that shows it.
 */
export async function readingOf(
  op: Operation,
  { params = {}, body }: AnyInput,
): Promise<Reading | undefined> {
  const { resource, role } = (await partOf(op)) ?? {};
  const { get, list } = resource?.operations ?? {};
  if (role === 'create') {
    const { key, id = '' } = resource ?? {};
    const made = isObject(body) ? body[id] : undefined;
    return get && key && typeof made === 'string'
      ? { op: get, params: { ...params, [key]: made } }
      : undefined;
  }
  // Other things that are posted do not show in the form in which they were sent.
  if (op.method === 'POST') return undefined;
  const same = [get, list].find((reading) => reading?.path === op.path && !reading.item);
  return same && { op: same, params };
}

/**
 * Tells whether every sent field has the sent value. A request that sets or replaces a field leaves exactly that value;
 * a longer one is an older value. A thing that was made may contain more than was sent.
 */
function showsIn(present: unknown, op: Operation, sent: unknown): boolean {
  if (!isObject(present) || !isObject(sent)) return false;
  const isThere = isRepeatable(op) ? isEqual : holds;
  return Object.entries(sent).every(([name, value]) => isThere(present[name], value));
}

/** Tells whether a value contains what was sent. */
function holds(present: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(present) &&
      present.length === sent.length &&
      sent.every((value, place) => holds(present[place], value))
    );
  if (!isObject(sent)) return isEqual(present, sent);
  return isObject(present) && Object.entries(sent).every(([name, value]) => holds(present[name], value));
}
