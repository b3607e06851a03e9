import type { Command } from 'commander';
import { type Answer, answerFields, showsField } from '../api/contract/answer-fields.ts';
import type { FieldFacts } from '../output/absent-fields.ts';
import { commandFacts } from './command.ts';
import { nearest } from './line/near.ts';

/** Returns the fields that the contract has for the output of a command. */
export function fieldsOf(command: Command): string[] {
  return [...new Set(answersOf(command).flatMap(answerFields))];
}

/** Returns the schemas of a command's output: those that it declares, or else the answers of its operations. */
function answersOf(command: Command): readonly Answer[] {
  const { prints, operations } = commandFacts(command);
  return prints ? [{ item: prints }] : operations;
}

/** Returns the facts about the fields of a command's output. */
export function fieldFacts(command: Command): FieldFacts {
  return {
    isKnown: (field) => answersOf(command).some((answer) => showsField(answer, field)),
    meant(field, others) {
      const known = [...new Set([...others, ...fieldsOf(command)])];
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

function readsOnly(command: Command): boolean {
  const { operations } = commandFacts(command);
  if (operations.length === 0) return ['get', 'list', 'show', 'status'].includes(command.name());
  return operations.every(({ method }) => method === 'GET');
}
