import type { Fields } from '../../model/effects/facts.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { isObject } from '../../text/fields.ts';
import type { Difference } from '../difference.ts';
import { type Complain, isSideFile, type Path } from '../organization.ts';
import { NoPlace } from '../thing.ts';

/** How a field of the API is written in an organization file. */
export interface FieldFacts {
  /** Its name in a file. @default its name in the API */
  readonly word?: string;
  /** What a file writes where the API has null: `guest`. Without it, null is no value. */
  readonly none?: string;
  /** The only part of its value, which is alone in a file. */
  readonly inside?: string;
  readonly names?: ResourceKind;
}

/** The fields of a kind of things, by their names in the API. */
export type FieldMap = Readonly<Record<string, FieldFacts>>;

/** The role of a person or of a team. */
export const role: FieldFacts = { none: 'guest' };

/** Returns the values that a file gives to fields of the API; what is no field, and what is absent, is left out. */
export function fromFile(map: FieldMap, values: Fields): Fields {
  const fields = new Map(Object.keys(map).map((field) => [fieldWord(map, field), field]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([word, value]) => {
      const field = fields.get(word);
      if (field === undefined || value === undefined) return [];
      const { none, inside } = map[field] as FieldFacts;
      return [[field, value === none ? null : inside === undefined ? value : { [inside]: value }]];
    }),
  );
}

/** Returns fields of the API as a file has them, in the same order. */
export function toFile(map: FieldMap, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [fieldWord(map, field), inFile(map, field, value)]),
  );
}

/** Returns the values that fields get, as the body of a request. */
export function valuesAfter(fields: Difference['fields']): Fields {
  return Object.fromEntries(fields.map(({ field, after }) => [field, after]));
}

export function fieldWord(map: FieldMap, field: string): string {
  return map[field]?.word ?? field;
}

export function inFile(map: FieldMap, field: string, value: unknown): unknown {
  const { none = null, inside } = map[field] ?? {};
  return value === null ? none : inside !== undefined && isObject(value) ? value[inside] : value;
}

/** A text that may be absent: `''` clears it. Throws `NoPlace` for a value of another kind; `what` names it. */
export function textOrEmpty(value: unknown, what: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new NoPlace(`${what} is no text`);
}

/** An object that is in the file itself. Throws `NoPlace` for one that a reader takes for the name of a file. */
export function inline(value: object, what: string): object {
  if (isSideFile(value)) throw new NoPlace(`${what} looks like the name of a file: it has a key "file"`);
  return value;
}

/** Complains about an address with a password, which would get into the repository of the file. */
export function refuseCredentials(address: string | undefined, path: Path, complain: Complain): void {
  if (address !== undefined && /^[a-z]+:\/\/[^/?#]*@/i.test(address))
    complain(path, 'holds a user name or a password, which does not belong in this file');
}
