import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, startScript, tool } from './meter.js';
import { printResults } from './print.js';

const latency = 20;
const size = { members: 100_000, teams: 1000, spaces: 1000, collections: 100 };
const floor = fileURLToPath(new URL('floor.js', import.meta.url));

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
    ['access', 'report', '--html', page, '--yes'],
    ['org', 'audit', '--fail-on', 'critical', '-o', 'json'],
  ];
  try {
    for (const line of lines) {
      const ours = {
        name: line.slice(0, 3).join(' '),
        argv: [node, tool, ...line],
        env: server.env,
        goal: '1.30',
      };
      await (await fetch(`${server.address}/asked`)).text();
      await meter.run(ours);
      const asked = await (await fetch(`${server.address}/asked`)).text();
      const file = join(meter.home, 'asked.json');
      writeFileSync(file, asked);
      const wire = {
        name: `undici, ${JSON.parse(asked).length} requests alone`,
        argv: [node, floor, server.address, file],
      };
      printResults(
        `${size.members.toLocaleString('en')} members, ${latency} ms`,
        await compare(meter, [wire, ours], longRounds),
      );
    }
  } finally {
    server.close();
  }
}
