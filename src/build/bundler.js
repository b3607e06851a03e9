import { rolldown } from 'rolldown';
import { described } from './described.js';
import { groups } from './groups.js';
import { pageParts } from './page-parts.js';
import { patches } from './patches.js';

/** The entry of the command. */
export const commandEntries = { start: 'src/start.ts' };
/** The entry of `import ... from 'docs-admin'`. */
export const libraryEntries = { index: 'src/index.ts' };

/** What runs before the command is loaded, and therefore is a file of its own. */
export const compileCacheEntries = { 'compile-cache': 'src/system/compile-cache.ts' };

/** What completes the words of a line, without the command. */
export const completionEntries = { words: 'src/cli/completion/words.ts' };

/** The protocol of the server for assistants, with its own copy of zod: what it uses of zod is in no other file. */
export const protocolEntries = { protocol: 'src/mcp/protocol.ts' };

/** Makes the command load the protocol from the files of {@link protocolEntries}. */
const protocolApart = {
  name: 'protocol-apart',
  /** @param {string} source */
  resolveId: (source) =>
    source.endsWith('/protocol.ts') ? { id: '../protocol/protocol.js', external: true } : null,
};

/** Installed beside the tool instead of bundled, because it has a native library for each platform. */
const external = ['libsql'];

/**
 * Bundles the entry files of `input` (name to path) into `dir`, which is emptied first. Every `import()` begins a file
 * of its own, loaded when it is reached. Resolves with what was written. Throws if the bundler warns.
 *
 * Writes CommonJS, because Node starts it 4 to 5 ms faster than ES modules, and on Node 22 and 24 loads `node:http` 17
 * ms faster. `minify` saves time, because V8 takes as long to read the code as to run it; names of functions and
 * classes stay. The library is not minified: Node would no longer find the names of its exports.
 *
 * @param {Record<string, string>} input
 * @param {string} dir
 * @param {{ minify?: boolean, descriptions?: readonly object[] }} [options] `descriptions` of all commands, if the files
 * are to have them as data
 */
export async function bundle(input, dir, { minify = false, descriptions } = {}) {
  /** @type {string[]} */
  const warnings = [];
  // The library exports what `index.ts` does, and nothing else that its files share, which groups would need.
  const isLibrary = input === libraryEntries;
  const build = await rolldown({
    input,
    external,
    platform: 'node',
    // Comments with the path of each module, which differ where `node_modules` is a link.
    experimental: { attachDebugInfo: 'none' },
    preserveEntrySignatures: isLibrary ? 'strict' : 'allow-extension',
    // A warning about slow plugins depends on how busy the machine is.
    checks: { pluginTimings: false },
    plugins: [
      ...(input === protocolEntries ? [] : [protocolApart]),
      ...(descriptions ? [described(descriptions)] : []),
      patches,
      pageParts,
    ],
    onLog: (level, log) => {
      if (level === 'warn') warnings.push(log.message);
    },
  });
  const { output } = await build.write({
    dir,
    format: 'cjs',
    cleanDir: true,
    dynamicImportInCjs: false,
    comments: false,
    // Node keeps a source with one other character in twice the memory, and takes longer to read it.
    charset: 'ascii',
    minify: minify && { compress: true, mangle: { keepNames: true }, codegen: true },
    codeSplitting: isLibrary || { groups },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
  if (warnings.length > 0) throw new Error(`the bundler warns:\n${warnings.join('\n')}`);
  return output.filter((file) => file.type === 'chunk');
}
