import type { Parent } from '../../model/read/snapshot.ts';
import { keyName } from '../file/names.ts';

/** Things that a file declares by their keys. */
type Entries = readonly (readonly [
  key: string,
  value: { readonly previously?: readonly string[] | undefined },
])[];

/**
 * Returns whether a thing of the service may be one that the file declares: by the title or the id in a key, or by an
 * earlier title.
 */
export function isNamed(declared: Entries): (thing: Parent) => boolean {
  return isCalled(declared.flatMap(([key, { previously = [] }]) => [key, ...previously]));
}

/** The same for keys and earlier names that may be paths, such as `Collection/Title`: the last title counts. */
export function isNamedByPath(declared: Entries): (thing: Parent) => boolean {
  const paths = declared.flatMap(([key, { previously = [] }]) => [key, ...previously]);
  return isCalled(
    paths.flatMap((path) => {
      const steps = path.split('/');
      // A title may have a slash itself.
      return steps.map((_, at) => steps.slice(at).join('/'));
    }),
  );
}

function isCalled(names: readonly string[]): (thing: Parent) => boolean {
  const texts = new Set(names.flatMap((name) => [name, ...Object.values(keyName(name))]));
  return ({ id, title = '' }) => texts.has(id) || texts.has(title);
}
