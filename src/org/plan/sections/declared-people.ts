import type { Path } from '../../file/parts.ts';
import type { People } from '../../file/side-files.ts';
import type { Thing } from '../../thing.ts';
import type { FileNames } from '../file-names.ts';

/** Returns the people whom a file declares at `path`, with their roles in the thing with the key `above`. */
export function declaredPeople(
  kind: 'member' | 'team-member',
  above: readonly string[],
  people: People,
  path: Path,
  names: FileNames,
): Thing[] {
  return Object.entries(people).flatMap(([key, value]): Thing[] => {
    const { id: given, role } = typeof value === 'string' ? { id: undefined, role: value } : value;
    const place = path.concat(key);
    const found = names.findPerson(key, place, given);
    if (!found) return [];
    return [{ kind, key: above.concat(found.key), fields: { role }, id: found.id as string, path: place }];
  });
}
