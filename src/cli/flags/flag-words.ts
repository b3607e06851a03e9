import type { Argument } from 'commander';
import { type InputField, inputField, limitsText } from '../../api/contract/input-fields.ts';
import type { Verb } from '../verb.ts';
import type { Flag } from './flag.ts';
import { sharedFlagWords } from './shared-flag-words.ts';

/** Returns the field of the request that a flag fills; `undefined` if it fills none. */
export function flagField(option: Flag, command: Verb): InputField | undefined {
  return fieldCalled(option.field, command);
}

/** Returns the field of an argument, which has the same name. */
export function argumentField(argument: Argument, command: Verb): InputField | undefined {
  return fieldCalled(argument.name(), command);
}

function fieldCalled(name: string, command: Verb): InputField | undefined {
  const [op] = command.facts.operations;
  return op && name !== '' ? inputField(op, name) : undefined;
}

/** Returns the description of an argument: its own, or that of its field. */
export function argumentDescription(argument: Argument, command: Verb): string {
  return argument.description || (argumentField(argument, command)?.description ?? '');
}

/** Returns the description of an argument with the limits of its field. */
export function argumentMeaning(argument: Argument, command: Verb): string {
  const limits = limitsText(argumentField(argument, command)?.limits ?? {});
  return withLimits(argumentDescription(argument, command), limits);
}

/**
 * Returns the purpose of a flag in one phrase, from its field and from its own words. Own words that begin with a
 * punctuation mark or a space continue the phrase of the field; other words replace it. A flag without words and
 * without a field is one that many commands take.
 */
export function flagDescription(option: Flag, command: Verb): string {
  const own = option.description;
  if (/^\w/.test(own)) return own;
  const field = flagField(option, command);
  const words = option.negate ? field?.without : field?.description;
  return words === undefined ? (sharedFlagWords[option.long ?? ''] ?? '') : words + own;
}

/** Returns the description of a flag with the limits of its field: `title of the team (1 to 64 characters)`. */
export function flagMeaning(option: Flag, command: Verb): string {
  const limits = option.negate ? undefined : limitsText(flagField(option, command)?.limits ?? {});
  return withLimits(flagDescription(option, command), limits);
}

/** Adds limits to a description, in parentheses at its end. */
export function withLimits(description: string, limits: string | undefined): string {
  if (limits === undefined) return description;
  return description.endsWith(')') ? `${description.slice(0, -1)}; ${limits})` : `${description} (${limits})`;
}

/** Returns the known values of a flag: its own, or those of its field; empty if any value is allowed. */
export function flagValues(option: Flag, command: Verb): readonly string[] {
  return option.facts.known ?? flagField(option, command)?.known ?? [];
}
