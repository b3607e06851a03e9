// Preloaded into the tool: writes down what it loads, as JSON lines in the file of MODULES_LOG.
const { appendFileSync } = require('node:fs');
/** @type {any} Its inner methods are in no types. */
const Module = require('node:module');

const load = Module._load;
/** @type {Set<string>} */
const seen = new Set();

Module._load = (
  /** @type {string} */ request,
  /** @type {unknown} */ parent,
  /** @type {boolean} */ isMain,
) => {
  const path = Module._resolveFilename(request, parent, isMain);
  if (!seen.has(path)) appendFileSync(String(process.env.MODULES_LOG), `${JSON.stringify(path)}\n`);
  seen.add(path);
  return load(request, parent, isMain);
};
