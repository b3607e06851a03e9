import { segmentProblem } from '../../api/contract/segment.ts';
import { visible } from '../../text/printable.ts';
import { isRepeatableOption } from '../flags/option-facts.ts';
import { createProgram } from '../program.ts';
import type { CommandLine } from '../session/command-line.ts';
import { type Context, createContext } from '../settings/context.ts';
import { readUnfinished, type Unfinished } from './line.ts';
import { type Candidate, fromService, isLocal, listScopeOf, local } from './offers.ts';
import { argumentSource, optionSource } from './source.ts';

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
  const key = JSON.stringify([before, whereabouts(createContext({}, system))]);
  const known = cache.read(key);
  if (known !== undefined) return JSON.parse(known);
  const line = await readUnfinished(createProgram(whole), before);
  const isList = line.option !== undefined && isRepeatableOption(line.option);
  const { found, isFresh } = await candidates(line, whole);
  if (isFresh) await cache.write(key, JSON.stringify({ found, isList }));
  return { found, isList };
}

/** Returns the settings that change what the service lists. */
function whereabouts({ profile, find }: Context): (string | undefined)[] {
  const keys = ['base-url', 'org', 'site', 'space'] as const;
  return [profile.value, ...keys.map((key) => find(key)?.value)];
}

interface Found {
  readonly found: readonly Candidate[];
  /** Whether the answer is new, and not from the cache. */
  readonly isFresh: boolean;
}

async function candidates(line: Unfinished, { parts, life }: CommandLine): Promise<Found> {
  const { command, option, argument, operands, flags } = line;
  const quick = { noInput: true, debug: false, quiet: true, timeout: 1, maxRetries: 0, maxWait: 0 };
  await life.start({ ...flags, ...quick }, command);
  const source = option
    ? optionSource(option, command)
    : argument && argumentSource(argument, command, operands);
  if (source === undefined) return { found: [], isFresh: false };
  if (isLocal(source)) return { found: local[source](line, parts), isFresh: false };
  const { context, system } = parts;
  const place = await listScopeOf(source, line);
  // The cached answer of the service.
  const key = JSON.stringify([source, place.narrowed.none, line.params, whereabouts(context)]);
  const cached = system.cache.read(key);
  if (cached !== undefined) return { found: JSON.parse(cached), isFresh: false };
  const found = await fromService(place, line, parts);
  await system.cache.write(key, JSON.stringify(found));
  return { found, isFresh: true };
}
