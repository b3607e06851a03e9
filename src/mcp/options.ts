import { UsageError } from '../errors.ts';
import { quoted } from '../text/words.ts';
import type { Commands } from './commands.ts';
import { nounOf } from './usage.ts';

/** The nouns whose operations may change the service. */
export type Allowed = ReadonlySet<string>;

/** The word that allows all nouns. */
const all = 'all';

/**
 * Reads what is allowed: nouns, separated by commas, or `all`. `nouns` are those that can change something; `source` names
 * the flag or the variable. Throws `UsageError` for anything else.
 */
export function parseAllowed(given: string, nouns: readonly string[], source: string): Allowed {
  const names = given.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === all) return new Set(nouns);
  const unknown = names.find((name) => !nouns.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`invalid ${source}: ${quoted(unknown)} is no noun whose commands change something`, {
      hint: `use one of ${[all, ...nouns].join(', ')}`,
    });
  return new Set(names);
}

/** Resolves with the nouns whose operations can change something, sorted. `api` is none: it can only read here. */
export async function changingNouns(commands: Commands): Promise<string[]> {
  const operations = (await commands.describe()).flatMap((command) => command.operations);
  const nouns = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => nounOf(id));
  return [...new Set(nouns)].sort();
}
