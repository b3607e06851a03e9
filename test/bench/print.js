import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';

/** What the figures were measured on. @param {string} node */
export function printMachine(node) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  console.log(
    `${processors[0]?.model}, ${processors.length} CPUs, ${memory} GiB; Node ${version}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log('medians; × is the median of the ratios to the first line, taken round by round\n');
}

/**
 * Prints rows of cells in columns: the first and the last one begin at the left, figures end at the right. The row with
 * the most cells decides how many columns there are.
 *
 * @param {string[][]} rows
 */
export function printColumns(rows) {
  const count = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const space = ' '.repeat((widths[column] ?? 0) - [...cell].length);
      return column === 0 || column === count - 1 ? cell + space : space + cell;
    });
    console.log(cells.join('  ').trimEnd());
  }
}

/**
 * @param {string} title
 * @param {import('./meter.js').Result[]} results
 */
export function printResults(title, results) {
  const head = [title, 'runs', 'wall', '× wall', 'CPU', '× CPU', 'peak', 'goal'];
  const rows = results.map(({ contestant, runs, wall, cpu, memory, wallRatio, cpuRatio }) => [
    contestant.name,
    String(runs),
    time(wall),
    ratio(wallRatio),
    time(cpu),
    ratio(cpuRatio),
    `${(memory / 2 ** 20).toFixed(0)} MiB`,
    contestant.goal ?? '',
  ]);
  printColumns([head, ...rows]);
  console.log();
}

/**
 * Says whether the last result reaches its goals, in comparison with the first one.
 *
 * @param {import('./meter.js').Result[]} results
 * @param {{ wall: number, memory: number }} goal Times the wall time of the first one; bytes.
 */
export function printGoals(results, goal) {
  const { wallRatio = Number.NaN, memory = Number.NaN } = results.at(-1) ?? {};
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  const verdict = (/** @type {boolean} */ reached) => (reached ? 'reached' : 'MISSED');
  console.log(`wall ${ratio(wallRatio)} of ${ratio(goal.wall)}: ${verdict(wallRatio <= goal.wall)}`);
  console.log(`peak ${megabytes(memory)} of ${megabytes(goal.memory)}: ${verdict(memory <= goal.memory)}\n`);
}

/** What is hundreds of times faster would be 0.00. @param {number} value */
function ratio(value) {
  return value < 0.1 ? `1/${(1 / value).toFixed(0)}` : value.toFixed(2);
}

/** @param {number} seconds */
export function time(seconds) {
  return seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}
