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

/** A request that is about to leave. */
export interface Leaving {
  /** Its path below the address of the service. */
  readonly path: string;
  readonly body?: string | undefined;
}

/** What is about a thing whose organization cannot be read. */
export interface Unowned {
  /** The thing, in words. */
  readonly unowned?: string;
}

/**
 * Returns what a request does outside of an organization; `undefined` if there is nothing. Its body may name another one, by its
 * subdomain as well. The path of a space, a collection or an integration names none: what cannot be read counts as outside.
 */
export async function outsideOf(
  { path, body }: Leaving,
  org: string,
  owners: Owners,
): Promise<Unowned | undefined> {
  const fields = body === undefined ? undefined : parsedJson(body);
  if (isObject(fields) && (fields.organization ?? org) !== org) return {};
  const [, noun, id] = (path.split('?')[0] ?? '').split('/').filter((word) => word !== '');
  const kind = /^(space|collection|integration)s$/i.exec(percentDecoded(noun ?? ''))?.[1]?.toLowerCase();
  if (kind === undefined || id === undefined) return undefined;
  owners.reader ??= createReader({ client: owners.session().api, org });
  const thing = percentDecoded(id);
  try {
    return (await foreignThing(owners.reader, org, [{ [kind]: thing }])) === undefined ? undefined : {};
  } catch (error) {
    if (!(error instanceof DocsAdminError && unreadable.includes(error.kind))) throw error;
    return { unowned: `${kind} ${quoted(thing)}` };
  }
}

/** How a reading ends that says nothing of whose a thing is, though other requests may succeed. */
const unreadable: readonly ErrorKind[] = ['usage', 'forbidden', 'not-found', 'unusable-answer'];
