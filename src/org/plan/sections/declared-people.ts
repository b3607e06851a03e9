import type { Path } from '../../file/parts.ts';
import type { People } from '../../file/side-files.ts';
import { roleFields } from '../../sections/members.ts';
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
  const fieldsOf = roleFields();
  const things: Thing[] = [];
  for (const key of Object.keys(people)) {
    const value = people[key] as People[string];
    const { id: given, role } = typeof value === 'string' ? { id: undefined, role: value } : value;
    const place = path.concat(key);
    const found = names.findPerson(key, place, given);
    if (!found) continue;
    things.push({
      kind,
      key: above.concat(found.key),
      fields: fieldsOf(role),
      id: found.id as string,
      path: place,
    });
  }
  return things;
}
