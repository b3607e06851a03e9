import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { growth } from './growth.js';
import { compare, startServer, tool } from './meter.js';
import { printResults } from './print.js';

const latency = 20;
const pageSize = 1000;
const path = '/v1/orgs/org_acme/members';
const loop = fileURLToPath(new URL('undici-loop.js', import.meta.url));

/** A page at a time, as people script it: the cursor of each page is taken out of it for the next. */
const jqLoop = `page=
while :; do
  body=$(curl -s "$ADDRESS${path}?limit=${pageSize}$page")
  printf '%s\\n' "$body" | jq -c '.items[]'
  next=$(printf '%s\\n' "$body" | jq -r '.next.page // empty')
  [ -n "$next" ] || break
  page="&page=$next"
done`;

/**
 * A list of 100,000 members in 100 pages against the floor of the wire, and how its cost grows.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function lists(meter, { longRounds, rivals }) {
  const { node, has } = rivals;
  const members = 100_000;
  const server = await startServer({ members, latency });
  /** @type {(format: string, goal?: string) => import('./meter.js').Contestant} */
  const ours = (format, goal) => ({
    name: `docs-admin -o ${format}`,
    argv: [node, tool, 'members', 'list', '-o', format],
    env: server.env,
    ...(goal && { goal }),
  });
  const env = { ADDRESS: server.address, GH_TOKEN: 'secret' };
  const first = `${server.address}${path}?limit=${pageSize}`;
  const contestants = [
    {
      name: 'curl, the wire alone',
      argv: ['curl', '-s', '-K', addresses(meter.home, server.address, members)],
    },
    ours('jsonl', '1.10'),
    ...['json', 'csv', 'tsv', 'table'].map((format) => ours(format)),
    { name: 'undici loop', argv: [node, loop, first] },
    ...(has('gh') ? [{ name: 'gh api --paginate', argv: ['gh', 'api', '--paginate', first], env }] : []),
    ...(has('jq') ? [{ name: 'curl and jq, a loop', argv: ['bash', '-c', jqLoop], env, most: 1 }] : []),
  ];
  try {
    printResults(
      `${members.toLocaleString('en')} members, ${latency} ms`,
      await compare(meter, contestants, longRounds),
    );
  } finally {
    server.close();
  }
  for (const format of ['jsonl', 'table']) {
    const amounts = [1_000, 10_000, 100_000, 1_000_000].map((members) => ({
      name: `${members.toLocaleString('en')} members`,
      argv: [node, tool, 'members', 'list', '-o', format],
      service: { members },
    }));
    await growth(meter, `-o ${format}`, amounts);
  }
}

/**
 * A file that makes curl fetch all pages, one after the other, over one connection.
 *
 * @param {string} folder
 * @param {string} address
 * @param {number} members
 */
function addresses(folder, address, members) {
  const starts = Array.from({ length: members / pageSize }, (_, page) => page * pageSize);
  const lines = starts.map(
    (start) =>
      `url = "${address}${path}?limit=${pageSize}${start > 0 ? `&page=${start}` : ''}"\noutput = "-"\n`,
  );
  const file = join(folder, 'addresses.txt');
  writeFileSync(file, lines.join(''));
  return file;
}
