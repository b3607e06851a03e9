// `node code-cache.cjs <files.json> <folder> <word...>`: runs one line of the tool as the executable does, from the files
// that the JSON names, and writes what V8 has compiled by then of each script into the folder. The executable has the
// same V8.
const { mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const { Script } = require('node:vm');

const [files, folder] = process.argv.splice(2, 2).map(String);
/** @type {Record<string, string>} */
const paths = JSON.parse(readFileSync(String(files), 'utf8'));
/** @type {Map<string, Script>} */
const scripts = new Map();

class RecordedScript extends Script {
  /**
   * @param {string} code
   * @param {{ filename: string, cachedData: Buffer }} options
   */
  constructor(code, { filename }) {
    super(code, { filename });
    scripts.set(filename, this);
  }
}

/** @type {Record<string, unknown>} */
const replaced = {
  'node:vm': { Script: RecordedScript },
  // V8 takes a cache only with the flags with which it was made: those of a start.
  'node:v8': { ...v8, setFlagsFromString() {} },
  'node:sea': {
    getAsset: (/** @type {string} */ name) => readFileSync(String(paths[name]), 'utf8'),
    getRawAsset: () => new ArrayBuffer(0),
    isSea: () => true,
  },
};

process.on('exit', () => {
  for (const [name, path] of Object.entries(paths)) {
    if (!/\.c?js$/.test(name)) continue;
    const script = scripts.get(name) ?? new Script(readFileSync(path, 'utf8'), { filename: name });
    write(join(String(folder), name), script.createCachedData());
  }
});

/**
 * Keeps the longer of two caches: that of the line which has run more of the file.
 *
 * @param {string} path
 * @param {Buffer} data
 */
function write(path, data) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= data.length) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

const main = readFileSync(join(__dirname, 'main.cjs'), 'utf8');
new Function('require', main)((/** @type {string} */ id) => replaced[id] ?? require(id));
