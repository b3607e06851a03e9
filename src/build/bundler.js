import { rolldown } from 'rolldown';
import { described } from './described.js';
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
 * Each file takes 0.2 ms to load, so code that is usually needed together is one file. zod's compiler is separate: few
 * commands need it. A group includes what its files import, except for bulk work, whose imports other commands need as
 * well.
 */
const codeSplitting = {
  groups: [
    { name: 'core', tags: [/** @type {const} */ ('$initial')] },
    {
      // What the sandbox shares with commands about access and with copies of an organization.
      name: 'access-rules',
      test: /src[\\/](domain[\\/]access[\\/](levels|places|rules)|sandbox[\\/](resources[\\/]access|store[\\/]meta)|formats[\\/]fixture)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      // What most routes of the sandbox need.
      name: 'sandbox',
      test: /src[\\/]sandbox[\\/](problem|http[\\/](exchange|route|signed)|resources[\\/](member|organization|slug|team|urls|user)|store[\\/]sql-list)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'network',
      test: /node_modules[\\/]undici[\\/]|src[\\/]system[\\/](connect|network-failure|proxy|transport)\.ts$/,
    },
    {
      // Short words and the usual actions are with it: most commands need them.
      name: 'contract',
      test: /zod[\\/]v4[\\/](?!core[\\/](?:compile|to-json-schema|json-schema-processors))|src[\\/](api[\\/]contract[\\/](effect|fields|ids|operation|position|schemas)|text[\\/](alternatives|called|group-by|kept|plural)|domain[\\/](changed|roles)|cli[\\/]operation-actions)\.ts$/,
    },
    {
      name: 'structure',
      test: /src[\\/](api[\\/]contract[\\/]operations[\\/](section-groups|sections|site-spaces)|views[\\/]site-structure)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'rights',
      test: /src[\\/]domain[\\/]access[\\/](levels|places|rules)\.ts$/,
    },
    {
      name: 'guards',
      test: /src[\\/](domain[\\/](people|memberships[\\/]membership)|work[\\/]team-members)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'judge',
      test: /src[\\/]work[\\/]guards[\\/](held-back|judge|rules)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      // What requests do to things: the facts of all nouns, which name operations by their ids.
      name: 'touches',
      test: /src[\\/](model[\\/]effects[\\/](?!conflicts|difference|effects|facts|load-kinds|shows|thing)|model[\\/]read[\\/]in-parallel|api[\\/]contract[\\/]members-body|work[\\/]guards[\\/]lowering)/,
      includeDependenciesRecursively: false,
    },
    {
      // What is written before a request leaves.
      name: 'record',
      test: /src[\\/](model[\\/]effects[\\/](load-kinds|thing-source)|work[\\/](history[\\/]recorder|journal[\\/]keep|undo[\\/](recording|values))|system[\\/](history|journal-text)|text[\\/]canonical)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      // What reads the values before.
      name: 'before',
      test: /src[\\/](model[\\/](effects[\\/](effects|thing-reader)|read[\\/]taking)|work[\\/]undo[\\/]states-before)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'journal',
      test: /src[\\/](work[\\/]journal[\\/](journal|journal-path|outcomes|packed-states)|model[\\/]effects[\\/]facts|text[\\/](equal|map-parts|shortened))\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'losses',
      test: /src[\\/]work[\\/]guards[\\/](guard-reads|judge-requests|members|judge-work|questions|requests|take-away|teams|things)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'runs',
      test: /src[\\/](domain[\\/](change|memberships[\\/](changes|report))|views[\\/]bulk|cli[\\/]flags[\\/]bulk-flags)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'resources',
      test: /src[\\/]model[\\/](registry|resources?)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'list',
      test: /src[\\/](model[\\/](fields|read[\\/](in-turn|list|reader|unknown))|text[\\/]day|work[\\/]run[\\/]readers)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      // What an organization file says, apart from its sections: audits only place findings in it.
      name: 'organization',
      test: /src[\\/]org[\\/](difference|earlier-names|key-names|organization|people-facts|portions|section-names|thing)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'sections',
      test: /src[\\/]org[\\/]sections[\\/]/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'audit-report',
      test: /src[\\/]audit[\\/](exceptions|report|rule)\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'memberships',
      test: /src[\\/](model[\\/]lookup|work[\\/](alone|change-run|listings)|rosters[\\/](plan-memberships|resolve|roster|roster-file))\.ts$/,
      includeDependenciesRecursively: false,
    },
    {
      name: 'bulk',
      test: /src[\\/](work[\\/]run[\\/](execute|stopping|scheduler|input-file|place|results|run|supervise)|work[\\/](show-plan|named-files|shard)|formats[\\/]cells|text[\\/]longest)\.ts$/,
      includeDependenciesRecursively: false,
    },
  ],
};

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
    codeSplitting: isLibrary || codeSplitting,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
  if (warnings.length > 0) throw new Error(`the bundler warns:\n${warnings.join('\n')}`);
  return output.filter((file) => file.type === 'chunk');
}
