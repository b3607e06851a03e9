import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bareRequests, compare, startScript, tool } from './meter.js';
import { organizationFixture } from './organization-fixture.js';
import { printGoals, printResults } from './print.js';

const latency = 20;
const size = { members: 100_000, teams: 500, spaces: 2_000, collections: 200, sites: 50, sections: 20 };
/** What reading and comparing may take: times the wall time of the requests alone, and bytes. */
const goal = { wall: 1.3, memory: 300e6 };

/**
 * What the file of a large organization costs in requests, time and memory. The tool talks to a recorder of the sandbox,
 * which answers from memory; the floor is a bare client that makes the same requests to the same recorder.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function org(meter, { longRounds, rivals: { node } }) {
  const sandbox = await startSandbox(meter.home, node);
  const service = await startScript('recorder.js', { origin: sandbox.origin, latency });
  const env = { ...service.env, DOCS_ADMIN_TOKEN: sandbox.token, DOCS_ADMIN_ORG: sandbox.org };
  /** @param {string} name */
  const file = (name) => join(meter.home, name);
  /** @type {(name: string, args: string[]) => import('./meter.js').Contestant} */
  const ours = (name, args) => ({ name, argv: [node, tool, 'org', ...args], env });
  /** Compares with the same requests alone. @type {(name: string, args: string[]) => Promise<void>} */
  const measure = async (name, args) => {
    const contestant = ours(name, args);
    const requests = await bareRequests(meter, service, contestant);
    const results = await compare(meter, [...requests, contestant], longRounds);
    printResults(`${name}, ${latency} ms a request`, results);
    printGoals(results, goal);
  };
  /** Counts what a change sends, once. @type {(name: string, args: string[], most?: number) => Promise<void>} */
  const count = async (name, args, most = Number.POSITIVE_INFINITY) => {
    await service.asked();
    const { wall, cpu } = await meter.run(ours(name, args));
    const asked = await service.asked();
    const reads = asked.filter(({ method }) => method === 'GET').length;
    const seconds = `wall ${wall.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`;
    console.log(`${name}: ${reads} reads, ${asked.length - reads} writes; ${seconds}`);
    if (asked.length > most) throw new Error(`${name}: ${asked.length} requests; ${most} are allowed`);
  };
  try {
    console.log(`organization files; ${JSON.stringify(size)}\n`);
    await measure('export', ['export', '--out', file('all.yaml'), '--yes', '--quiet']);
    await measure('plan of that export', ['plan', '--check', '--file', file('all.yaml')]);
    await measure('snapshot', ['snapshot', '--out', file('all.json'), '--yes', '--quiet']);
    const format = 'format: docs-admin-organization/1\n';
    const member = 'member.000001@acme.example';
    writeFileSync(file('team.yaml'), `${format}teams: { Team 1: { members: { ${member}: owner } } }\n`);
    await count('plan of one team', ['plan', '--file', file('team.yaml')], 5);
    writeFileSync(file('field.yaml'), `${format}collections: { Collection 1: { default-level: edit } }\n`);
    await count('apply of one field', ['apply', '--file', file('field.yaml'), '--yes', '--quiet']);
    const spaces = Array.from(
      { length: 1000 },
      (_, at) => `  Space ${at}: { teams: { Team ${at % 500}: edit } }\n`,
    );
    writeFileSync(file('spaces.yaml'), `${format}spaces:\n${spaces.join('')}`);
    const many = ['--file', file('spaces.yaml'), '--max-removals', '100%', '--yes', '--quiet'];
    await count('rehearsal of one deletion', ['rehearse', '--quiet', '--', 'teams', 'delete', 'team_1']);
    await count('apply of 1,000 changes', ['apply', ...many]);
    console.log();
  } finally {
    service.close();
    sandbox.close();
  }
}

/**
 * @param {string} home
 * @param {string} node
 */
async function startSandbox(home, node) {
  const fixture = join(home, 'fixture.json');
  const env = { ...process.env, HOME: home, DOCS_ADMIN_SANDBOX_DATA: join(home, 'sandbox.db') };
  writeFileSync(fixture, JSON.stringify(organizationFixture(size)));
  const reset = spawnSync(node, [tool, 'sandbox', 'reset', '--snapshot', fixture, '--quiet', '--yes'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (reset.status !== 0) throw new Error(`the reset ended with code ${reset.status}`);
  const server = spawn(node, [tool, 'sandbox', 'serve', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(server.stdout), 'line');
  /** @type {{ baseUrl: string, token: string, org: string }} */
  const { baseUrl, token, org } = JSON.parse(line);
  return { origin: new URL(baseUrl).origin, token, org, close: () => void server.kill() };
}
