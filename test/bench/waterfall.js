import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { median, startServer, tool } from './meter.js';
import { printColumns } from './print.js';

/** Whose time it is, by the address of the code; the first that fits. @type {[name: string, fits: RegExp][]} */
const owners = [
  ['loader of modules', /^node:internal\/modules\//],
  ['network of Node.js', /^node:(?:net|http|dns|stream|_|internal\/(?:net|dns|stream|http))/],
  ['rest of Node.js', /^node:/],
  ['bin/docs-admin.js', /bin\/docs-admin\.js$/],
  ['dist/start.js', /dist\/start\.js$/],
  ['folder of the cache', /compile-cache\.js$/],
  ['undici', /chunks\/network-/],
  ['its parser in WebAssembly', /^wasm:/],
  ['contract', /chunks\/contract-/],
  ['other chunks', /chunks\//],
];

/** What takes fewer milliseconds is not shown. */
const least = 0.1;

/**
 * Where the time of a list of 20 over HTTP goes, in milliseconds: medians of profiles by V8, with the compiled code in the
 * cache. The profiler itself takes time, so that the sum is more than the command takes without it.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function waterfall(meter, { rounds, rivals: { node } }) {
  const server = await startServer();
  const folder = join(meter.home, 'profiles');
  const profiler = ['--cpu-prof', '--cpu-prof-interval', '100', `--cpu-prof-dir=${folder}`];
  const argv = [node, ...profiler, tool, 'members', 'list', '--json'];
  /** @type {Map<string, number>[]} */
  const profiles = [];
  try {
    for (let round = -2; round < rounds; round++) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      await meter.run({ name: 'list of 20, HTTP', argv, env: server.env });
      // The first runs fill the cache.
      if (round >= 0) profiles.push(timesIn(join(folder, readdirSync(folder)[0] ?? '')));
    }
  } finally {
    server.close();
  }
  const names = [...new Set(profiles.flatMap((profile) => [...profile.keys()]))];
  const rows = names
    .map((name) => ({ name, time: median(profiles.map((profile) => profile.get(name) ?? 0)) }))
    .filter(({ time }) => time >= least)
    .sort((one, other) => other.time - one.time);
  printColumns([['list of 20, HTTP', 'ms'], ...rows.map(({ name, time }) => [name, time.toFixed(1)])]);
  console.log();
}

/** Returns the milliseconds of each owner. @param {string} path */
function timesIn(path) {
  /** @type {{ nodes: { id: number, callFrame: { url: string, functionName: string } }[], samples: number[], timeDeltas: number[] }} */
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(path, 'utf8'));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const [at, id] of samples.entries()) {
    const { url = '', functionName = '' } = frames.get(id) ?? {};
    const name =
      url === '' ? functionName || '(native)' : (owners.find(([, fits]) => fits.test(url))?.[0] ?? url);
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1000);
  }
  return times;
}
