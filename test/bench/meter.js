import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * A command line to measure.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string[]} argv
 * @property {Record<string, string>} [env] Beside `PATH`, `HOME` and `LANG`: nothing else is inherited.
 * @property {number} [times] What it does must be done so many times for the same work; its time counts so often.
 * @property {number} [most] Rounds that it takes part in, where it is slow.
 * @property {string} [goal] What is hoped for, in words.
 */

/**
 * What one run took: seconds and bytes.
 *
 * @typedef {{ wall: number, cpu: number, memory: number, size: number, code: number }} Run
 */

/**
 * Medians: seconds, bytes, and the ratios to the first contestant's run of the same round.
 *
 * @typedef {{ contestant: Contestant, runs: number, wall: number, cpu: number, memory: number, wallRatio: number, cpuRatio: number }} Result
 */

export const tool = fileURLToPath(new URL('../../bin/docs-admin.js', import.meta.url));

/** What measures: a process that runs the others, and an empty home for them. */
export async function openMeter() {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-bench-'));
  const runner = spawn('python3', [fileURLToPath(new URL('rusage.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(runner.stdout)[Symbol.asyncIterator]();

  /**
   * Runs a command line with its output in a pipe. Throws where it fails.
   *
   * @param {Contestant} contestant
   * @returns {Promise<Run>}
   */
  async function run({ name, argv, env = {}, times = 1 }) {
    // What the shell has, certificates for one, would change how Node itself starts.
    const clean = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...env };
    runner.stdin.write(`${JSON.stringify({ argv, env: clean })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the benchmarks need python3, 3.9 or later');
    const result = JSON.parse(value);
    if (result.code !== 0) throw new Error(`${name} ended with code ${result.code}`);
    return { ...result, wall: result.wall * times, cpu: result.cpu * times };
  }

  return {
    home,
    run,
    /** Ends it, and removes the home. */
    async close() {
      runner.stdin.end();
      if (runner.exitCode === null) await once(runner, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openMeter>>} Meter */

/**
 * Runs all contestants in turn, `rounds` times, so that whatever else the machine does meets all of them.
 *
 * @param {Meter} meter
 * @param {Contestant[]} contestants The first is what the others are compared with.
 * @param {number} rounds
 * @returns {Promise<Result[]>}
 */
export async function compare(meter, contestants, rounds) {
  /** @type {Map<Contestant, Run[]>} */
  const runs = new Map(contestants.map((contestant) => [contestant, []]));
  for (const contestant of contestants) if (rounds > 1) await meter.run(contestant);
  for (let round = 0; round < rounds; round++) {
    for (const [contestant, done] of runs) {
      if (round < (contestant.most ?? rounds)) done.push(await meter.run(contestant));
    }
  }
  const base = runs.get(/** @type {Contestant} */ (contestants[0])) ?? [];
  return [...runs].map(([contestant, done]) => ({
    contestant,
    runs: done.length,
    wall: median(done.map(({ wall }) => wall)),
    cpu: median(done.map(({ cpu }) => cpu)),
    memory: median(done.map(({ memory }) => memory)),
    wallRatio: median(done.map(({ wall }, round) => wall / (base[round]?.wall ?? Number.NaN))),
    cpuRatio: median(done.map(({ cpu }, round) => cpu / (base[round]?.cpu ?? Number.NaN))),
  }));
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
}

/**
 * Starts the service of `server.js`.
 *
 * @param {{ members?: number, teams?: number, latency?: number }} [options]
 */
export function startServer({ members = 20, teams = 0, latency = 0 } = {}) {
  return startScript('server.js', { members, teams, latency });
}

/**
 * Starts a service that prints its port.
 *
 * @param {string} name The script in this folder.
 * @param {object} options
 */
export async function startScript(name, options) {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const argv = [script, JSON.stringify(options)];
  const server = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(server.stdout), 'line');
  const address = `http://127.0.0.1:${JSON.parse(line).port}`;
  return {
    address,
    /** What docs-admin needs to know of it. */
    env: { DOCS_ADMIN_BASE_URL: address, DOCS_ADMIN_TOKEN: 'secret', DOCS_ADMIN_ORG: 'org_acme' },
    /**
     * Returns the requests since the last call, if the service keeps them.
     *
     * @returns {Promise<{ method: string, path: string }[]>}
     */
    asked: async () => /** @type {any} */ (await (await fetch(`${address}/asked`)).json()),
    close: () => void server.kill(),
  };
}

const floor = fileURLToPath(new URL('floor.js', import.meta.url));

/**
 * Runs a command line once, and returns what to compare it with: a bare client that makes the same reads of the same
 * service, as many at once, and the same client that parses the answers as well.
 *
 * @param {Meter} meter
 * @param {Awaited<ReturnType<typeof startScript>>} service One that keeps its requests.
 * @param {Contestant} contestant
 * @returns {Promise<Contestant[]>}
 */
export async function bareRequests(meter, service, contestant) {
  await service.asked();
  await meter.run(contestant);
  const reads = (await service.asked()).filter(({ method }) => method === 'GET');
  const file = join(meter.home, 'asked.json');
  writeFileSync(file, JSON.stringify(reads.map(({ path }) => path)));
  const argv = [process.execPath, floor, service.address, file];
  return [
    { name: `undici, the ${reads.length} requests alone`, argv },
    { name: 'undici, and each answer parsed as JSON', argv: [...argv, 'parse'] },
  ];
}
