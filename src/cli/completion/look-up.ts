import { createProgram } from '../program.ts';
import type { CommandLine } from '../session/command-line.ts';
import { readUnfinished, type Unfinished } from './line.ts';
import { type Candidate, fromService, isLocal, listScopeOf, local } from './offers.ts';
import { argumentSource, optionSource } from './source.ts';
import { whereabouts } from './whereabouts.ts';

interface Found {
  readonly found: readonly Candidate[];
  /** Whether the answer is new, and not from the cache. */
  readonly isFresh: boolean;
}

/** Resolves with the candidates for the place behind the words of an unfinished line. */
export async function lookUp(
  before: readonly string[],
  whole: CommandLine,
): Promise<Found & { readonly isList: boolean }> {
  const line = await readUnfinished(createProgram(whole), before);
  const isList = line.option?.facts.isRepeatable === true;
  return { ...(await candidates(line, whole)), isList };
}

async function candidates(line: Unfinished, whole: CommandLine): Promise<Found> {
  const { command, option, argument, operands, flags } = line;
  const quick = { noInput: true, debug: false, quiet: true, timeout: 1, maxRetries: 0, maxWait: 0 };
  await whole.life.start({ ...flags, ...quick }, command);
  const { parts } = whole;
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
