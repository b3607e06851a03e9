import { DocsAdminError } from '../errors.ts';

/** The user's expression is no valid query. */
export class InvalidQuery extends DocsAdminError {
  override readonly name = 'InvalidQuery';
  /**
   * `position` is the index of the first wrong character of `expression`, or its length if the end is missing. It is
   * absent if no place can be named. A mark below the expression shows it.
   */
  constructor(
    problem: string,
    { expression, position, hint }: { expression: string; position?: number; hint: string },
  ) {
    const isAt = position !== undefined;
    super('usage', `invalid --query: ${problem}${isAt ? `, at character ${position + 1}` : ''}`, {
      details: isAt ? [expression, `${' '.repeat(position)}^`] : undefined,
      hint,
    });
  }
}

/** A query does not fit the answer of the service: it asks for the length of a number. */
export class QueryMismatch extends DocsAdminError {
  override readonly name = 'QueryMismatch';
  constructor(problem: string, { cause }: { cause?: unknown } = {}) {
    super('query', `--query does not fit the answer: ${problem}`, { cause });
  }
}

/** The result of a query is longer than a text can be, or than its reader takes. */
export class QueryTooLarge extends DocsAdminError {
  override readonly name = 'QueryTooLarge';
  constructor() {
    super('query', 'the result of --query is too large', { hint: 'write a query that returns less' });
  }
}
