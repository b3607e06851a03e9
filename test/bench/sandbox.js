// `npm run bench:sandbox`, after `npm run build`: how fast the sandbox is with a large organization.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { client, members, teams } from 'docs-admin';

const folder = mkdtempSync(join(tmpdir(), 'docs-admin-bench-'));
const log = join(folder, 'requests.jsonl');
const tool = new URL('../../bin/docs-admin.js', import.meta.url).pathname;
const env = { ...process.env, DOCS_ADMIN_SANDBOX_DATA: join(folder, 'sandbox.db') };
/** @type {{ name: string, runs: number, server?: number, client: number }[]} */
const rows = [];

try {
  rows.push({ name: 'reset to 100,000 members, 500 teams', runs: 1, client: time(resetLarge) });
  const args = [tool, 'sandbox', 'serve', '--json', '--log', log];
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    await measureRequests(JSON.parse(line));
  } finally {
    server.kill();
  }
  print();
} finally {
  rmSync(folder, { recursive: true });
}

function resetLarge() {
  const args = [tool, 'sandbox', 'reset', '--members', '100000', '--teams', '500', '--quiet'];
  const { status } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`the reset ended with code ${status}`);
}

/** @param {{ baseUrl: string, token: string, org: string }} service */
async function measureRequests(service) {
  const { call } = client(service);
  const { org } = service;
  /** @param {{ limit: number, page?: string, search?: string }} query */
  const list = (query) => call(members.listMembers, { params: { org }, query });
  const page = await list({ limit: 1000 });
  const users = page.items.slice(0, 500).map(({ id }) => id);

  await measure('first page of 1,000 members', 50, () => list({ limit: 1000 }));
  await measure('next page of 1,000 members', 20, () => list({ limit: 1000, page: page.next?.page ?? '' }));
  await measure('members by part of a name', 20, () => list({ search: 'garcía', limit: 50 }));
  await measure('members by part of one address', 20, () => list({ search: 'member.054321@', limit: 50 }));
  await measure('PUT that adds 500 users to a team', 20, async () => {
    const { id } = await call(teams.createTeam, { params: { org }, body: { title: 'Bench' } });
    const start = performance.now();
    await call(teams.updateTeamMembers, { params: { org, team: id }, body: { add: users } });
    return performance.now() - start;
  });
}

/**
 * Runs `work` a few times unmeasured, then `runs` times. What it returns, where it is a number, is its own measurement.
 * The server's own time is what its log says of the last request of each run.
 * @param {string} name
 * @param {number} runs
 * @param {() => Promise<unknown>} work
 */
async function measure(name, runs, work) {
  for (let turn = 0; turn < 3; turn++) await work();
  /** @type {number[]} */
  const client = [];
  /** @type {number[]} */
  const server = [];
  for (let turn = 0; turn < runs; turn++) {
    const start = performance.now();
    const own = await work();
    client.push(typeof own === 'number' ? own : performance.now() - start);
    server.push(lastRequest().ms);
  }
  rows.push({ name, runs, server: median(server), client: median(client) });
}

/** @returns {{ ms: number }} */
function lastRequest() {
  return JSON.parse(readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '');
}

/** @param {() => void} work */
function time(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function print() {
  console.log(`${cpus()[0]?.model}, ${cpus().length} CPUs; Node ${process.version}`);
  console.log('server: its own time; client: over HTTP, parsed and checked; medians in milliseconds\n');
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${'operation'.padEnd(width)}  runs  server  client`);
  for (const { name, runs, server, client } of rows) {
    const own = server === undefined ? '' : String(server);
    console.log(
      `${name.padEnd(width)}  ${String(runs).padStart(4)}  ${own.padStart(6)}  ${client.toFixed(1).padStart(6)}`,
    );
  }
}
