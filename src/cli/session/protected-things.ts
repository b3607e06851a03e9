import { DocsAdminError, type ErrorKind } from '../../errors.ts';
import { foreignThing } from '../../model/read/foreign.ts';
import { createReader, type ServiceReader } from '../../model/read/reader.ts';
import { percentDecoded } from '../../text/decode.ts';
import { isObject } from '../../text/fields.ts';
import { parsedJson } from '../../text/json.ts';
import { quoted } from '../../text/words.ts';
import type { Session } from '../../work/run/session.ts';

/** What reads whose a thing is, and what it has read. */
export interface Owners {
  readonly session: () => Session;
  reader?: ServiceReader;
}

export interface Leaving {
  /** Its path below the address of the service. */
  readonly path: string;
  readonly body?: string | undefined;
}

/** Something outside of an organization that a request changes. */
export interface Outside {
  /** Its organization; absent if it is not known. */
  readonly org?: string | undefined;
  /** A thing whose organization cannot be read, in words. */
  readonly unowned?: string | undefined;
}

/**
 * Returns what a request changes outside of an organization. Its body may name another one, by its subdomain as well. The path of a
 * space, a collection or an integration names none.
 */
export async function outsideOf({ path, body }: Leaving, org: string, owners: Owners): Promise<Outside[]> {
  const fields = body === undefined ? undefined : parsedJson(body);
  const other = isObject(fields) ? (fields.organization ?? org) : org;
  const outside = other === org ? [] : [{ org: isSubdomain(other) ? undefined : String(other) }];
  const [, noun, id] = (path.split('?')[0] ?? '').split('/').filter((word) => word !== '');
  const kind = /^(space|collection|integration)s$/i.exec(percentDecoded(noun ?? ''))?.[1]?.toLowerCase();
  if (kind === undefined || id === undefined) return outside;
  owners.reader ??= createReader({ client: owners.session().api, org });
  const thing = percentDecoded(id);
  try {
    const found = await foreignThing(owners.reader, org, [{ [kind]: thing }]);
    return found ? [...outside, { org: found.org }] : outside;
  } catch (error) {
    if (!(error instanceof DocsAdminError && unreadable.includes(error.kind))) throw error;
    return [...outside, { unowned: `${kind} ${quoted(thing)}` }];
  }
}

/** Returns whether a name of an organization can be its subdomain, of which no operation tells the id. */
function isSubdomain(name: unknown): boolean {
  return /^[a-z0-9-]*$/.test(String(name));
}

/** How a reading ends that says nothing of whose a thing is, though other requests may succeed. */
const unreadable: readonly ErrorKind[] = ['usage', 'forbidden', 'not-found', 'unusable-answer'];
