import { segmentProblem } from '../../api/contract/segment.ts';
import { visible } from '../../text/printable.ts';
import type { CommandLine } from '../session/command-line.ts';
import { createContext, folderFileOf } from '../settings/context.ts';
import type { Candidate } from './offers.ts';
import { whereabouts } from './whereabouts.ts';
import { candidateLines, separateFlag } from './words.ts';

/** All candidates for a place, before they are compared with the typed text. */
interface Offer {
  readonly found: readonly Candidate[];
  /** Whether the place takes several values, separated by commas. */
  readonly isList: boolean;
}

/**
 * Prints the candidates for the last of `words`, one `value<tab>description` a line: ids that the service lists,
 * profiles and settings. It asks no questions and retries nothing, because a person is typing; if anything fails, it
 * prints nothing.
 */
export async function printCandidates(words: readonly string[], whole: CommandLine): Promise<void> {
  const { before, current } = separateFlag(words);
  try {
    const { found, isList } = await offer(before, whole);
    const typable = found.filter(({ id }) => isTypable(id, isList));
    const shown = typable.map(({ id, title }) => ({ id, title: visible(title) }));
    whole.life.print(candidateLines(shown, current, isList));
  } catch {}
}

/** Returns whether the tool reads an id from the service as an id, and not as a flag, a name or several values. */
function isTypable(id: string, isList: boolean): boolean {
  // fish does not quote a tilde, which then means a home folder.
  const isOther = /^(-|~|name:)/.test(id) || (isList && (id.includes(',') || id.trim() !== id));
  return !isOther && segmentProblem(id) === undefined && visible(id) === id;
}

/** Returns the candidates for a place. Shells ask again at every key, so answers for the same words are cached. */
async function offer(before: readonly string[], whole: CommandLine): Promise<Offer> {
  const { system } = whole;
  const { cache } = system;
  const context = createContext({ flags: {} }, system, {}, await folderFileOf({}, system));
  const key = JSON.stringify([before, whereabouts(context)]);
  const known = cache.read(key);
  if (known !== undefined) return JSON.parse(known);
  // Most of the code is needed for a new line only.
  const { lookUp } = await import('./look-up.ts');
  const { found, isList, isFresh } = await lookUp(before, whole);
  if (isFresh) await cache.write(key, JSON.stringify({ found, isList }));
  return { found, isList };
}
