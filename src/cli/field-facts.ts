import { type Answer, answerFields, showsField } from '../api/contract/answer-fields.ts';
import { type AnswerField, refuseUnknown } from '../output/absent-fields.ts';
import { type Format, formats } from '../output/output.ts';
import { nearest } from '../text/near.ts';
import type { SharedFlags } from './flags/flag.ts';
import { newWord } from './old-words.ts';
import type { Verb } from './verb.ts';

/** Returns the fields of the output of a command: its own, or those that the contract has for it. */
export function outputFields(command: Verb): string[] {
  const all = command.facts.fields
    ? formats.flatMap((format) => ownFields(command, format) ?? [])
    : answersOf(command).flatMap(answerFields);
  return [...new Set(all.map(withoutStar))];
}

/** Returns the fields of a verb's own output; `undefined` if it prints answers of the service. */
function ownFields({ facts: { fields } }: Verb, format: Format): readonly string[] | undefined {
  return typeof fields === 'function' ? fields(format) : fields;
}

/** `evidence.*` is the field `evidence`. */
function withoutStar(field: string): string {
  return field.replace(/\.\*$/, '');
}

/** Returns the schemas of a command's output: those that it declares, or else the answers of its operations. */
function answersOf(command: Verb): readonly Answer[] {
  const { prints, operations } = command.facts;
  return prints ? [{ item: prints }] : operations;
}

/** Returns the facts about the fields of a command's output; in a format, if that matters for its own fields. */
export function fieldFacts(command: Verb, format: Format = 'json'): AnswerField {
  const own = ownFields(command, format);
  return {
    isKnown: (field) =>
      own?.some((one) => isPartOf(field, one)) ??
      answersOf(command).some((answer) => showsField(answer, field)),
    knowsAll: own !== undefined,
    meant(field, others) {
      const now = newWord(command.path, field) ?? command.facts.columns?.[field];
      if (now !== undefined) return [now];
      const known = [...new Set([...others, ...(own?.map(withoutStar) ?? outputFields(command))])];
      const near = nearest(field, known);
      if (near.length > 0) return near;
      // Nested fields are suggested for their last name.
      return known
        .filter((path) => nearest(field, [path.slice(path.lastIndexOf('.') + 1)]).length > 0)
        .slice(0, 3);
    },
    reads: readsOnly(command),
  };
}

/** Returns the facts about the fields of a line. Throws `NoSuchField` for one that the command's own output does not have. */
export function checkedFacts(
  { fields = [], query }: Pick<SharedFlags, 'fields' | 'query'>,
  command: Verb,
  format: Format,
): AnswerField {
  const facts = fieldFacts(command, format);
  // A query may make other fields, and identifiers have none.
  if (query === undefined && format !== 'id') refuseUnknown(fields, facts);
  return facts;
}

/** Returns whether a dot path is a field, leads to it, or lies in one whose fields are not known before. */
function isPartOf(path: string, field: string): boolean {
  return (
    `${withoutStar(field)}.`.startsWith(`${path}.`) ||
    (field.endsWith('.*') && path.startsWith(field.slice(0, -1)))
  );
}

function readsOnly(command: Verb): boolean {
  const { operations } = command.facts;
  if (operations.length === 0) return ['get', 'list', 'show', 'status'].includes(command.name());
  return command.readsOnly;
}
