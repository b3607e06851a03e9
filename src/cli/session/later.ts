/**
 * Returns a stable object for a part that is made later: its properties are those of `part()` at the time of use. A
 * verb can take it before the flags of its line are read.
 */
export function later<Part extends object>(part: () => Part): Part {
  return new Proxy({} as Part, {
    get: (_, name) => Reflect.get(part(), name),
    has: (_, name) => Reflect.has(part(), name),
  });
}
