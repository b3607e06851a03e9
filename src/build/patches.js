import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the files that replace files of the libraries, under the same paths. */
const folder = fileURLToPath(new URL('stubs/', import.meta.url));

/** Files of the libraries that the tool uses little or not at all: each would cost milliseconds at every start. */
export const stubs = [
  'commander/esm.mjs',
  'commander/lib/suggestSimilar.js',
  'undici/lib/core/diagnostics.js',
  'undici/lib/core/tree.js',
  'undici/lib/dispatcher/client-h2.js',
  'undici/lib/llhttp/constants.js',
  'undici/lib/llhttp/llhttp_simd-wasm.js',
  'undici/lib/web/fetch/body.js',
];

const assertStub = `require(${JSON.stringify(`${folder}assert.cjs`)})`;

/**
 * Texts that are replaced in files of the libraries; `count` says how often each occurs.
 *
 * @type {readonly { file: string, text: string, instead: string, count: number }[]}
 */
export const edits = [
  // Node's own HTTP client: undici reads the limit of headers from it, and checks whether a body is one of its
  // messages.
  {
    file: 'undici/lib/dispatcher/client.js',
    text: "require('node:http')",
    instead: '{ maxHeaderSize: 16384 }',
    count: 1,
  },
  { file: 'undici/lib/core/util.js', text: "require('node:http')", instead: '{}', count: 1 },
  // See the stub of llhttp_simd-wasm.js.
  { file: 'undici/lib/dispatcher/client-h1.js', text: 'if (useWasmSIMD)', instead: 'if (false)', count: 1 },
  ...[
    'core/connect.js',
    'core/request.js',
    'core/util.js',
    'dispatcher/client-h1.js',
    'dispatcher/client.js',
  ].map((file) => ({
    file: `undici/lib/${file}`,
    text: "require('node:assert')",
    instead: assertStub,
    count: 1,
  })),
  // Subcommands that run as programs of their own.
  {
    file: 'commander/lib/command.js',
    text: "require('node:child_process')",
    instead: 'undefined',
    count: 1,
  },
  ...[
    '_executeSubCommand(subcommand, args) {',
    '_checkForMissingExecutable(executableFile, executableDir, subcommandName) {',
  ].map((text) => ({ file: 'commander/lib/command.js', text, instead: `${text}\n    return;`, count: 1 })),
  // src/cli/help/help.ts, which is loaded where help is printed, brings the class. The tool suggests words itself.
  {
    file: 'commander/lib/command.js',
    text: "const { Help, stripColor } = require('./help.js')",
    instead: "const { stripVTControlCharacters: stripColor } = require('node:util')",
    count: 1,
  },
  {
    file: 'commander/lib/command.js',
    text: 'new Help()',
    instead: 'new this._helpConfiguration.Help()',
    count: 1,
  },
  {
    file: 'commander/lib/command.js',
    text: 'this._showSuggestionAfterError = true',
    instead: 'this._showSuggestionAfterError = false',
    count: 1,
  },
  // Every parsed line asks for it several times, and bulk work parses a line for each row.
  {
    file: 'commander/lib/option.js',
    text: 'return camelcase(this.name()',
    instead: 'return this._attributeName ??= camelcase(this.name()',
    count: 2,
  },
  // `conf` gets its folder, and `homedir()` throws for a user without an entry in the password file.
  { file: 'env-paths/index.js', text: 'os.homedir()', instead: "''", count: 1 },
];

/** The files of libraries that differ from their published form, from the package's name on. */
export const patchedFiles = [...new Set([...stubs, ...edits.map(({ file }) => file)])].sort();

/**
 * Returns the code that replaces a library's file, in the bundle and in the tests of the source; `undefined` for a file
 * without a patch. Throws if the file does not contain each text as often as `count` says.
 *
 * @param {string} path
 * @param {string} code
 * @returns {string | undefined}
 */
export function patched(path, code) {
  const file = path
    .replaceAll('\\', '/')
    .match(/\/node_modules\/((?:undici\/lib|commander|env-paths)\/.*)$/)?.[1];
  if (file === undefined) return undefined;
  if (stubs.includes(file)) return readFileSync(folder + file.replace(/\.js$/, '.cjs'), 'utf8');
  const found = edits.filter((edit) => edit.file === file);
  return found.length === 0 ? undefined : found.reduce(edited, code);
}

/**
 * @param {string} code
 * @param {typeof edits[number]} edit
 */
function edited(code, { file, text, instead, count }) {
  const parts = code.split(text);
  if (parts.length - 1 !== count)
    throw new Error(`${file} has ${JSON.stringify(text)} ${parts.length - 1} times, not ${count}`);
  return parts.join(instead);
}

/** @type {import('rolldown').Plugin} */
export const patches = {
  name: 'patches',
  resolveId: {
    filter: { id: /^commander$/ },
    handler: (_, importer) =>
      importer && /[\\/]cli[\\/]help[\\/]help\.ts$/.test(importer) ? `${folder}commander/help.mjs` : null,
  },
  transform: {
    filter: { id: /node_modules[\\/](undici[\\/]lib|commander|env-paths)[\\/]/ },
    handler(code, id) {
      const instead = patched(id, code);
      return instead === undefined ? undefined : { code: instead, map: null };
    },
  },
};
