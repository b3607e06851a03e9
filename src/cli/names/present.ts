import { paramNames } from '../../api/client/request.ts';
import { leastAccess } from '../../domain/roles.ts';
import { resourceOf } from '../../model/resources.ts';
import { fieldReader } from '../../text/fields.ts';
import type { Flag } from '../flags/flag.ts';
import { flagValues } from '../flags/flag-words.ts';
import type { LineParts } from '../session/line-parts.ts';
import type { Verb } from '../verb.ts';
import { argumentKind } from './input-kinds.ts';
import { surroundingOf } from './line-refs.ts';

type Reading = Pick<LineParts, 'api' | 'scope'>;

/**
 * Resolves with the first selected value in a list of roles or audiences: the present one if an `update` of one thing
 * can read it, else the one that gives the least. `undefined` for other kinds of values.
 */
export async function firstValue(option: Flag, command: Verb, parts: Reading): Promise<string | undefined> {
  const values = flagValues(option, command);
  const least = leastAccess(values);
  if (least === undefined) return undefined;
  const present = await presentValue(option, command, parts);
  return present !== undefined && values.includes(present) ? present : least;
}

async function presentValue(
  option: Flag,
  command: Verb,
  { api, scope }: Reading,
): Promise<string | undefined> {
  const { args, registeredArguments } = command;
  const [argument] = registeredArguments;
  const kind = argument && argumentKind(argument, command);
  const get = kind && (await resourceOf(kind)).operations.get;
  if (command.name() !== 'update' || args.length !== 1 || !get) return undefined;
  const surrounding = surroundingOf(scope);
  try {
    const params = paramNames(get.path).map((name) => [name, name === kind ? args[0] : surrounding(name)]);
    const item = await api.call(get, { params: Object.fromEntries(params) });
    const value = fieldReader(option.field)(item);
    return value === null ? 'guest' : String(value);
  } catch {
    // The update itself reports the problem.
    return undefined;
  }
}
