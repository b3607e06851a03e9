import type { ResourceKind } from '../model/resources.ts';
import type { Path } from './organization.ts';

export interface FileName {
  readonly key: string;
  /** Its id, if several things have the key. */
  readonly id?: string;
}

/** One thing of an organization in the form of its file: with names instead of ids. */
export interface DesiredState {
  readonly kind: ResourceKind;
  /**
   * The names that lead to it, from the outside: `['Docs', 'ada@acme.example']`. No two things of a kind have the same
   * key.
   */
  readonly key: readonly string[];
  /** Its values by the names of the file. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Further values that differ on their own, though its key tells them in the file: its title, the path of its parent. */
  readonly keyed?: Readonly<Record<string, unknown>>;
  /** The same thing in the words of an export of today; absent if they are those of the file. */
  readonly today?: DesiredState;
  /** Values of the file that the service does not show. They are not compared, and sent when the thing is made or refreshed. */
  readonly unshown?: Readonly<Record<string, unknown>>;
  /** Values that the service has, and does not show: they are lost with the thing. */
  readonly hidden?: readonly string[];
  /** Its id in the service; for a tie, the id of the tied thing. Absent if the service does not have it. */
  readonly id?: string;
  /** The place in the file that declares it. */
  readonly path?: Path;
}

/** Returns a text that is equal for equal keys. */
export function keyText(key: readonly string[]): string {
  return JSON.stringify(key);
}

/** A kind with the names that lead to one thing. */
export interface Place {
  readonly kind: ResourceKind;
  readonly key: readonly string[];
}

/** Returns a text that is equal for equal places. */
export function placeText({ kind, key }: Place): string {
  return `${kind} ${keyText(key)}`;
}

/** Returns a path of titles as a text. Titles that would make it mean another path are in quotes. */
export function titlePath(titles: readonly string[]): string {
  return titles.map((title) => (/\/|^"/.test(title) ? JSON.stringify(title) : title)).join('/');
}

/** Something of the service cannot be written in an organization file. The message says what, and why. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/** Returns all values of a thing, also those that name others by their keys. */
export function valuesOf({ fields, keyed }: DesiredState): DesiredState['fields'] {
  return { ...fields, ...keyed };
}
