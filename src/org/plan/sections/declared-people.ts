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
    const thing = { kind, key: above.concat(found.key), fields: fieldsOf(role), id: found.id as string };
    things.push(new DeclaredPerson(thing, path, key));
  }
  return things;
}

/** A person in a file. The place is made when it is needed: those of all people would need much memory. */
class DeclaredPerson implements Thing {
  readonly kind: Thing['kind'];
  readonly key: readonly string[];
  readonly fields: Thing['fields'];
  readonly id: string;
  readonly #section: Path;
  readonly #name: string;

  constructor({ kind, key, fields, id }: Thing & { readonly id: string }, section: Path, name: string) {
    this.kind = kind;
    this.key = key;
    this.fields = fields;
    this.id = id;
    this.#section = section;
    this.#name = name;
  }

  get path(): Path {
    return this.#section.concat(this.#name);
  }
}
