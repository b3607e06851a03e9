import type { ServiceError } from '../../api/client/errors.ts';
import type { Flag } from '../flags/flag.ts';
import { flagWord, inputsFor } from '../naming.ts';
import type { Verb } from '../verb.ts';
import type { Description } from './report.ts';

/**
 * Returns the description of an answer with the flags that fill the fields: `--space (spaces): is unknown`. Only
 * commands of one operation know them; their other requests have other fields.
 */
export function inFlags(
  description: Description,
  { fields, request }: ServiceError,
  running: Verb,
): Description {
  const { effect, operations } = running.facts;
  if (effect !== undefined || operations[0]?.method !== request.method) return description;
  let { message, details = [] } = description;
  for (const { field, message: problem } of fields) {
    const input = field === undefined ? undefined : nameOfServiceField(field, running);
    if (input === undefined) continue;
    const named = `${input} (${field}): ${problem}`;
    details = details.map((detail) => (detail === `${field}: ${problem}` ? named : detail));
    // A service may say its details in the message, too.
    for (const plain of [`${field} ${problem}`, `${field}: ${problem}`])
      message = message.replace(plain, () => named);
  }
  return { ...description, message, details };
}

/**
 * Returns the user's name for a field in the words of the service: `--space` for `spaces[0]`; `undefined` if nothing on
 * the line fills the field. Fields of `--input` have no other name.
 */
function nameOfServiceField(field: string, command: Verb): string | undefined {
  const isGiven = (option: Flag) => command.getOptionValueSource(option.attributeName()) === 'cli';
  const mayBeMissing = command.getOptionValueSource('input') === undefined;
  const path = field.replace(/^[#$]?[/.]/, '').replace(/\[(\w+)\]|\//g, '.$1');
  // Some services say first which part of the request it is.
  for (const one of [path, path.replace(/^(body|query)\./, '')]) {
    const { whole, parts, argument } = inputsFor(one, command);
    if (argument) return argument;
    const filling = (whole ? [whole] : parts).filter((option) => !option.facts.isShared);
    const given = filling.filter(isGiven);
    const named = given.length === 0 && mayBeMissing ? filling : given;
    if (named.length > 0) return named.map(flagWord).join(' or ');
  }
  return undefined;
}
