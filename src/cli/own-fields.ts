import type { Format } from '../output/output.ts';

type OwnFields = (format: Format) => readonly string[];

const known = new WeakMap<object, OwnFields>();

/**
 * Gives a verb whose output is its own, and not an answer of the service, the dot paths of all fields: what is called
 * `evidence.*` has fields that are not known before. `--fields` then takes no other ones. Returns the verb.
 */
export function printsFields<Verb extends object>(
  fields: readonly string[] | OwnFields,
  command: Verb,
): Verb {
  known.set(command, typeof fields === 'function' ? fields : () => fields);
  return command;
}

/** Returns the fields of a verb's own output by their format; `undefined` if it prints answers of the service. */
export function ownFieldsOf(command: object): OwnFields | undefined {
  return known.get(command);
}
