import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { growth } from './growth.js';
import { compare, startServer, tool } from './meter.js';
import { printResults } from './print.js';

const latency = 20;
const members = 10_000;
const teams = 100;
const sample = 50;

/** One request for each member, as people script it today. */
const curlLoop = `for n in $(seq 0 ${sample - 1}); do
  id=$(printf 'user_%07d' $n)
  curl -s -X PUT -H 'content-type: application/json' -d "{\\"add\\":[\\"$id\\"]}" "$ADDRESS/v1/orgs/org_acme/teams/team_0000/members"
done`;

/**
 * 10,000 people into 100 teams, and how the cost grows with people and teams.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function bulk(meter, { longRounds, rivals }) {
  const server = await startServer({ members, teams, latency });
  const allowed = ['--allow-opening', 'administrators', '--yes'];
  /** @type {(roster: string, ...flags: string[]) => string[]} */
  const sync = (roster, ...flags) => [
    rivals.node,
    tool,
    'teams',
    'members',
    'sync',
    '--file',
    roster,
    ...allowed,
    '--quiet',
    ...flags,
  ];
  const roster = writeRoster(meter.home, members, teams);
  /** @type {(how: string, ...flags: string[]) => import('./meter.js').Contestant} */
  const ours = (how, ...flags) => ({
    name: `docs-admin teams members sync, ${how}`,
    argv: sync(roster, ...flags),
    env: server.env,
  });
  const contestants = [
    {
      name: `curl for each member, from a sample of ${sample}`,
      argv: ['bash', '-c', curlLoop],
      env: { ADDRESS: server.address },
      times: members / sample,
    },
    ours('1 at once', '--concurrency', '1'),
    { ...ours('as usual'), goal: '1/400' },
    ours('16 at once', '--concurrency', '16'),
  ];
  try {
    printResults(
      `${members.toLocaleString('en')} memberships, ${latency} ms`,
      await compare(meter, contestants, longRounds),
    );
  } finally {
    server.close();
  }
  for (const flags of [[], ['--dry-run']]) {
    const amounts = [1_000, 10_000, 100_000].map((members) => {
      const teams = members / 100;
      const argv = sync(writeRoster(meter.home, members, teams), ...flags);
      const name = `${members.toLocaleString('en')} memberships, ${teams.toLocaleString('en')} teams`;
      return { name, argv, service: { members, teams } };
    });
    await growth(meter, ['sync', ...flags].join(' '), amounts);
  }
}

/**
 * @param {string} folder
 * @param {number} members
 * @param {number} teams
 */
function writeRoster(folder, members, teams) {
  const file = join(folder, `roster-${members}.csv`);
  const rows = Array.from({ length: members }, (_, index) => `${teamOf(index % teams)},${userOf(index)}\n`);
  writeFileSync(file, `team,user\n${rows.join('')}`);
  return file;
}

/** @param {number} index */
function teamOf(index) {
  return `team_${String(index).padStart(4, '0')}`;
}

/** @param {number} index */
function userOf(index) {
  return `user_${String(index).padStart(7, '0')}`;
}
