import * as z from 'zod/mini';
import { schemaFacts } from '../../api/contract/facts.ts';

type Inner<Schema> =
  Schema extends z.ZodMiniOptional<infer Of>
    ? Inner<Of>
    : Schema extends z.ZodMiniNullable<infer Of>
      ? Inner<Of>
      : Schema extends z.ZodMiniUnion<readonly [infer First extends z.ZodMiniType, ...z.ZodMiniType[]]>
        ? First
        : Schema;

/** Returns the schema of a contract's field for the file: required, not null, in the documented variant. */
export function fieldOf<Schema extends z.ZodMiniType>(schema: Schema): Inner<Schema> {
  const { def } = schema as {
    def: { type: string; innerType?: z.ZodMiniType; options?: z.ZodMiniType[] };
  };
  const inner = def.type === 'union' ? def.options?.[0] : def.innerType;
  return (inner ? fieldOf(inner) : schema) as Inner<Schema>;
}

/** Returns the known values of an open enumeration of the contract. In a file, other values are mistakes. */
export function known(schema: z.ZodMiniType): [string, ...string[]] {
  const values = schemaFacts(schema).known ?? [];
  return [...values] as [string, ...string[]];
}

/** Makes the schema of a text that an empty text clears. */
export function optionalText<Schema extends z.ZodMiniType<string, string>>(schema: Schema) {
  return z.union([z.literal(''), schema]);
}
