/**
 * What the libraries load at once and the tool never uses: each entry takes milliseconds from every start. `text` is
 * what stands in the file, `instead` what takes its place; without `text`, the whole file is replaced.
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
  // Subcommands in programs of their own.
  { file: 'commander/lib/command.js', text: "require('node:child_process')", instead: 'undefined' },
];

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
      const found = unused.find(({ file }) => path.endsWith(`node_modules/${file}`));
      if (!found) return undefined;
      const { text = code, instead } = found;
      if (!code.includes(text)) throw new Error(`${found.file} has no ${text} any more`);
      return { code: code.replace(text, () => instead), map: null };
    },
  },
};
