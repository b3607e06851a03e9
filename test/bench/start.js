import { compare, startServer, tool } from './meter.js';
import { printResults } from './print.js';

/**
 * What a command costs that does next to nothing, against Node doing nothing.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function start(meter, { rounds, rivals }) {
  const server = await startServer();
  const { node } = rivals;
  /** @type {(name: string, words: string, goal: string, env?: Record<string, string>) => import('./meter.js').Contestant} */
  const ours = (name, words, goal, env = {}) => ({
    name: `docs-admin ${name}`,
    argv: [node, tool, ...words.split(' ')],
    env,
    goal,
  });
  const executable = process.env.DOCS_ADMIN_TEST_EXECUTABLE;
  /** @type {typeof ours} */
  const alone = (name, words, goal, env = {}) => ({
    name: `executable ${name}`,
    argv: [String(executable), ...words.split(' ')],
    env,
    goal,
  });
  const sandbox = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const help = '1.1';
  const get = '2.4';
  try {
    const contestants = [
      { name: 'node -e 0', argv: [node, '-e', '0'] },
      ours('--version', '--version', help),
      ours('--help', '--help', help),
      ours('members --help', 'members --help', help),
      ours('members list --help', 'members list --help', help),
      ours('completion of a flag', '__complete -- members list --', '1.2'),
      ours('get, HTTP', 'members get user_0000000 --json', get, server.env),
      ours('list of 20, HTTP', 'members list --json', get, server.env),
      ours('list of 20, HTTP, no cache', 'members list --json', '', {
        ...server.env,
        DOCS_ADMIN_NO_CACHE: '1',
      }),
      ours('get, sandbox', 'members get user_ada --json', '3.5', sandbox),
      ours('list of 20, sandbox', 'members list --limit 20 --json', '3.5', sandbox),
      ...(executable === undefined
        ? []
        : [
            alone('--version', '--version', '1.05'),
            alone('list of 20, HTTP', 'members list --json', '2', server.env),
            alone('list of 20, sandbox', 'members list --limit 20 --json', '2.6', sandbox),
          ]),
      { name: 'curl, HTTP', argv: ['curl', '-s', `${server.address}/v1/orgs/org_acme/members/user_0000000`] },
      ...rivals.versions(),
    ];
    printResults('start-up', await compare(meter, contestants, rounds));
  } finally {
    server.close();
  }
}
