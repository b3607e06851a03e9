import { resourceCalled } from './resources.ts';
import type { Unknown } from './snapshot.ts';

/** What could not be read, each once: `the members of team team_docs cannot be read (403): ...`. */
export function unknownTexts(unknown: readonly Unknown[]): Promise<string[]> {
  // What a list leads to is unknown with it.
  return Promise.all([...new Set(unknown)].map(unknownText));
}

async function unknownText({ kind, in: within, reason }: Unknown): Promise<string> {
  const { several } = await resourceCalled(kind);
  const of =
    within.kind === 'organization' ? '' : ` of ${(await resourceCalled(within.kind)).one} ${within.id}`;
  const status = reason.status === undefined ? '' : ` (${reason.status})`;
  return `the ${several}${of} cannot be read${status}: ${reason.message}`;
}
