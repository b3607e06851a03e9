#!/usr/bin/env node
// CommonJS and next to no code: help, version and the words of a completion are answered in the time that Node itself
// takes to start.
const { existsSync, readFileSync, writeSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, '..', 'dist');

/** What the line asks for, where it is only help or the version: the words of `dist/help.txt`. */
function askedFor(line) {
  if (line.length === 0) return '--help';
  if (line.length === 1 && ['--version', '-V', 'version'].includes(line[0])) return '--version';
  const path =
    line[0] === 'help' ? line.slice(1) : ['--help', '-h'].includes(line.at(-1)) ? line.slice(0, -1) : line;
  const isHelp = path.length < line.length && path.every((word) => /^[a-z][a-z-]*$/.test(word));
  return isHelp ? path.join(' ') || '--help' : undefined;
}

/** The answer that the build made, `undefined` where there is none: an alias, a mistake. */
function readyAnswer(words, answers) {
  const heading = `\f${words}\n`;
  const start = answers.indexOf(heading);
  if (start < 0) return undefined;
  const end = answers.indexOf('\f', start + 1);
  return answers.slice(start + heading.length, end < 0 ? undefined : end);
}

function print(text) {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    if (error.code === 'EPIPE') return;
    if (error.code !== 'EAGAIN') return fail(`cannot write output: ${error.code}`);
    // A full pipe that does not block: the stream waits for its reader.
    process.stdout.on('error', () => {}).write(rest);
  }
}

function fail(message) {
  process.exitCode = 1;
  process.stderr.write(`error: ${message}\n`);
}

/** Lets Node 22.8 and later keep the compiled code of the tool for the next run. */
function keepCompiledCode() {
  const { enableCompileCache } = require('node:module');
  if (!enableCompileCache) return;
  const folder = require('../dist/compile-cache/compile-cache.js').compileCacheFolder();
  if (folder !== undefined) enableCompileCache(folder);
}

const installed = {
  text: (name) => readFileSync(join(dist, name), 'utf8'),
  words: () => require('../dist/completion/words.js'),
  tool() {
    keepCompiledCode();
    return require('../dist/start.js');
  },
};

/**
 * What can be said without the tool. Shells ask for the last of the words after `__complete --`; `undefined` where it must be
 * looked up.
 */
function ready(line, { text, words }) {
  if (line[0] === '__complete') return words().completeWords(line.slice(2), text('completion/table.json'));
  const asked = askedFor(line);
  return asked === undefined ? undefined : readyAnswer(asked, text('help.txt'));
}

/**
 * Runs the line of this process. `text` returns the text of a file of `dist`, `words` what `dist/completion/words.js`
 * exports, and `tool` what `dist/start.js` exports.
 */
async function run({ tool, ...files }) {
  const line = process.argv.slice(2);
  const answer = ready(line, files);
  if (answer !== undefined) return print(answer);
  await tool().start(line);
}

// Never with the error itself, which may hold a secret: nothing is there yet that could hide it.
exports.run = (files) =>
  run(files).catch(({ code }) => fail(/^E[A-Z\d]+$/.test(code) ? `cannot start: ${code}` : 'internal error'));

if (require.main === module) {
  if (existsSync(dist)) exports.run(installed);
  else fail('docs-admin is not built: run `npm run build` first');
}
