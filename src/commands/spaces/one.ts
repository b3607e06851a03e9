import { listSpacePermissions } from '../../api/contract/operations/spaces.ts';
import type { Space } from '../../api/contract/schemas.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { NothingCalled } from '../../errors.ts';
import { createReader } from '../../model/read/reader.ts';
import { allSpaces } from '../../model/read/spaces.ts';
import { quoted } from '../../text/words.ts';

/**
 * Reads the space that `given` means. No operation shows one, so it is read from the list of all. Throws `NothingCalled` if there
 * is none, `UsageError` if there are several.
 */
export async function oneSpace(
  { names, reading, scope }: Pick<LineParts, 'names' | 'reading' | 'scope'>,
  given: string,
): Promise<Space> {
  const org = scope.org();
  const { params } = await names.resolved(listSpacePermissions, { params: { space: given } });
  const spaces = await allSpaces(createReader({ ...reading, org }), org);
  const found = spaces.find(({ id }) => id === params?.space);
  if (found) return found;
  throw new NothingCalled(`<spaceId> ${quoted(given)} not found`, {
    hint: '`docs-admin spaces list` shows the spaces of the organization',
  });
}
