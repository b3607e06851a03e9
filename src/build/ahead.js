import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inParentheses } from './parentheses.js';
import { runUsualLines } from './usual-lines.js';

/**
 * Rewrites the built files: the functions that usual lines run are compiled together with their file.
 *
 * V8 compiles a function when it is first called, and Node keeps only what is compiled with a file. So every start would
 * compile several hundred functions again. Without the cache of Node too, V8 now reads them once instead of twice.
 */
export async function compileAhead() {
  for (const [path, executed] of await executedFunctions())
    writeFileSync(path, inParentheses(readFileSync(path, 'utf8'), executed));
}

/**
 * Runs usual lines of the built tool. Resolves with the paths of the files in `dist/`, and the places of the functions in
 * them that were called: `start-end`, in characters.
 *
 * @returns {Promise<ReadonlyMap<string, ReadonlySet<string>>>}
 */
async function executedFunctions() {
  const scratch = mkdtempSync(join(tmpdir(), 'docs-admin-ahead-'));
  const coverage = join(scratch, 'coverage');
  /** @type {Map<string, Set<string>>} */
  const executed = new Map();
  try {
    await runUsualLines((words, env) =>
      promisify(execFile)(process.execPath, [resolve('bin/docs-admin.js'), ...words], {
        // V8 does not count calls of functions from a cache.
        env: { ...env, ...homeIn(scratch), NODE_V8_COVERAGE: coverage, DOCS_ADMIN_NO_CACHE: '1' },
      }),
    );
    const reports = readdirSync(coverage).map((name) => join(coverage, name));
    for (const { url, functions } of reports.flatMap(scriptsIn)) {
      const called = functions.flatMap(({ ranges: [whole] }) => (whole?.count ? [whole] : []));
      const places = called.map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`);
      const path = fileURLToPath(url);
      executed.set(path, new Set([...(executed.get(path) ?? []), ...places]));
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return executed;
}

/**
 * Returns the variables of a user with this home. Programs that use the network on Windows need `SystemRoot`.
 *
 * @param {string} home
 */
function homeIn(home) {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? { HOME: home } : { USERPROFILE: home, SystemRoot };
}

/**
 * Returns the scripts of the tool in a report of Node about what was executed.
 *
 * @param {string} report
 * @returns {import('node:inspector').Profiler.ScriptCoverage[]}
 */
function scriptsIn(report) {
  const { result } = JSON.parse(readFileSync(report, 'utf8'));
  const dist = pathToFileURL(`${resolve('dist')}/`).href;
  return result.filter((/** @type {{ url: string }} */ { url }) => url.startsWith(dist));
}
