// `npm run build:executable -- --node <path> [--package <folder>] [--output <path>]`: makes one file that runs without
// Node.js, from the files of a built package and a Node.js. This Node.js is in the file, unchanged, and must be for the
// machine that builds. The package is this repository, where nothing else is said.
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

/** The first version with long-term support that builds executables and has SQLite without a warning. */
const oldestNode = 26;
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

assertVersion(node);
const scratch = mkdtempSync(join(tmpdir(), 'docs-admin-executable-'));
try {
  const files = shippedFiles();
  const caches = await codeCaches(files);
  mkdirSync(dirname(output), { recursive: true });
  build({ ...files, ...caches });
} finally {
  rmSync(scratch, { recursive: true });
}

/** @param {string} path */
function assertVersion(path) {
  const version = execFileSync(path, ['--version'], { encoding: 'utf8', env: {} }).trim();
  if (Number(/^v(\d+)/.exec(version)?.[1]) >= oldestNode) return;
  throw new Error(`${path} is Node.js ${version}; the executable needs ${oldestNode} or newer`);
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
  const scripts = ['bin/docs-admin.js', 'dist/start.js', ...chunks].map((path) => [
    path,
    asFunction(path, path),
  ]);
  const texts = ['dist/help.txt', 'dist/THIRD-PARTY-LICENSES.txt', 'LICENSE'];
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
  const page = JSON.stringify({ items: [{ id: 'user_ada' }], count: 1 });
  const service = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end(page));
  await new Promise((resolve) => service.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());
  const online = {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'token',
    DOCS_ADMIN_ORG: 'org_acme',
  };
  const sandbox = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const line = async (/** @type {Record<string, string>} */ env, /** @type {string} */ words) => {
    await run(node, [join(parts, 'code-cache.cjs'), names, folder, ...words.split(' ')], {
      env: { HOME: scratch, ...env },
    });
  };
  try {
    await line({}, '--version');
    await line(online, 'members list --json');
    await line(sandbox, 'members list --json');
    await line(sandbox, 'sites list -o table');
  } finally {
    service.close();
  }
  return Object.fromEntries(scripts.map((name) => [`${name}.cache`, join(folder, name)]));
}

/** @param {Record<string, string>} assets */
function build(assets) {
  const config = join(scratch, 'config.json');
  const settings = {
    main: join(parts, 'main.cjs'),
    executable: node,
    output,
    assets,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // NODE_OPTIONS of the user's machine is for other programs.
    execArgvExtension: 'none',
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(node, ['--build-sea', config], { env: {}, stdio: ['ignore', 'ignore', 'inherit'] });
}
