import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import type { Reporter, Vitest } from 'vitest/node';
import { addCoverage, asRanges, type Coverage, linesOf, percentage } from './coverage.ts';
import { sourceFiles } from './imports.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which each worker writes what has run in it. */
    coverage: string;
  }
}

/** Built, or run in a browser: not loaded by the workers. */
const leftOut = /^src\/(build|documents\/browser)\/|\.d\.ts$|\.cjs$/;

/** Prints how many lines of src the tests of the source have run, when all workers have ended. */
export default class CoverageReporter implements Reporter {
  /** @param list The file that gets what has not run. */
  constructor(private readonly list: string) {}

  onInit(vitest: Vitest): void {
    const folder = mkdtempSync(join(tmpdir(), 'docs-admin-coverage-'));
    vitest.provide('coverage', folder);
    process.once('exit', () => {
      const coverage = readFrom(folder);
      rmSync(folder, { recursive: true, force: true });
      if (coverage.size === 0) return;
      addWhatIsNotLoaded(coverage);
      const lines = [...coverage.values()].flatMap((file) => [...file.values()]);
      const figure = `${percentage(lines)} % of ${lines.length} lines with code`;
      writeSync(
        process.stdout.fd,
        `\ncoverage of src by the tests of the source, without child processes: ${figure}\n`,
      );
      writeFileSync(this.list, leastFirst(coverage));
    });
  }
}

function readFrom(folder: string): Coverage {
  const coverage: Coverage = new Map();
  for (const name of readdirSync(folder)) {
    const files: [string, [number, boolean][]][] = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const [path, lines] of files) addCoverage(coverage, path, lines);
  }
  return coverage;
}

function addWhatIsNotLoaded(coverage: Coverage): void {
  for (const path of sourceFiles('src')) {
    if (coverage.has(path) || leftOut.test(path)) continue;
    const { code, map } = transformSync(path, readFileSync(path, 'utf8'), { sourcemap: true });
    const lines = map ? [...linesOf(code, map).values()] : [];
    addCoverage(
      coverage,
      path,
      lines.map((line) => [line, false]),
    );
  }
}

/** Returns a line for each file that has not run whole: the share of its lines, its path, the lines that have not run. */
function leastFirst(coverage: Coverage): string {
  const files = [...coverage].map(([path, lines]) => {
    const open = [...lines].filter(([, run]) => !run).map(([line]) => line);
    return { path, open, share: percentage([...lines.values()]) };
  });
  files.sort((one, other) => one.share - other.share || (one.path < other.path ? -1 : 1));
  const rows = files.filter(({ open }) => open.length > 0);
  return rows.map(({ path, open, share }) => `${share} % ${path}: ${asRanges(open)}\n`).join('');
}
