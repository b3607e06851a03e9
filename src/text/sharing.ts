/** Returns the value itself, or an equal one that is there already. */
export type Sharing<Value> = (value: Value) => Value;

/** So many different values are looked for: more are ids and names, which differ. */
const most = 1000;

/**
 * Makes a function that lets values with equal keys share their memory. Of very many values, such as those of rows, most repeat a
 * few.
 */
export function sharing<Value>(keyOf: (value: Value) => string): Sharing<Value> {
  const known = new Map<string, Value>();
  return (value) => {
    const key = keyOf(value);
    const shared = known.get(key);
    if (shared === undefined && known.size < most) known.set(key, value);
    return shared ?? value;
  };
}

/** Makes a function that lets equal texts share their memory. */
export function shareTexts(): Sharing<string> {
  return sharing((text) => text);
}
