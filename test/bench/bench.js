// `npm run bench -- [part...] [--rounds n] [--node path] [--rivals folder] [--install-rivals]`, after `npm run build`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { access } from './access.js';
import { ahead } from './ahead.js';
import { bulk } from './bulk.js';
import { guards } from './guards.js';
import { limits } from './limits.js';
import { lists } from './lists.js';
import { openMeter } from './meter.js';
import { org } from './org.js';
import { printMachine } from './print.js';
import { record } from './record.js';
import { findRivals, installRivals } from './rivals.js';
import { scale } from './scale.js';
import { start } from './start.js';
import { tables } from './tables.js';
import { waterfall } from './waterfall.js';

/**
 * How much to measure, and what to compare with.
 *
 * @typedef {object} Plan
 * @property {number} rounds Of short commands.
 * @property {number} longRounds Of commands that take seconds.
 * @property {number} scaleRounds Of commands in organizations of several sizes.
 * @property {ReturnType<typeof findRivals>} rivals
 */

/** @type {Record<string, (meter: import('./meter.js').Meter, plan: Plan) => void | Promise<void>>} */
const parts = {
  start,
  waterfall,
  ahead,
  lists,
  tables,
  bulk,
  limits,
  guards,
  record,
  org,
  access,
  scale,
  sandbox,
};

/** In a process of its own: it is a client of the service itself. */
function sandbox() {
  const script = fileURLToPath(new URL('sandbox.js', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`the sandbox benchmark ended with code ${status}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '40' },
    'long-rounds': { type: 'string' },
    node: { type: 'string', default: process.execPath },
    rivals: { type: 'string' },
    'install-rivals': { type: 'boolean', default: false },
  },
});
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
if (values['install-rivals']) {
  if (values.rivals === undefined)
    throw new Error('say where to install them: --rivals <folder>, outside of this one');
  installRivals(values.rivals);
}

printMachine(values.node);
const meter = await openMeter();
const plan = {
  rounds: Number(values.rounds),
  longRounds: Number(values['long-rounds'] ?? 6),
  scaleRounds: Number(values['long-rounds'] ?? 1),
  rivals: findRivals(values.rivals, values.node),
};
try {
  for (const name of chosen) await parts[name]?.(meter, plan);
} finally {
  await meter.close();
}
