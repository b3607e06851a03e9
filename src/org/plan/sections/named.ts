import type { Parent } from '../../../model/snapshot.ts';
import { keyName } from '../../file/names.ts';

/**
 * Returns whether a thing of the service may be one that the file declares: by the title or the id in a key, or by an
 * earlier title.
 */
export function isNamed(
  declared: readonly (readonly [
    key: string,
    value: { readonly previously?: readonly string[] | undefined },
  ])[],
): (thing: Parent) => boolean {
  const texts = new Set(
    declared.flatMap(([key, { previously = [] }]) =>
      [key, ...previously].flatMap((name) => [name, ...Object.values(keyName(name))]),
    ),
  );
  return ({ id, title = '' }) => texts.has(id) || texts.has(title);
}
