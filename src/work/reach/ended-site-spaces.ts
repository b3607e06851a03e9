import { type Effect, endings } from '../../model/effects/effects.ts';
import type { Reference, Touch } from '../../model/effects/facts.ts';
import { stateReader } from '../../model/effects/thing-reader.ts';
import '../../model/effects/things.ts';
import { askedAtOnce } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';

/** The lists of so many sites are read; of more, it is not known what is in them. */
const mostLists = 100;

/** Reads which site spaces end because the collections of their spaces are taken away. */
export async function readEndedSiteSpaces(
  taken: readonly Touch[],
  reader: ServiceReader,
): Promise<readonly Effect[]> {
  const matters = ({ kind }: Reference) => ['collection', 'space', 'site-space'].includes(kind);
  const things = stateReader(reader, { atOnce: askedAtOnce });
  const found = await endings(taken, things, { matters, most: mostLists });
  return found.filter(({ kind, before }) => kind === 'site-space' && !isUnknown(before));
}
