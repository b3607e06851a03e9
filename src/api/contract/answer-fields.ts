import type { Operation } from './operation.ts';
import { fieldSchemas, type Schema, variants } from './secret-fields.ts';

/** What an operation answers: one thing, or the items of a list. */
export type Answer = Pick<Operation, 'item' | 'result'>;

/** The dot paths of all that the contract shows of an operation's answer, or of one item of it, in its order. */
export function answerFields(op: Answer): string[] {
  return pathsIn(answerSchemas(op), [], []);
}

/** Whether the contract shows this dot path. */
export function showsField(op: Answer, path: string): boolean {
  const names = path.split('.');
  const found = names.reduce((schemas, name) => fieldSchemas(elements(schemas), name), answerSchemas(op));
  return found.length > 0 || answerFields(op).includes(path);
}

function answerSchemas({ item, result }: Answer): Schema[] {
  return elements(variants(item ?? result));
}

/** A path goes through arrays as if they were their elements. */
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
  const names = new Set(
    objects.flatMap(({ _zod: { def } }) => (def.type === 'object' ? Object.keys(def.shape) : [])),
  );
  return [...names].flatMap((name) =>
    pathsIn(elements(fieldSchemas(objects, name)), [...path, name], [...around, ...objects]),
  );
}
