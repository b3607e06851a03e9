import type { Argument, Command, Option } from 'commander';
import { paramNames } from '../../api/client/request.ts';
import { type Kind, schemaFacts } from '../../api/contract/facts.ts';
import { fieldSchemas, type Schema, variants } from '../../api/contract/secret-fields.ts';
import { isKind } from '../../model/resources.ts';
import { commandFacts } from '../command.ts';
import { isRepeatableOption, namedKind, optionField } from '../flags/option-facts.ts';
import { flagOf, positionalParams } from '../naming.ts';

/**
 * Returns the kind of the thing whose id an argument takes: by a path parameter, or a field of the body of the same
 * name.
 */
export function argumentKind(argument: Argument, command: Command): Kind | undefined {
  const [op] = commandFacts(command).operations;
  if (!op) return undefined;
  const param = positionalParams(op, command)[command.registeredArguments.indexOf(argument)];
  return param === undefined ? fieldKind(argument.name(), command, argument.variadic) : kindCalled(param);
}

/** Returns the kind of the thing whose id a flag takes. */
export function optionKind(option: Option, command: Command): Kind | undefined {
  const named = namedKind(option);
  if (named) return named;
  const params = commandFacts(command).operations.flatMap(({ path }) => paramNames(path));
  const param = params.find((name) => flagOf(name) === option.long);
  const several = isRepeatableOption(option);
  return param === undefined ? fieldKind(optionField(option), command, several) : kindCalled(param);
}

function kindCalled(param: string): Kind | undefined {
  return isKind(param) ? param : undefined;
}

/**
 * Returns the kind for a field of the query or the body at a dot path, or for its items. For a neighbour of a move, the
 * id is one level deeper.
 */
function fieldKind(field: string, command: Command, several: boolean): Kind | undefined {
  const parts = commandFacts(command).operations.flatMap(({ query, body }) => [
    ...variants(query),
    ...variants(body),
  ]);
  const fields = field.split('.').reduce<Schema[]>((schemas, name) => fieldSchemas(schemas, name), parts);
  const items = several ? fieldSchemas(fields, 0) : [];
  const inNeighbour = fields.flatMap(({ _zod: { def } }) =>
    def.type === 'object' ? Object.values(def.shape).flatMap((schema) => variants(schema)) : [],
  );
  return [...fields, ...items, ...inNeighbour].map((schema) => schemaFacts(schema).refersTo).find(Boolean);
}
