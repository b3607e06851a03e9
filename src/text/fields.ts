const refused = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns what is wrong with a dot path that a user gave; `undefined` if it is valid. */
export function fieldProblem(path: string): string | undefined {
  const names = path.split('.');
  if (names.includes('')) return `"${path}" is no field: give names joined by dots, such as urls.published`;
  const name = names.find((each) => refused.has(each));
  return name && `"${name}" is no field`;
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Makes a function that reads the value at a dot path; `undefined` if there is none. In an array the path applies to
 * each element, and the value is the array of the values found.
 */
export function fieldReader(path: string): (item: unknown) => unknown {
  const names = path.split('.');
  // A query may make fields with dots in their names.
  return (item) => (isObject(item) && Object.hasOwn(item, path) ? item[path] : read(item, names, 0));
}

function read(value: unknown, names: readonly string[], depth: number): unknown {
  const name = names[depth];
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((element) => read(element, names, depth)).filter((found) => found !== undefined);
  }
  return isObject(value) && Object.hasOwn(value, name) ? read(value[name], names, depth + 1) : undefined;
}

/** The fields to keep of an object, each with the fields to keep inside it; `undefined` keeps all of them. */
type Selection = Map<string, Selection> | undefined;

/**
 * Makes a function that copies only some fields of an object, in the order of `fields`, with their nesting, and leaves what
 * has no fields as it is.
 */
export function fieldPicker(fields: readonly string[] | undefined): (value: unknown) => unknown {
  if (!fields) return (value) => value;
  const selection: Selection = new Map();
  for (const field of fields) select(selection, field.split('.'));
  return (value) => pick(value, selection) ?? value;
}

function select(selection: Map<string, Selection>, [name, ...inner]: readonly string[]): void {
  if (name === undefined) return;
  if (inner.length === 0) {
    selection.set(name, undefined);
    return;
  }
  if (!selection.has(name)) selection.set(name, new Map());
  const nested = selection.get(name);
  if (nested) select(nested, inner);
}

function pick(value: unknown, selection: Selection): unknown {
  if (!selection || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((element) => pick(element, selection)).filter((kept) => kept !== undefined);
  }
  if (!isObject(value)) return undefined;
  const kept = [...selection]
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, inner]) => [name, pick(value[name], inner)]);
  return Object.fromEntries(kept);
}
