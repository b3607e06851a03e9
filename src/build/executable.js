// `npm run build:executable -- --node <path> [--package <folder>] [--output <path>]`: makes one file that runs without
// Node.js, from the files of a built package and a Node.js. This Node.js is in the file, unchanged, and must be for the
// machine that builds. The package is this repository, where nothing else is said.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { runUsualLines } from './usual-lines.js';

/** The first major version whose executables can keep NODE_OPTIONS out. */
const oldestMajor = 24;
/** The first major version that needs no help to build executables. */
const firstBuilder = 26;
const run = promisify(execFile);

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    package: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    output: { type: 'string', default: 'executable/docs-admin' },
  },
});
if (values.node === undefined) throw new Error('say which Node.js goes into the executable: --node <path>');
const node = resolve(values.node);
const output = resolve(values.output);
const parts = fileURLToPath(new URL('executable', import.meta.url));
process.chdir(values.package);

const major = usableMajor(node);
const scratch = mkdtempSync(join(tmpdir(), 'docs-admin-executable-'));
try {
  const files = shippedFiles();
  const caches = await codeCaches(files);
  mkdirSync(dirname(output), { recursive: true });
  build({ ...files, ...caches });
} finally {
  rmSync(scratch, { recursive: true });
}

/**
 * Returns the major version of a Node.js. Throws if it cannot be in the executable: it is too old, or warns of its
 * SQLite, which the sandbox uses.
 *
 * @param {string} path
 */
function usableMajor(path) {
  const line = ['-p', "require('node:sqlite') && process.version"];
  const { stdout, stderr } = spawnSync(path, line, { encoding: 'utf8', env: {} });
  const version = (stdout ?? '').trim();
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (stderr === '' && major >= oldestMajor) return major;
  const found = version === '' ? 'is no Node.js with SQLite' : `is Node.js ${version}`;
  throw new Error(`${path} ${found}; the executable needs the latest Node.js ${oldestMajor}, or a newer one`);
}

/**
 * Returns the files in the executable: names to paths.
 *
 * @returns {Record<string, string>}
 */
function shippedFiles() {
  const chunks = ['dist/chunks', 'dist/protocol', 'dist/protocol/chunks']
    .filter(existsSync)
    .flatMap(scriptsIn);
  const entries = ['bin/docs-admin.js', 'dist/completion/words.js', 'dist/start.js'];
  const scripts = [...entries, ...chunks].map((path) => [path, asFunction(path, path)]);
  const texts = ['dist/help.txt', 'dist/completion/table.json', 'dist/THIRD-PARTY-LICENSES.txt', 'LICENSE'];
  const license = join(dirname(node), '../LICENSE');
  if (!existsSync(license))
    throw new Error(`${license} is missing: the executable contains the licence of Node.js`);
  return {
    ...Object.fromEntries(scripts),
    'driver.cjs': asFunction('driver.cjs', join(parts, 'driver.cjs')),
    ...Object.fromEntries(texts.map((path) => [path, resolve(path)])),
    'node/LICENSE': license,
  };
}

/**
 * Writes a script as the function that Node makes of it, without a first line for shells. Returns the path.
 *
 * @param {string} name
 * @param {string} path
 */
function asFunction(name, path) {
  const script = readFileSync(path, 'utf8').replace(/^#!.*/, '');
  const copy = join(scratch, 'scripts', name);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, `(function (exports, require, module, __filename, __dirname) {${script}\n})`);
  return copy;
}

/** @param {string} folder */
function scriptsIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`);
}

/**
 * Lets V8 compile every script, and what usual lines run of them. Returns names to paths.
 *
 * @param {Record<string, string>} files
 */
async function codeCaches(files) {
  const scripts = Object.keys(files).filter((name) => /\.c?js$/.test(name));
  const folder = join(scratch, 'caches');
  const names = join(scratch, 'files.json');
  writeFileSync(names, JSON.stringify(files));
  const line = async (/** @type {string[]} */ words, /** @type {Record<string, string>} */ env) => {
    await run(node, [join(parts, 'code-cache.cjs'), names, folder, ...words], {
      env: { HOME: scratch, ...env },
    });
  };
  await line(['--version'], {});
  await runUsualLines(line);
  runQuietly(node, [join(parts, 'check-caches.cjs'), names, folder]);
  return Object.fromEntries(scripts.map((name) => [`${name}.cache`, join(folder, name)]));
}

/** @param {Record<string, string>} assets */
function build(assets) {
  const config = join(scratch, 'config.json');
  const settings = {
    main: join(parts, 'main.cjs'),
    assets,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // NODE_OPTIONS of the user's machine is for other programs.
    execArgvExtension: 'none',
  };
  if (major >= firstBuilder) {
    writeFileSync(config, JSON.stringify({ ...settings, executable: node, output }));
    runQuietly(node, ['--build-sea', config]);
    return;
  }
  const blob = join(scratch, 'blob');
  writeFileSync(config, JSON.stringify({ ...settings, output: blob }));
  runQuietly(node, ['--experimental-sea-config', config]);
  copyFileSync(node, output);
  // The documentation of Node names the place of the blob, and the text in which Node looks whether there is one.
  const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
  const inject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  runQuietly(process.execPath, [inject, output, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse]);
}

/**
 * Runs a program whose output matters only if it fails: then it is in the error.
 *
 * @param {string} program
 * @param {string[]} words
 */
function runQuietly(program, words) {
  execFileSync(program, words, { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
}
