import { UsageError } from '../errors.ts';
import { isAddress } from '../model/names.ts';
import { alternatives } from '../text/alternatives.ts';
import { seeHelp } from './command-path.ts';
import {
  changesNothing,
  changingFlags,
  createsNothing,
  flagsWorthAsking,
  missingArguments,
  missingFields,
  missingScope,
} from './missing-input.ts';
import type { AskingParts } from './names/ask.ts';
import type { Verb } from './verb.ts';

/**
 * Makes sure that the command has all required input. On a terminal it asks for missing input; elsewhere it throws
 * `UsageError` for a missing argument, and for an update or a creation without a value. The code that needs missing surroundings or
 * fields refuses them later. Resolves with the words of the flags that the user gave.
 */
export async function fillMissingInput(command: Verb, parts: AskingParts): Promise<string[]> {
  if (command.name() === 'open' && isAddress(command.args[0] ?? ''))
    (await import('./names/name-noun.ts')).nameNoun(command, parts);
  if (command.args.some(isAddress))
    (await import('./names/from-addresses.ts')).supplyFromAddresses(command, parts);
  let given: string[] = [];
  // `--watch` runs the command again and again, and must not ask each time.
  if (parts.canAsk() && !parts.line.flags.watch && lacksInput(command, parts)) {
    const { askForMissingInput } = await import('./names/ask.ts');
    given = await askForMissingInput(command, parts);
  }
  const [argument] = missingArguments(command);
  if (argument) throw new UsageError(`missing <${argument.name()}>`, { hint: seeHelp(command) });
  if (changesNothing(command)) throw nothingTo('change', command);
  // A person who was asked may leave all answers empty.
  if (createsNothing(command) && flagsWorthAsking(command, parts).length === 0)
    throw nothingTo('create', command);
  return given;
}

function nothingTo(act: string, command: Verb): UsageError {
  const flags = changingFlags(command).map(({ long }) => String(long));
  return new UsageError(`nothing to ${act}: give ${alternatives(flags)}`, { hint: seeHelp(command) });
}

function lacksInput(command: Verb, parts: AskingParts): boolean {
  return (
    missingArguments(command).length > 0 ||
    missingScope(command, parts).length > 0 ||
    missingFields(command, parts).length > 0 ||
    flagsWorthAsking(command, parts).length > 0 ||
    changesNothing(command)
  );
}
