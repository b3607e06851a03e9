import { DocsAdminError } from '../../errors.ts';
import { foreignThing } from '../../model/read/foreign.ts';
import { createReader, type ServiceReader } from '../../model/read/reader.ts';
import { percentDecoded } from '../../text/decode.ts';
import type { Session } from '../../work/run/session.ts';

/** What reads whose a thing is, and what it has read. */
export interface Owners {
  readonly session: () => Session;
  reader?: ServiceReader;
}

/**
 * Returns whether the path of a request names a space, a collection or an integration that is not in an organization. Such a path
 * names no organization.
 */
export async function leavesOrganization(path: string, org: string, owners: Owners): Promise<boolean> {
  const [, noun, id] = (path.split('?')[0] ?? '').split('/').filter((word) => word !== '');
  const [, kind] = /^(space|collection|integration)s$/i.exec(percentDecoded(noun ?? '')) ?? [];
  if (kind === undefined || id === undefined) return false;
  owners.reader ??= createReader({ client: owners.session().api, org });
  try {
    const thing = { [kind.toLowerCase()]: percentDecoded(id) };
    return (await foreignThing(owners.reader, org, [thing])) !== undefined;
  } catch (error) {
    // The request itself tells what is wrong with it.
    if (error instanceof DocsAdminError) return false;
    throw error;
  }
}
