/** Checking or writing a large object needs much memory: more values than these are taken in several portions. */
const size = 1000;

/** Splits an object into objects of about `size` values. Yields one empty object for an empty one. */
export function* portionsOf(section: object): Generator<Record<string, unknown>> {
  let portion: [string, unknown][] = [];
  let values = 0;
  const keys = Object.keys(section);
  for (const key of keys) {
    const value = (section as Record<string, unknown>)[key];
    portion.push([key, value]);
    values += valuesIn(value);
    if (values < size) continue;
    yield Object.fromEntries(portion);
    portion = [];
    values = 0;
  }
  if (portion.length > 0 || keys.length === 0) yield Object.fromEntries(portion);
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}
