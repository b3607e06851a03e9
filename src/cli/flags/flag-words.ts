import type { Argument, Command, Option } from 'commander';
import { type InputField, inputField, limitsText } from '../../api/contract/input-fields.ts';
import { commandFacts } from '../command.ts';
import { optionField, ownValues } from './option-facts.ts';
import { sharedFlagWords } from './shared-flag-words.ts';

/** The field of its command's request that a flag fills; `undefined` where it fills none. */
export function flagField(option: Option, command: Command): InputField | undefined {
  return fieldCalled(optionField(option), command);
}

/** The same of an argument, which has the name of its field. */
export function argumentField(argument: Argument, command: Command): InputField | undefined {
  return fieldCalled(argument.name(), command);
}

function fieldCalled(name: string, command: Command): InputField | undefined {
  const [op] = commandFacts(command).operations;
  return op && name !== '' ? inputField(op, name) : undefined;
}

/** What an argument is: its own words, or those of its field. */
export function argumentDescription(argument: Argument, command: Command): string {
  return argument.description || (argumentField(argument, command)?.description ?? '');
}

/** The same with the limits of the field. */
export function argumentMeaning(argument: Argument, command: Command): string {
  const limits = limitsText(argumentField(argument, command)?.limits ?? {});
  return withLimits(argumentDescription(argument, command), limits);
}

/**
 * What a flag is for, in one phrase: that of the field that it fills, and what the flag itself says. Words that begin
 * with a punctuation mark or a space continue the phrase of the field, any other words replace it. A flag that says
 * nothing and fills no field is one of those that many commands take.
 */
export function flagDescription(option: Option, command: Command): string {
  const own = option.description;
  if (/^\w/.test(own)) return own;
  const field = flagField(option, command);
  const words = option.negate ? field?.without : field?.description;
  return words === undefined ? (sharedFlagWords[option.long ?? ''] ?? '') : words + own;
}

/** The same with the limits of the field: `title of the team (1 to 64 characters)`. */
export function flagMeaning(option: Option, command: Command): string {
  const limits = option.negate ? undefined : limitsText(flagField(option, command)?.limits ?? {});
  return withLimits(flagDescription(option, command), limits);
}

/** A description with limits in words, in the parentheses behind it. */
export function withLimits(description: string, limits: string | undefined): string {
  if (limits === undefined) return description;
  return description.endsWith(')') ? `${description.slice(0, -1)}; ${limits})` : `${description} (${limits})`;
}

/** The known values of a flag: its own, or those of the field that it fills; empty where it takes anything. */
export function flagValues(option: Option, command: Command): readonly string[] {
  return ownValues(option) ?? flagField(option, command)?.known ?? [];
}
