import type { Argument } from 'commander';
import { paramNames } from '../../api/client/request.ts';
import { type Kind, schemaFacts } from '../../api/contract/facts.ts';
import { fieldSchemas, type Schema, variants } from '../../api/contract/secret-fields.ts';
import { isKind } from '../../model/resources.ts';
import type { Flag } from '../flags/flag.ts';
import { flagOf, positionalParams } from '../naming.ts';
import type { Verb } from '../verb.ts';

/**
 * Returns the kind of the thing whose id an argument takes: by a path parameter, or a field of the body of the same
 * name, or by its own name, such as `userId` or `intoTeamId`.
 */
export function argumentKind(argument: Argument, command: Verb): Kind | undefined {
  const [op] = command.facts.operations;
  if (!op) return undefined;
  const param = positionalParams(op, command)[command.registeredArguments.indexOf(argument)];
  if (param !== undefined) return kindCalled(param);
  const name = argument.name();
  return fieldKind(name, command, argument.variadic) ?? kindIn(name);
}

function kindIn(name: string): Kind | undefined {
  const [, word = '', last = ''] = /^(\w*?([A-Z]?[a-z]+))Id$/.exec(name) ?? [];
  return kindCalled(word) ?? kindCalled(last.toLowerCase());
}

/** Returns the kind of the thing whose id a flag takes. */
export function optionKind(option: Flag, command: Verb): Kind | undefined {
  const named = option.facts.kind;
  if (named) return named;
  const params = command.facts.operations.flatMap(({ path }) => paramNames(path));
  const param = params.find((name) => flagOf(name) === option.long);
  const several = option.facts.isRepeatable === true;
  return param === undefined ? fieldKind(option.field, command, several) : kindCalled(param);
}

function kindCalled(param: string): Kind | undefined {
  return isKind(param) ? param : undefined;
}

/**
 * Returns the kind for a field of the query or the body at a dot path, or for its items. For a neighbour of a move, the
 * id is one level deeper.
 */
function fieldKind(field: string, command: Verb, several: boolean): Kind | undefined {
  const parts = command.facts.operations.flatMap(({ query, body }) => [
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
