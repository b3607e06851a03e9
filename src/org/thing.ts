import type { ResourceKind } from '../model/resources.ts';

/** One thing of an organization in the form of its file: with names instead of ids. */
export interface Thing {
  readonly kind: ResourceKind;
  /**
   * The keys of the file that lead to it, from the outside: `['Docs', 'ada@acme.example']`. No two things of a kind
   * have the same key.
   */
  readonly key: readonly string[];
  /** Its values by the names of the file. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Something of the service cannot be written in an organization file. The message says what, and why. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}
