// `node check-caches.cjs <files.json> <folder>`: throws if V8 refuses what `code-cache.cjs` has written into the folder.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const [files, folder] = process.argv.slice(2).map(String);
/** @type {Record<string, string>} */
const paths = JSON.parse(readFileSync(String(files), 'utf8'));
for (const [name, path] of Object.entries(paths)) {
  if (!/\.c?js$/.test(name)) continue;
  const cachedData = readFileSync(join(String(folder), name));
  const { cachedDataRejected } = new Script(readFileSync(path, 'utf8'), { filename: name, cachedData });
  if (cachedDataRejected) throw new Error(`V8 refuses the code cache of ${name}`);
}
