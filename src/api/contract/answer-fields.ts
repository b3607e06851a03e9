import type { Operation } from './operation.ts';
import { fieldNames, fieldSchemas, type Schema, variants } from './secret-fields.ts';

/** The schema of an operation's answer: one thing, or the items of a list. */
export type Answer = Pick<Operation, 'item' | 'result'>;

/** Returns the dot paths of all fields in an operation's answer, or in one item of it, in the order of the contract. */
export function answerFields(op: Answer): string[] {
  return pathsIn(answerSchemas(op), [], []);
}

export function showsField(op: Answer, path: string): boolean {
  const names = path.split('.');
  const found = names.reduce((schemas, name) => fieldSchemas(elements(schemas), name), answerSchemas(op));
  return found.length > 0 || answerFields(op).includes(path);
}

function answerSchemas({ item, result }: Answer): Schema[] {
  return elements(variants(item ?? result));
}

/** Replaces arrays by their elements, because a dot path does not name them. */
function elements(schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap((schema) => {
    const { def } = schema._zod;
    return def.type === 'array' ? elements(variants(def.element)) : [schema];
  });
}

function pathsIn(schemas: readonly Schema[], path: readonly string[], around: readonly Schema[]): string[] {
  const objects = schemas.filter(({ _zod: { def } }) => def.type === 'object');
  if (objects.length === 0 || objects.some((schema) => around.includes(schema)))
    return path.length === 0 ? [] : [path.join('.')];
  const names = new Set(fieldNames(objects));
  return [...names].flatMap((name) =>
    pathsIn(elements(fieldSchemas(objects, name)), [...path, name], [...around, ...objects]),
  );
}
