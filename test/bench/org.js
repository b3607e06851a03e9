import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { tool } from './meter.js';
import { organizationFixture } from './organization-fixture.js';

const latency = 20;
/** What plan and export read at once. */
const readsAtOnce = 16;
const size = { members: 100_000, teams: 500, spaces: 2_000, collections: 200, sites: 50, sections: 20 };

/**
 * What the file of a large organization costs in requests, time and memory.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function org(meter, { rivals }) {
  const service = await startSandbox(meter.home, rivals.node);
  /** @param {string} name */
  const file = (name) => join(meter.home, name);
  /** @type {(name: string, args: string[], most?: number) => Promise<void>} */
  const measure = async (name, args, most = Number.POSITIVE_INFINITY) => {
    service.requests();
    const run = await meter.run({ name, argv: [rivals.node, tool, 'org', ...args], env: service.env });
    const sent = service.requests();
    const reads = sent.filter(({ method }) => method === 'GET').length;
    const writes = sent.length - reads;
    const floor = (reads / readsAtOnce) * latency;
    const served = sent.reduce((sum, { ms }) => sum + ms, 0);
    console.log(
      `${name}: ${reads} reads, ${writes} writes; floor ${(floor / 1000).toFixed(1)} s, wall ${run.wall.toFixed(1)} s,` +
        ` CPU ${run.cpu.toFixed(1)} s, work of the sandbox ${(served / 1000).toFixed(1)} s, peak ${Math.round(run.memory / 2 ** 20)} MiB`,
    );
    if (sent.length > most) throw new Error(`${name}: ${sent.length} requests; ${most} are allowed`);
  };
  try {
    console.log(`organization files, ${latency} ms; ${JSON.stringify(size)}`);
    await measure('export', ['export', '--out', file('all.yaml'), '--yes', '--quiet']);
    const all = readFileSync(file('all.yaml'), 'utf8');
    await measure(`plan of the export (${Math.round(all.length / 2 ** 20)} MiB)`, [
      ...['plan', '--check', '--file', file('all.yaml')],
    ]);
    const format = 'format: docs-admin-organization/1\n';
    const member = 'member.000001@acme.example';
    writeFileSync(file('team.yaml'), `${format}teams: { Team 1: { members: { ${member}: owner } } }\n`);
    await measure('plan of one team', ['plan', '--file', file('team.yaml')], 5);
    writeFileSync(file('field.yaml'), `${format}collections: { Collection 1: { default-level: edit } }\n`);
    await measure('apply of one field', ['apply', '--file', file('field.yaml'), '--yes', '--quiet']);
    const spaces = Array.from(
      { length: 1000 },
      (_, at) => `  Space ${at}: { teams: { Team ${at % 500}: edit } }\n`,
    );
    writeFileSync(file('spaces.yaml'), `${format}spaces:\n${spaces.join('')}`);
    const many = ['--file', file('spaces.yaml'), '--max-removals', '100%', '--yes', '--quiet'];
    await measure('apply of 1,000 changes', ['apply', ...many]);
    console.log();
  } finally {
    service.close();
  }
}

/**
 * @param {string} home
 * @param {string} node
 */
async function startSandbox(home, node) {
  const [fixture, log] = [join(home, 'fixture.json'), join(home, 'requests.jsonl')];
  const env = { ...process.env, HOME: home, DOCS_ADMIN_SANDBOX_DATA: join(home, 'sandbox.db') };
  writeFileSync(fixture, JSON.stringify(organizationFixture(size)));
  const reset = spawnSync(node, [tool, 'sandbox', 'reset', '--fixture', fixture, '--quiet', '--yes'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (reset.status !== 0) throw new Error(`the reset ended with code ${reset.status}`);
  const args = [tool, 'sandbox', 'serve', '--json', '--latency', String(latency), '--log', log];
  const server = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(server.stdout), 'line');
  const { baseUrl, token, org } = JSON.parse(line);
  return {
    env: { DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_TOKEN: token, DOCS_ADMIN_ORG: org },
    /** Returns the requests since the last call. @returns {{ method: string, ms: number }[]} */
    requests() {
      const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      writeFileSync(log, '');
      return lines.map((one) => JSON.parse(one));
    },
    close: () => void server.kill(),
  };
}
