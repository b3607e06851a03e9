import { segmentProblem } from '../../api/contract/segment.ts';
import { visible } from '../../text/printable.ts';
import type { CommandLine } from '../session/command-line.ts';
import { createContext, folderFileOf } from '../settings/context.ts';
import type { Candidate } from './offers.ts';
import { whereabouts } from './whereabouts.ts';

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
    const finished = isList ? current.slice(0, current.lastIndexOf(',') + 1) : '';
    const named = finished.split(',').map(nameIn);
    const fitting = found.filter(
      ({ id }) =>
        isTypable(id, isList) && `${finished}${id}`.startsWith(current) && !named.includes(nameIn(id)),
    );
    whole.life.print(fitting.map(({ id, title }) => `${finished}${id}\t${visible(title)}\n`).join(''));
  } catch {}
}

/** Splits `--owner=user_a` into the flag and its value: only the value is completed. */
function separateFlag(words: readonly string[]): { before: readonly string[]; current: string } {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const [, flag, value] = before.includes('--') ? [] : (/^(--[^=]+)=(.*)$/s.exec(current) ?? []);
  return flag === undefined ? { before, current } : { before: [...before, flag], current: value ?? '' };
}

/** Returns the name in a value of a list: `user_ada` of `user_ada=owner`. */
function nameIn(value: string): string {
  return value.replace(/=.*/s, '');
}

/** Tells whether the tool reads an id from the service as an id, and not as a flag, a name or several values. */
function isTypable(id: string, isList: boolean): boolean {
  // fish does not quote a tilde, which then means a home folder.
  const isOther = /^(-|~|name:)/.test(id) || (isList && (id.includes(',') || id.trim() !== id));
  return !isOther && segmentProblem(id) === undefined && visible(id) === id;
}

/** Returns the candidates for a place. Shells ask again at every key, so answers for the same words are cached. */
async function offer(before: readonly string[], whole: CommandLine): Promise<Offer> {
  const { system } = whole.parts;
  const { cache } = system;
  const context = createContext({}, system, {}, await folderFileOf({}, system));
  const key = JSON.stringify([before, whereabouts(context)]);
  const known = cache.read(key);
  if (known !== undefined) return JSON.parse(known);
  // Most of the code is needed for a new line only.
  const { lookUp } = await import('./look-up.ts');
  const { found, isList, isFresh } = await lookUp(before, whole);
  if (isFresh) await cache.write(key, JSON.stringify({ found, isList }));
  return { found, isList };
}
