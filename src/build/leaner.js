import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { channels } = require('undici/lib/core/diagnostics.js');
const { ERROR, TYPE } = require('undici/lib/llhttp/constants.js');

/**
 * `text` is what stands in the file, `instead` what takes its place; without `text`, the whole file is replaced.
 *
 * @typedef {{ file: string, text?: string, instead: string }} Replacement
 */

/**
 * What the libraries load at once and the tool never uses: each entry takes milliseconds from every start.
 *
 * @type {Replacement[]}
 */
const unused = [
  // The tool speaks HTTP/1.1 only.
  { file: 'undici/lib/dispatcher/client-h2.js', instead: 'module.exports = undefined' },
  // Bodies are bytes or text, never streams, forms or blobs.
  { file: 'undici/lib/web/fetch/body.js', instead: 'module.exports = {}' },
  // Node's own HTTP client, of which undici asks for the limit of headers, and whether a body is one of its messages.
  {
    file: 'undici/lib/dispatcher/client.js',
    text: "require('node:http')",
    instead: '{ maxHeaderSize: 16384 }',
  },
  { file: 'undici/lib/core/util.js', text: "require('node:http')", instead: '{}' },
  // A search tree of a hundred names of headers: without it, undici writes a name in lower case itself.
  { file: 'undici/lib/core/tree.js', instead: 'exports.tree = { lookup: () => null }' },
  // Nobody listens to what undici tells of its work.
  {
    file: 'undici/lib/core/diagnostics.js',
    instead: exporting({
      channels: Object.fromEntries(Object.keys(channels).map((name) => [name, { hasSubscribers: false }])),
    }),
  },
  // Of the numbers of its parser, undici needs these; the others it makes of each other at every start.
  { file: 'undici/lib/llhttp/constants.js', instead: exporting({ ERROR, TYPE }) },
  // Of the two builds of the parser, the one that runs everywhere: answers' heads are too short for a difference.
  { file: 'undici/lib/dispatcher/client-h1.js', text: 'useWasmSIMD = true', instead: 'useWasmSIMD = false' },
  { file: 'undici/lib/llhttp/llhttp_simd-wasm.js', instead: 'module.exports = undefined' },
  // What undici is sure of, with none of the explanations of `node:assert`.
  ...['client.js', 'client-h1.js'].map((name) => withoutAssert(`undici/lib/dispatcher/${name}`)),
  ...['connect.js', 'request.js', 'util.js'].map((name) => withoutAssert(`undici/lib/core/${name}`)),
  // Subcommands in programs of their own.
  { file: 'commander/lib/command.js', text: "require('node:child_process')", instead: 'undefined' },
];

/** @param {object} values */
function exporting(values) {
  return `module.exports = ${JSON.stringify(values)}`;
}

/**
 * @param {string} file
 * @returns {Replacement}
 */
function withoutAssert(file) {
  const instead = '((holds) => { if (!holds) throw new Error("undici: assertion failed") })';
  return { file, text: "require('node:assert')", instead };
}

/**
 * Leaves out what nobody uses. Throws where a library no longer has what is to be replaced.
 *
 * @type {import('rolldown').Plugin}
 */
export const leaner = {
  name: 'leaner',
  transform: {
    filter: { id: /node_modules[\\/](undici|commander)[\\/]lib[\\/]/ },
    handler(code, id) {
      const path = id.replaceAll('\\', '/');
      const found = unused.filter(({ file }) => path.endsWith(`node_modules/${file}`));
      if (found.length === 0) return undefined;
      return { code: found.reduce(replaced, code), map: null };
    },
  },
};

/**
 * @param {string} code
 * @param {Replacement} replacement
 */
function replaced(code, { file, text = code, instead }) {
  if (!code.includes(text)) throw new Error(`${file} has no ${text} any more`);
  return code.replace(text, () => instead);
}
