import { once } from 'node:events';
import { createServer } from 'node:http';
import { tool } from './meter.js';
import { memberAt } from './people.js';

const user = memberAt(1);

/** What a command may cost in requests, guards included. @type {[line: string, most: number][]} */
const costs = [
  [`members update ${user.id} --role admin`, 1],
  [`members update ${user.id} --role read --yes`, 2],
  ['teams members update team_0000 --add user_0000002', 1],
  ['teams members remove team_0000 user_0000002 --yes', 2],
  [`members update ${user.id} user_0000002 user_0000003 --role read --yes`, 4],
];

/**
 * How many requests commands send that may take something away. Throws where one sends more than it may.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function guards(meter, { rivals }) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request.url ?? '')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const env = {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'token-of-the-benchmark',
    DOCS_ADMIN_ORG: 'org_acme',
    // What the record of a change reads does not count.
    DOCS_ADMIN_HISTORY: 'off',
  };
  try {
    console.log('requests of changes, guards included');
    for (const [line, most] of costs) {
      requests = 0;
      await meter.run({ name: line, argv: [rivals.node, tool, ...line.split(' '), '--quiet'], env });
      console.log(`${String(requests).padStart(3)}  ${line}`);
      if (requests > most) throw new Error(`${line}: ${requests} requests; ${most} are allowed`);
    }
    console.log();
  } finally {
    server.close();
  }
}

/** One page of every list. @param {string} path */
function answer(path) {
  if (!path.includes('?')) return user;
  const items = [0, 1, 2, 3].map((index) => ({ ...memberAt(index), organization: memberAt(index) }));
  return { items: items.map((item, at) => ({ ...item, team: { role: at === 0 ? 'owner' : 'member' } })) };
}
