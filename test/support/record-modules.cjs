// Preloaded into the tool: writes down what it loads, as JSON lines in the file of MODULES_LOG.
const { appendFileSync } = require('node:fs');
/** @type {any} Its inner methods are in no types. */
const Module = require('node:module');

const load = Module._load;
/** @type {Set<string>} */
const seen = new Set();

/** @param {string} path */
function write(path) {
  if (!seen.has(path)) appendFileSync(String(process.env.MODULES_LOG), `${JSON.stringify(path)}\n`);
  seen.add(path);
}

const { getBuiltinModule } = process;
process.getBuiltinModule = (/** @type {any} */ id) => {
  write(id);
  return getBuiltinModule(id);
};

Module._load = (
  /** @type {string} */ request,
  /** @type {unknown} */ parent,
  /** @type {boolean} */ isMain,
) => {
  write(Module._resolveFilename(request, parent, isMain));
  return load(request, parent, isMain);
};
