declare module 'jmespath' {
  export interface Token {
    readonly type: string;
    readonly value: unknown;
    /** Index of the first character. */
    readonly start: number;
  }
  export interface Node {
    readonly type: string;
    /** Nodes, or the bounds of a slice. */
    readonly children?: readonly (Node | number | null)[];
    /** The node of a `KeyValuePair`, the value of a `Literal`. */
    readonly value?: unknown;
  }
  const jmespath: {
    tokenize(expression: string): Token[];
    /** Throws an `Error` if the expression is invalid. */
    compile(expression: string): Node;
    /** Throws an `Error` if the expression is invalid, or does not fit the value. */
    search(value: unknown, expression: string): unknown;
  };
  export default jmespath;
}
