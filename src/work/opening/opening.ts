import type { Change } from '../../domain/change.ts';
import type { Grade } from '../../domain/reach/grades.ts';
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
export type OpeningRequest = Pick<IntendedRequest, 'operation' | 'input'> &
  Partial<Pick<Change, 'kind' | 'before' | 'after'>>;
