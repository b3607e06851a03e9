import MagicString from 'magic-string';
import { parseSync, Visitor } from 'rolldown/utils';

/**
 * @typedef {import('rolldown/utils').ESTree.Function} FunctionNode
 * @typedef {import('rolldown/utils').ESTree.ArrowFunctionExpression} Arrow
 * @typedef {import('rolldown/utils').ESTree.ObjectProperty} Property
 * @typedef {import('rolldown/utils').ESTree.FunctionBody['body']} Body
 * @typedef {import('rolldown/utils').ESTree.Span} Span
 */

/**
 * Puts functions of a script in parentheses, so that V8 compiles them together with the script. `executed` has their
 * places: `start-end`. What the script does stays the same: declarations become variables that are set before all else,
 * methods of objects become functions. Methods of classes stay: V8 compiles none of them in advance, and before Node 24 no
 * arrow functions.
 *
 * @param {string} script
 * @param {ReadonlySet<string>} executed
 */
export function inParentheses(script, executed) {
  const text = new MagicString(script);
  const isExecuted = (/** @type {Span} */ { start, end }) => executed.has(`${start}-${end}`);
  /** @type {Set<unknown>} */
  const methods = new Set();

  const wrap = (/** @type {FunctionNode | Arrow} */ node) => {
    if (!methods.has(node) && isExecuted(node)) text.prependRight(node.start, '(').appendLeft(node.end, ')');
  };
  const hoistIn = (/** @type {FunctionNode['body'] | Arrow['body']} */ block) => {
    if (block?.type === 'BlockStatement') hoist(text, block.body, block.start + 1, isExecuted);
  };
  const { program } = parseSync('built.cjs', script);
  new Visitor({
    Program: ({ body }) => hoist(text, body, 0, isExecuted),
    MethodDefinition: ({ value }) => void methods.add(value),
    Property(node) {
      if (!node.method && node.kind === 'init') return;
      methods.add(node.value);
      if (isExecuted(node)) methodAsFunction(text, node);
    },
    FunctionDeclaration: ({ body }) => hoistIn(body),
    FunctionExpression: ({ body }) => hoistIn(body),
    ArrowFunctionExpression: ({ body }) => hoistIn(body),
    // Inner functions first, so that what ends at one place is closed in order.
    'FunctionExpression:exit': wrap,
    'ArrowFunctionExpression:exit': wrap,
  }).visit(program);
  const result = text.toString();
  const [error] = parseSync('built.cjs', result).errors;
  if (error) throw new Error(`a script is broken: ${error.codeframe ?? error.message}`);
  return result;
}

/**
 * Makes the executed declarations of a body variables. `start` is where the body begins.
 *
 * @param {MagicString} text
 * @param {Body} body
 * @param {number} start
 * @param {(node: Span) => boolean} isExecuted
 */
function hoist(text, body, start, isExecuted) {
  const place = body.findLast((statement) => 'directive' in statement && statement.directive)?.end ?? start;
  const declared = /** @type {FunctionNode[]} */ (
    body.filter((statement) => statement.type === 'FunctionDeclaration')
  );
  for (const node of declared) {
    // The last of several declarations with one name counts.
    const { id } = node;
    if (!id || declared.some((other) => other !== node && other.id?.name === id.name)) continue;
    if (!isExecuted(node)) continue;
    // Its own name would be a second variable, which an assignment does not change.
    text.appendRight(node.start, `\nvar ${id.name}=(`).remove(id.start, id.end).appendLeft(node.end, ');');
    if (place < node.start) text.move(node.start, node.end, place);
  }
}

/**
 * @param {MagicString} text
 * @param {Property} node
 */
function methodAsFunction(text, { kind, key, value, computed, start, end }) {
  const method = /** @type {FunctionNode} */ (value);
  const isSpecial = kind !== 'init' || computed || method.generator;
  const name = text.original.slice(key.start, key.end);
  if (isSpecial || /__proto__/.test(name) || /\bsuper\b/.test(text.original.slice(start, end))) return;
  text.overwrite(start, method.start, `${name}:(${method.async ? 'async ' : ''}function`);
  text.appendLeft(end, ')');
}
