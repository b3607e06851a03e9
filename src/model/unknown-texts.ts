import type { UnknownList } from './read/snapshot.ts';
import { resourceCalled } from './resources.ts';

/**
 * Returns what could not be read, each once: `the members of team team_docs cannot be read (403): ...`. If `naming` is
 * redacted, the ids of members are replaced, and the words of the service, which may name people, are left out.
 */
export function unknownTexts(
  unknown: readonly UnknownList[],
  naming?: { readonly isRedacted: boolean; id(member: string): string },
): Promise<string[]> {
  const hidden = naming?.isRedacted ? naming.id : undefined;
  // What a list leads to is unknown with it.
  return Promise.all([...new Set(unknown)].map((one) => unknownText(one, hidden)));
}

async function unknownText({ kind, in: within, reason }: UnknownList, hidden?: (member: string) => string) {
  const { several } = await resourceCalled(kind);
  const id = hidden && within.kind === 'member' ? hidden(within.id) : within.id;
  const of = within.kind === 'organization' ? '' : ` of ${(await resourceCalled(within.kind)).one} ${id}`;
  const status = reason.status === undefined ? '' : ` (${reason.status})`;
  return `the ${several}${of} cannot be read${status}${hidden ? '' : `: ${reason.message}`}`;
}
