import { getCollection } from '../../api/contract/operations/collections.ts';
import { getIntegration } from '../../api/contract/operations/integrations.ts';
import { UsageError } from '../../errors.ts';
import { allSpaces } from '../../model/read/spaces.ts';
import { isObject } from '../../text/fields.ts';
import { quoted } from '../../text/words.ts';
import { type Session, sessionReader } from '../../work/run/session.ts';

/** A request of a plan, as a dry run prints it. */
export interface PlannedRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Makes sure that requests change only the organization of the server. Some addresses name a space, a collection or an
 * integration and no organization, and the token may reach those of others. Throws `UsageError` for one of another
 * organization, and for one that cannot be found here.
 */
export async function assertInside(session: Session, requests: readonly PlannedRequest[]): Promise<void> {
  const [reader, own] = [sessionReader(session), session.scope.org()];
  for (const { params = {}, body } of requests) {
    const named = [params.org, isObject(body) ? body.organization : undefined];
    const other = named.find((org) => org !== undefined && org !== own);
    if (other !== undefined) throw foreign(`organization ${quoted(other)}`);
  }
  const idsOf = (name: string) => new Set(requests.flatMap(({ params }) => params?.[name] ?? []));
  const spaces = idsOf('space');
  const known = spaces.size > 0 ? new Set((await allSpaces(reader, own)).map(({ id }) => id)) : spaces;
  for (const id of spaces) if (!known.has(id)) throw foreign(`space ${quoted(id)}`);
  for (const id of idsOf('collection')) {
    const { organization } = await reader.need(getCollection, { collection: id });
    if (organization !== own) throw foreign(`collection ${quoted(id)}`);
  }
  for (const id of idsOf('integration')) {
    // A new one does not exist yet.
    const owner = (await reader.get(getIntegration, { integration: id }))?.owner?.id;
    if (owner !== undefined && owner !== own) throw foreign(`integration ${quoted(id)}`);
  }
}

function foreign(what: string): UsageError {
  return new UsageError(`${what} does not belong to the organization of this server; nothing was sent`, {
    hint: 'a person can change it in a shell, or start a server for it',
  });
}
