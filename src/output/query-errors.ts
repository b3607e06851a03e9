/** What a user gave as a query is none. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery';
  readonly expression: string;
  /**
   * Index of the character at which it goes wrong; the length of the expression where its end is missing; absent where
   * it is wrong as a whole.
   */
  readonly position: number | undefined;
  readonly hint: string;
  constructor(message: string, at: { expression: string; position?: number; hint: string }) {
    super(message);
    this.expression = at.expression;
    this.position = at.position;
    this.hint = at.hint;
  }
}

/** A query cannot be applied to what the service sent: a length of a number. */
export class QueryMismatch extends Error {
  override readonly name = 'QueryMismatch';
}
