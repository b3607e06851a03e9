import { DocsAdminError } from '../errors.ts';

/** A user gave an expression that is no query. */
export class InvalidQuery extends DocsAdminError {
  override readonly name = 'InvalidQuery';
  /**
   * `position` is the index of the character at which `expression` goes wrong; its length where the end is missing;
   * absent where it is wrong as a whole. A mark below the expression shows it.
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

/** A query cannot be applied to what the service sent: a length of a number. */
export class QueryMismatch extends DocsAdminError {
  override readonly name = 'QueryMismatch';
  constructor(problem: string, { cause }: { cause?: unknown } = {}) {
    super('query', `--query does not fit the answer: ${problem}`, { cause });
  }
}
