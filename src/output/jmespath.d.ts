declare module 'jmespath' {
  export interface Token {
    readonly type: string;
    readonly value: unknown;
    /** Index of its first character. */
    readonly start: number;
  }
  export interface Node {
    readonly type: string;
    /** Nodes; the bounds of a slice. */
    readonly children?: readonly (Node | number | null)[];
    /** The node of a `KeyValuePair`, the value of a `Literal`. */
    readonly value?: unknown;
  }
  const jmespath: {
    tokenize(expression: string): Token[];
    /** Throws an `Error` where the expression is none. */
    compile(expression: string): Node;
    /** Throws an `Error` where the expression is none, or does not fit the value. */
    search(value: unknown, expression: string): unknown;
  };
  export default jmespath;
}
