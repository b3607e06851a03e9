import type { FieldDifference } from '../domain/change.ts';
import type { Action } from '../model/effects/facts.ts';
import type { ResourceKind } from '../model/resources.ts';
import { type DesiredState, keyText } from './thing.ts';

/** One difference between an organization file and the service. */
export interface Difference {
  readonly action: Action;
  readonly kind: ResourceKind;
  /** The names that lead to the thing, as the file has them. */
  readonly key: readonly string[];
  readonly name: string;
  /** Its id in the service; absent for a thing to be made. */
  readonly id?: string;
  /** The fields that change, by their names in the API, with the values before and after; `null` for no value. */
  readonly fields: readonly FieldDifference[];
  /** The thing as the file declares it; absent if the file does not have it. */
  readonly declared?: DesiredState;
  /** The thing as the service has it; absent if it is to be made. */
  readonly present?: DesiredState;
}

export interface Declared {
  readonly things: readonly DesiredState[];
  /**
   * The lists that the file names completely, by {@link listText}: things of such a list that the file does not have are
   * differences. Lists whose order matters are in the order of `things`.
   */
  readonly lists: ReadonlySet<string>;
}

/** Returns a text for the list of a kind inside the thing with the key `above`. */
export function listText(kind: ResourceKind, above: readonly string[]): string {
  return `${kind} ${keyText(above)}`;
}

export function listOf({ kind, key }: Pick<DesiredState, 'kind' | 'key'>): string {
  return listText(kind, key.slice(0, -1));
}
