// Preloaded into the tool: writes down what it loads, as JSON lines in the file of MODULES_LOG.
const { appendFileSync } = require('node:fs');
// Its loader is no documented part of it.
/** @type {any} */
const Module = require('node:module');

const load = Module._load;
/** @type {Set<string>} */
const seen = new Set();

/**
 * @param {string} request
 * @param {NodeJS.Module} parent
 * @param {boolean} isMain
 */
Module._load = (request, parent, isMain) => {
  const path = Module._resolveFilename(request, parent, isMain);
  if (!seen.has(path)) appendFileSync(String(process.env.MODULES_LOG), `${JSON.stringify(path)}\n`);
  seen.add(path);
  return load(request, parent, isMain);
};
