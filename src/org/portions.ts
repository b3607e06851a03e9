/** Checking or writing a large object needs much memory: more values than these are taken in several portions. */
const size = 1000;

/** Splits an object into objects of about `size` values. Yields one empty object for an empty one. */
export function* portionsOf(section: object): Generator<Record<string, unknown>> {
  let portion = emptyPortion();
  let values = 0;
  const keys = Object.keys(section);
  const last = keys.at(-1);
  for (const key of keys) {
    const value = (section as Record<string, unknown>)[key];
    portion[key] = value;
    values += valuesIn(value);
    if (values < size || key === last) continue;
    yield portion;
    portion = emptyPortion();
    values = 0;
  }
  yield portion;
}

/** An ordinary object with many keys takes several times as long to fill. */
function emptyPortion(): Record<string, unknown> {
  return Object.create(null);
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const key of Object.keys(value)) count += valuesIn((value as Record<string, unknown>)[key]);
  return count;
}
