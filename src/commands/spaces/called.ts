import type { Space } from '../../api/contract/schemas.ts';
import { NothingCalled, UsageError } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { prefixedTitle } from '../../text/title-prefix.ts';

/** Finds the space that `name` means. Throws `NothingCalled` if there is none, `UsageError` if there are several. */
export function spaceCalled(name: string, known: readonly Space[]): Space {
  const title = prefixedTitle(name);
  const found = known.filter((space) => (title === undefined ? space.id === name : space.title === title));
  const [only, ...others] = found;
  if (others.length > 0) {
    throw new UsageError(`invalid <spaceId> ${quoted(name)}: ${found.length} of them have this name`, {
      details: found.map((space) => `${space.id}  ${space.title}`),
      hint: 'give the id of the space that you mean',
    });
  }
  if (only) return only;
  throw new NothingCalled(`<spaceId> ${quoted(name)} not found`, {
    hint: '`docs-admin spaces list` shows the spaces of the organization',
  });
}
