import { compare, startServer } from './meter.js';
import { printResults } from './print.js';

/**
 * A command line for an amount of work.
 *
 * @typedef {object} Amount
 * @property {string} name
 * @property {string[]} argv
 * @property {Parameters<typeof startServer>[0]} service What it talks to; without latency.
 */

/**
 * How the cost of a command grows: the ratios are to the first amount. Ten times the work is to take ten times the
 * time, and no more memory where it is streamed.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {string} title
 * @param {Amount[]} amounts
 */
export async function growth(meter, title, amounts) {
  const results = [];
  for (const { name, argv, service } of amounts) {
    const server = await startServer(service);
    const contestant = { name, argv, env: server.env };
    // Once unmeasured: the server renders its pages when they are first asked for.
    await meter.run(contestant);
    results.push(...(await compare(meter, [contestant], 1)));
    server.close();
  }
  const [first] = results;
  printResults(
    `growth, ${title}, no latency`,
    results.map((result) => ({
      ...result,
      wallRatio: result.wall / (first?.wall ?? Number.NaN),
      cpuRatio: result.cpu / (first?.cpu ?? Number.NaN),
    })),
  );
}
