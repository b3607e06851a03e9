import type { Flag } from '../flags/flag.ts';
import { flagMeaning, flagValues } from '../flags/flag-words.ts';
import type { LineParts } from '../session/line-parts.ts';
import type { Verb } from '../verb.ts';
import { optionKind } from './input-kinds.ts';
import { type Picking, pickThing, pickThings } from './pick.ts';
import { firstValue } from './present.ts';

/** Asks for the value of a flag in a form that fits its type. Resolves with `undefined` if the user gives none. */
export async function askForFlag(
  option: Flag,
  command: Verb,
  parts: Picking & Pick<LineParts, 'api'>,
): Promise<unknown> {
  const { prompts } = parts.system;
  const kind = optionKind(option, command);
  const question = capitalized(flagMeaning(option, command));
  const known = flagValues(option, command).map((value) => ({ value, label: value }));
  const several = option.facts.isRepeatable;
  if (kind && several) return pickThings(kind, parts, command, option.long);
  if (kind) return (await pickThing(kind, parts, command, option.long)) || undefined;
  if (known.length > 0 && several) return prompts.pickSeveral(question, known);
  if (known.length > 0) {
    const first = await firstValue(option, command, parts);
    return (await prompts.pick(question, known, { first })) || undefined;
  }
  if (option.isBoolean()) return prompts.confirm(`${question}?`);
  if (option.facts.isLongText) return prompts.edit(question);
  const typed = (await prompts.text(question)).trim();
  if (typed === '') return undefined;
  return option.parseArg ? option.parseArg(typed, undefined) : typed;
}

/** Returns the words for a flag and its value on a line. */
export function wordsOf(option: Flag, value: unknown): string[] {
  if (value === true) return [String(option.long)];
  if (value === false) return [`--no-${String(option.long).replace(/^--(no-)?/, '')}`];
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => `${option.long}=${one}`);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
