// The start of the single executable. It runs the files of the package, which are inside of it, as Node runs them from a
// folder: each is loaded when it is needed. It reads no code from the disk.
const { getAsset, getRawAsset } = require('node:sea');
const { dirname, join } = require('node:path/posix');
const { Script } = require('node:vm');

/** @type {Map<string, { exports: any }>} */
const loaded = new Map();

/**
 * Returns what a file exports.
 *
 * @param {string} path
 */
function load(path) {
  const known = loaded.get(path);
  if (known) return known.exports;
  const module = { exports: {} };
  // Before it runs: files may need each other.
  loaded.set(path, module);
  // What V8 made of the code when the executable was built, with the same V8.
  const cachedData = Buffer.from(/** @type {ArrayBuffer} */ (getRawAsset(`${path}.cache`)));
  const run = new Script(getAsset(path, 'utf8'), { filename: path, cachedData }).runInThisContext();
  const place = join(process.execPath, path);
  run(module.exports, requireFrom(path), module, place, dirname(place));
  return module.exports;
}

/** @param {string} path */
function requireFrom(path) {
  return (/** @type {string} */ id) => {
    if (id.startsWith('.')) return load(join(path, '..', id));
    return id === 'libsql' ? load('driver.cjs') : require(id);
  };
}

load('bin/docs-admin.js').run({
  text: (/** @type {string} */ name) => getAsset(`dist/${name}`, 'utf8'),
  words: () => load('dist/completion/words.js'),
  tool: () => load('dist/start.js'),
});
