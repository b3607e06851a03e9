import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import MagicString from 'magic-string';
import { parseSync, Visitor } from 'rolldown/utils';
import { runUsualLines } from './usual-lines.js';

/**
 * @typedef {import('rolldown/utils').ESTree.Function} FunctionNode
 * @typedef {import('rolldown/utils').ESTree.ArrowFunctionExpression} Arrow
 * @typedef {import('rolldown/utils').ESTree.ObjectProperty} Property
 * @typedef {import('rolldown/utils').ESTree.FunctionBody['body']} Body
 * @typedef {import('rolldown/utils').ESTree.Span} Span
 */

/**
 * Rewrites the built files: the functions that usual lines run are compiled together with their file.
 *
 * V8 compiles a function when it is first called, and Node keeps only what is compiled with a file. So every start would
 * compile several hundred functions again. Without the cache of Node too, V8 now reads them once instead of twice.
 * `npm run bench -- ahead` compares a start with and without this step.
 */
export async function compileAhead() {
  for (const [path, executed] of await executedFunctions())
    writeFileSync(path, inParentheses(readFileSync(path, 'utf8'), executed));
}

/**
 * Runs usual lines of the built tool. Resolves with the paths of the files in `dist/`, and the places of the functions in
 * them that were called: `start-end`, in characters.
 *
 * @returns {Promise<ReadonlyMap<string, ReadonlySet<string>>>}
 */
async function executedFunctions() {
  const scratch = mkdtempSync(join(tmpdir(), 'docs-admin-ahead-'));
  const coverage = join(scratch, 'coverage');
  /** @type {Map<string, Set<string>>} */
  const executed = new Map();
  try {
    await runUsualLines((words, env) =>
      promisify(execFile)(process.execPath, [resolve('bin/docs-admin.js'), ...words], {
        // V8 does not count calls of functions from a cache.
        env: { ...env, ...homeIn(scratch), NODE_V8_COVERAGE: coverage, DOCS_ADMIN_NO_CACHE: '1' },
      }),
    );
    const reports = readdirSync(coverage).map((name) => join(coverage, name));
    for (const { url, functions } of reports.flatMap(scriptsIn)) {
      const called = functions.flatMap(({ ranges: [whole] }) => (whole?.count ? [whole] : []));
      const places = called.map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`);
      const path = fileURLToPath(url);
      executed.set(path, new Set([...(executed.get(path) ?? []), ...places]));
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return executed;
}

/**
 * Returns the variables of a user with this home. Programs that use the network on Windows need `SystemRoot`.
 *
 * @param {string} home
 */
function homeIn(home) {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? { HOME: home } : { USERPROFILE: home, SystemRoot };
}

/**
 * Returns the scripts of the tool in a report of Node about what was executed.
 *
 * @param {string} report
 * @returns {import('node:inspector').Profiler.ScriptCoverage[]}
 */
function scriptsIn(report) {
  const { result } = JSON.parse(readFileSync(report, 'utf8'));
  const dist = pathToFileURL(`${resolve('dist')}/`).href;
  return result.filter((/** @type {{ url: string }} */ { url }) => url.startsWith(dist));
}

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
