import type * as z from 'zod/mini';
import { schemaFacts } from '../api/contract/facts.ts';
import { isOperation } from '../api/contract/is-operation.ts';
import * as contract from '../api/contract/operations/index.ts';
import * as shared from '../api/contract/schemas.ts';

type Exports = Readonly<Record<string, unknown>>;

/** Names of types by the schema that they describe: `sites.Site`. */
const names = new Map<unknown, string>();

/**
 * Returns declarations of all operations and schemas that the library exports, a namespace for each noun, without the
 * types of zod: these would be many times as long, and slow to check.
 */
export function operationTypes(): string {
  const { operations: _, ...nouns } = contract;
  const namespaces: [string, Exports][] = [['schemas', shared], ...Object.entries(nouns)];
  for (const [namespace, found] of namespaces)
    for (const [name, schema] of Object.entries(found))
      if (isSchema(schema) && schema._zod.def.type === 'object') names.set(schema, `${namespace}.${name}`);
  const declarations = namespaces.map(([name, found]) => namespaceType(name, found));
  return `${declarations.join('\n')}\n/** Every operation. */\ndeclare const operations: readonly Operation[];\n`;
}

/** Returns the names of what {@link operationTypes} declares for users. */
export function exportedNouns(): string[] {
  return Object.keys(contract);
}

/** Returns the type of one noun. The schemas that nouns share have no values in the library. */
function namespaceType(namespace: string, found: Exports): string {
  const lines = Object.entries(found).flatMap(([name, value]) => {
    if (isOperation(value)) return [`/** ${value.summary}. */`, `const ${name}: ${operationType(value)};`];
    if (!isSchema(value)) return [];
    const alias = names.has(value) ? [`type ${name} = ${structure(value)};`] : [];
    return namespace === 'schemas' ? alias : [...alias, `const ${name}: ${schemaType(value)};`];
  });
  return `declare namespace ${namespace} {\n${lines.join('\n')}\n}`;
}

/** Returns the type of an operation: its data as it is, and schemas by the types of their values. */
function operationType(value: unknown): string {
  if (isSchema(value)) return schemaType(value);
  if (Array.isArray(value)) return `readonly [${value.map(operationType).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, part]) => `readonly ${JSON.stringify(name)}: ${operationType(part)};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}

const schemaType = (schema: z.ZodMiniType): string => `z.ZodMiniType<${valueType(schema)}>`;

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

function valueType(schema: z.core.$ZodType): string {
  return names.get(schema) ?? structure(schema);
}

/** Does the same without the name of the schema's own type. Throws for a kind of schema that no operation has. */
function structure(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type;
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'optional':
      return `${valueType(def.innerType)} | undefined`;
    case 'nullable':
      return `${valueType(def.innerType)} | null`;
    case 'array':
      return `Array<${valueType(def.element)}>`;
    case 'record':
      return `Record<string, ${valueType(def.valueType)}>`;
    case 'union':
      return knownVariants(def.options).map(valueType).join(' | ');
    case 'object':
      return objectType(def);
    default:
      throw new Error(`no type is written for schemas of the kind "${def.type}": add it here`);
  }
}

/** Returns the variants that the reference shows. A further one accepts any value: see `open` of the contract. */
function knownVariants(variants: readonly z.core.$ZodType[]): readonly z.core.$ZodType[] {
  return variants.filter(({ _zod }) => _zod.def.type !== 'unknown');
}

function objectType({ shape, catchall }: z.core.$ZodObjectDef): string {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { description } = schemaFacts(schema);
    const comment = description === undefined ? '' : `/** ${description} */\n`;
    const mark = schema._zod.def.type === 'optional' ? '?' : '';
    return `${comment}${JSON.stringify(name)}${mark}: ${valueType(schema)};`;
  });
  const open = catchall?._zod.def.type === 'unknown' ? ['[field: string]: unknown;'] : [];
  return `{\n${[...fields, ...open].join('\n')}\n}`;
}
