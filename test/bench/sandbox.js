// `npm run bench:sandbox`, after `npm run build`: how fast the sandbox is with a large organization.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, members, sandbox, teams } from 'docs-admin';

const folder = mkdtempSync(join(tmpdir(), 'docs-admin-bench-'));
const path = join(folder, 'sandbox.db');
/** @type {[name: string, times: number, milliseconds: number][]} */
const rows = [];

try {
  rows.push(['reset to 100,000 members, 500 teams', 1, time(resetLarge)]);
  const service = await sandbox({ path });
  try {
    await measureRequests(service);
  } finally {
    await service.close();
  }
  print();
} finally {
  rmSync(folder, { recursive: true });
}

function resetLarge() {
  const tool = new URL('../../bin/docs-admin.js', import.meta.url).pathname;
  const args = [tool, 'sandbox', 'reset', '--members', '100000', '--teams', '500'];
  const env = { ...process.env, DOCS_ADMIN_SANDBOX_DATA: path };
  const { status } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`the reset ended with code ${status}`);
}

/** @param {import('docs-admin').RunningSandbox} service */
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
 * Runs `work` a few times unmeasured, then `times`. What it returns, where it is a number, is its own measurement.
 * @param {string} name
 * @param {number} times
 * @param {() => Promise<unknown>} work
 */
async function measure(name, times, work) {
  for (let turn = 0; turn < 3; turn++) await work();
  /** @type {number[]} */
  const taken = [];
  for (let turn = 0; turn < times; turn++) {
    const start = performance.now();
    const own = await work();
    taken.push(typeof own === 'number' ? own : performance.now() - start);
  }
  rows.push([name, times, median(taken)]);
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
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} CPUs; Node ${process.version}; over HTTP on this machine\n`,
  );
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`${'operation'.padEnd(width)}  runs  median`);
  for (const [name, times, ms] of rows) {
    console.log(`${name.padEnd(width)}  ${String(times).padStart(4)}  ${ms.toFixed(1).padStart(6)} ms`);
  }
}
