import jmespath, { type Node, type Token } from 'jmespath';
import { DocsAdminError } from '../errors.ts';
import { isNestedTooDeeply, jsonFault } from '../text/json.ts';

/** Changes the result of a command, an array for a list, into the value to print, or into a promise of it. */
export type Query = (value: unknown) => unknown;

/**
 * Parses a JMESPath expression into a query. Throws {@link InvalidQuery}; the query itself throws an error of kind `query`,
 * also if its result has more than `maxLength` characters as JSON: parts of it may be the same object, so that a short
 * expression makes an endless text.
 *
 * `jmespath` is the reference implementation of the specification that the command lines of AWS and Azure use. It has
 * no dependencies and loads in half the time of similar libraries. Its errors do not say where an expression is wrong,
 * so this file finds the place.
 */
export function parseQuery(expression: string, maxLength = Number.POSITIVE_INFINITY): Query {
  const tokens = tokensOf(expression);
  assertShallow(expression);
  assertComplete(expression, tokens);
  assertKnownFunctions(expression, tokens);
  assertUsableNames(expression, tokens);
  assertExactLiterals(expression, tokens);
  const search = namesInherited(tokens) ? searchOwn : jmespath.search;
  const calculates = tokens.some(({ value }) => value === 'to_number' || value === 'sum');
  return (value) => {
    const result = searched(() => search(value, expression) ?? null);
    if (lengthLeft(result, maxLength) < 0) throw tooLarge();
    if (calculates) assertExact(result);
    return result;
  };
}

function searched(search: () => unknown): unknown {
  try {
    return search();
  } catch (error) {
    // The stack or a text is full.
    if (error instanceof RangeError) throw tooLarge();
    throw notFitting(mismatch(error), error);
  }
}

/** Returns how much of `most` characters the JSON of a value leaves, at most; below 0 if it is longer. */
function lengthLeft(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length;
  let left = most - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const [key, inner] of Object.entries(value)) {
    left = lengthLeft(inner, left - (Array.isArray(value) ? 0 : key.length));
    if (left < 0) break;
  }
  return left;
}

/** Throws if a function has made a number that is rounded; answers contain none. */
function assertExact(result: unknown): void {
  if (typeof result === 'number' && Math.abs(result) > Number.MAX_SAFE_INTEGER)
    throw notFitting('to_number() or sum() makes a number that would be rounded');
  if (typeof result === 'object' && result !== null) Object.values(result).forEach(assertExact);
}

function namesInherited(tokens: readonly Token[]): boolean {
  return tokens.some(({ value }) => typeof value === 'string' && value in Object.prototype);
}

/**
 * Searches own fields only. The library also finds inherited ones: `constructor`, `toString`. It calls `hasOwnProperty`
 * itself.
 */
function searchOwn(value: unknown, expression: string): unknown {
  const base = Object.create(null, { hasOwnProperty: { value: Object.prototype.hasOwnProperty } });
  const plain = copied(value, () => Object.create(base));
  const found = jmespath.search(plain, expression);
  return copied(found, () => ({}));
}

/** Copies JSON with objects made by `empty`; other values become null. */
function copied(value: unknown, empty: () => object): unknown {
  if (Array.isArray(value)) return value.map((each) => copied(each, empty));
  if (typeof value === 'function' || value === Object.prototype) return null;
  if (typeof value !== 'object' || value === null) return value;
  const copy = empty();
  for (const [key, inner] of Object.entries(value)) {
    const own = { value: copied(inner, empty), enumerable: true, configurable: true, writable: true };
    Object.defineProperty(copy, key, own);
  }
  return copy;
}

const hint = 'the expression is JMESPath, in quotes for your shell: see https://jmespath.org';

/**
 * Splits an expression into tokens. Throws for one that cannot be read; the first wrong token begins at the end of the
 * longest beginning that can be read.
 */
function tokensOf(expression: string): readonly Token[] {
  if (isAccepted(() => jmespath.tokenize(expression))) return jmespath.tokenize(expression);
  let position = expression.length;
  while (!isAccepted(() => jmespath.tokenize(expression.slice(0, position)))) position--;
  const rest = JSON.stringify(expression.slice(position));
  throw new InvalidQuery(`cannot read ${rest}`, { expression, position, hint });
}

const maxDepth = 500;

/** Throws for deep nesting: parsing and applying an expression recurse and would overflow the stack. */
function assertShallow(expression: string): void {
  if (isDeeperThan(maxDepth, expression))
    throw new InvalidQuery(`its parts are nested more than ${maxDepth} levels deep`, {
      expression,
      hint: 'write it with fewer parts, or filter the output of --json with a program like jq',
    });
}

function isDeeperThan(limit: number, expression: string): boolean {
  let level: readonly Node[];
  try {
    level = [jmespath.compile(expression)];
  } catch (error) {
    return error instanceof RangeError;
  }
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit || level.some(({ type, value }) => type === 'Literal' && isNestedTooDeeply(value)))
      return true;
    level = level.flatMap(({ type, children = [], value }) =>
      type === 'KeyValuePair' ? [value as Node] : children.filter(isNode),
    );
  }
  return false;
}

function isNode(child: unknown): child is Node {
  return typeof child === 'object' && child !== null;
}

/** Throws for an incomplete expression, at the first token after which no continuation is valid. */
function assertComplete(expression: string, tokens: readonly Token[]): void {
  if (isAccepted(() => jmespath.compile(expression))) return;
  const wrong = tokens[firstWrong(expression, tokens)];
  if (!wrong) {
    throw new InvalidQuery('it ends too early', { expression, position: expression.length, hint });
  }
  const { start: position, type, value } = wrong;
  throw new InvalidQuery(`unexpected ${JSON.stringify(value)}`, {
    expression,
    position,
    hint: type === 'Number' ? `a number to compare with is written in backquotes: \`${value}\`` : hint,
  });
}

/** Returns the index of the first token after which no continuation is valid; the number of tokens if the end is missing. */
function firstWrong(expression: string, tokens: readonly Token[]): number {
  const isWrong = (index: number) => {
    const end = tokens[index + 1]?.start ?? expression.length;
    return !isAccepted(() => jmespath.compile(expression.slice(0, end)), lacksItsEnd);
  };
  // No token makes a wrong beginning right: so only some of them are tried.
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isWrong(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Throws for unknown functions now. The library looks them up when they are called: after the request, or never. */
function assertKnownFunctions(expression: string, tokens: readonly Token[]): void {
  const unknown = tokens.find(
    ({ type, value }, index) =>
      type === 'UnquotedIdentifier' &&
      tokens[index + 1]?.type === 'Lparen' &&
      (String(value) in Object.prototype ||
        !isAccepted(
          () => jmespath.search(null, `${value}()`),
          ({ message }) => !/unknown function/i.test(message),
        )),
  );
  if (!unknown) return;
  throw new InvalidQuery(`there is no function ${unknown.value}()`, {
    expression,
    position: unknown.start,
    hint,
  });
}

/** Throws for a name that the library loses. */
function assertUsableNames(expression: string, tokens: readonly Token[]): void {
  const lost = tokens.find(
    ({ value }, index) => value === '__proto__' && tokens[index + 1]?.type === 'Colon',
  );
  if (lost)
    throw new InvalidQuery('a field cannot be called "__proto__"', {
      expression,
      position: lost.start,
      hint: 'choose another name',
    });
}

function assertExactLiterals(expression: string, tokens: readonly Token[]): void {
  const rounded = tokens.find(({ value, start }, index) => {
    if (expression[start] !== '`' || typeof value === 'string') return false;
    const end = expression.lastIndexOf('`', (tokens[index + 1]?.start ?? expression.length) - 1);
    return jsonFault(expression.slice(start + 1, end)) === 'a number that would be rounded';
  });
  if (rounded)
    throw new InvalidQuery('it holds a number that would be rounded', {
      expression,
      position: rounded.start,
      hint: 'compare with a text, or with a number of at most 15 digits',
    });
}

function isAccepted(attempt: () => unknown, pardon: (error: Error) => boolean = () => false): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    return error instanceof Error && pardon(error);
  }
}

function lacksItsEnd({ message }: Error): boolean {
  return /\bEOF\b/.test(message);
}

function mismatch(error: unknown): string {
  const message = (error as Error).message.replace(/^(?:Type|Argument)Error: /, '');
  // The library's message about values that cannot be sorted contains its own type numbers, or nothing.
  return /^TypeError$|^expected one of \d/.test(message) ? 'what it compares is of different types' : message;
}

/** The user's expression is no valid query. */
class InvalidQuery extends DocsAdminError {
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

/** Returns the error for a query that does not fit the answer of the service: it asks for the length of a number. */
function notFitting(problem: string, cause?: unknown): DocsAdminError {
  return new DocsAdminError('query', `--query does not fit the answer: ${problem}`, { cause });
}

/** Returns the error for a result that is longer than a text can be, or than its reader takes. */
function tooLarge(): DocsAdminError {
  return new DocsAdminError('query', 'the result of --query is too large', {
    hint: 'write a query that returns less',
  });
}
