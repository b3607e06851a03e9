import { join } from 'node:path';
import { bareRequests, compare, startScript, tool } from './meter.js';
import { printGoals, printResults } from './print.js';

const latency = 20;
const size = { members: 100_000, teams: 1000, spaces: 1000, collections: 100 };
/** Times the wall time of the requests alone, and bytes. */
const goal = { wall: 1.3, memory: 350e6 };

/**
 * Questions about the access of 100,000 members, and an audit, against the floor of their requests.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function access(meter, { longRounds, rivals: { node } }) {
  const server = await startScript('organization-server.js', { ...size, latency });
  const page = join(meter.home, 'access.html');
  const lines = [
    ['access', 'who-can', 'edit', '--space', 'space_3', '-o', 'csv'],
    ['access', 'report', '--level', 'admin', '-o', 'csv'],
    ['access', 'report', '-o', 'html', '--out', page, '--yes'],
    ['org', 'audit', '--fail-on', 'critical', '-o', 'json'],
  ];
  try {
    for (const line of lines) {
      const ours = { name: line.slice(0, 3).join(' '), argv: [node, tool, ...line], env: server.env };
      const requests = await bareRequests(meter, server, ours);
      const results = await compare(meter, [...requests, ours], longRounds);
      printResults(`${size.members.toLocaleString('en')} members, ${latency} ms a request`, results);
      printGoals(results, goal);
    }
  } finally {
    server.close();
  }
}
