declare module 'jmespath' {
  export interface Token {
    readonly type: string;
    readonly value: unknown;
    /** Index of its first character. */
    readonly start: number;
  }
  const jmespath: {
    tokenize(expression: string): Token[];
    /** Throws an `Error` where the expression is none. */
    compile(expression: string): unknown;
    /** Throws an `Error` where the expression is none, or does not fit the value. */
    search(value: unknown, expression: string): unknown;
  };
  export default jmespath;
}
