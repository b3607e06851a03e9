// How the cost of commands grows with an organization: the same shape at 1,000, 10,000 and 100,000 members.
//
// Teams and spaces grow in proportion to the members, so that ten times the members are ten times the memberships,
// permissions and requests. What stays as it is, is what one thing has: a team has 200 members, a space and a
// collection three teams. The collections stay 20, because they are nested: more of them would be other levels, not more
// of the same. A report has only the rows of one level, because all pairs of people and spaces would grow by a hundred.
// The service answers from memory and without latency, and nothing is subtracted: a small organization costs mostly the
// start of Node.js. Up to 2,000 members, `access` also asks the service about each person.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, startScript, tool } from './meter.js';
import { printColumns, time } from './print.js';

const sizes = [1_000, 10_000, 100_000];
/** What ten times the members may cost. */
const limits = { time: 10.5, memory: 1.3 };

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string[]} args
 * @property {string} [makes] What must not be there before: a folder in the home.
 * @property {number} [memory] The goal in bytes for the largest organization, of a command that holds it. The others
 *   stream: they hold a page at a time, and their memory must not grow.
 */

/**
 * The commands for one organization. A plan reads the file that the export before it has written.
 *
 * @param {string} home
 * @param {number} members
 * @returns {Command[]}
 */
function commandsFor(home, members) {
  const file = join(home, 'organization.yaml');
  const allowed = ['--allow-opening', 'administrators', '--yes'];
  const sync = ['teams', 'members', 'sync', ...allowed, '--quiet', '--file', writeRoster(home, members)];
  return [
    { name: 'members list, JSON lines', args: ['members', 'list', '-o', 'jsonl'] },
    { name: 'members list, CSV', args: ['members', 'list', '-o', 'csv'] },
    { name: 'members list, table', args: ['members', 'list', '-o', 'table'] },
    { name: 'teams members sync', args: [...sync, '--yes'], memory: 300e6 },
    { name: 'teams members sync --dry-run', args: [...sync, '--dry-run'], memory: 300e6 },
    {
      name: 'batch members update --dry-run',
      args: [
        ...['batch', '--file', writeRoles(home, members), '--dry-run', '--max-removals', '100%', ...allowed],
        ...['-o', 'jsonl', '--', 'members', 'update', '{user}', '--role', '{role}'],
      ],
      memory: 300e6,
    },
    { name: 'org export', args: ['org', 'export', '--out', file, '--yes', '--quiet'], memory: 300e6 },
    { name: 'org plan of that export', args: ['org', 'plan', '--check', '--file', file], memory: 300e6 },
    {
      name: 'org snapshot',
      args: ['org', 'snapshot', '--out', join(home, 'snapshot.json'), '--yes', '--quiet'],
      memory: 300e6,
    },
    {
      name: 'org audit',
      // DA307 asks about each guest.
      args: ['org', 'audit', '--except', 'DA307', '--fail-on', 'critical', '-o', 'json'],
      memory: 350e6,
    },
    {
      name: 'access report --level admin, CSV',
      args: ['access', 'report', '--level', 'admin', '-o', 'csv'],
      memory: 350e6,
    },
    {
      name: 'access who-can edit, CSV',
      args: ['access', 'who-can', 'edit', '--space', 'space_3', '-o', 'csv'],
      memory: 350e6,
    },
    {
      name: 'access review open',
      args: ['access', 'review', 'open', join(home, 'review'), '--quiet'],
      makes: 'review',
      memory: 350e6,
    },
    {
      name: 'access review status',
      args: ['access', 'review', 'status', join(home, 'review')],
      memory: 350e6,
    },
  ];
}

/** A row for each member: half of them get a lower role. @param {string} home @param {number} members */
function writeRoles(home, members) {
  const file = join(home, 'roles.csv');
  const rows = Array.from({ length: members - 20 }, (_, at) => {
    const id = String(at + 20).padStart(7, '0');
    return `user_${id},${at % 2 === 0 ? 'guest' : 'comment'}\n`;
  });
  writeFileSync(file, `user,role\n${rows.join('')}`);
  return file;
}

/** A row for each member, who joins a team that they are not in yet. @param {string} home @param {number} members */
function writeRoster(home, members) {
  const teams = members / 100;
  const padded = (/** @type {number} */ number, /** @type {number} */ digits) =>
    String(number).padStart(digits, '0');
  const rows = Array.from({ length: members }, (_, at) => {
    const team = (Math.floor(at / 100) + teams / 2) % teams;
    return `team_${padded(team, 4)},user_${padded(at, 7)}\n`;
  });
  const file = join(home, 'roster.csv');
  writeFileSync(file, `team,user\n${rows.join('')}`);
  return file;
}

/** @typedef {import('./meter.js').Result & { requests: number }} Cost */

/**
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function scale(meter, { scaleRounds, rivals: { node } }) {
  /** @type {{ command: Command, costs: Cost[] }[]} */
  const rows = [];
  for (const members of sizes) {
    const size = { members, teams: members / 100, spaces: members / 50, collections: 20 };
    const service = await startScript('organization-server.js', { ...size, latency: 0 });
    try {
      for (const [at, command] of commandsFor(meter.home, members).entries()) {
        const { name, args, makes } = command;
        const own = [node, tool, ...args];
        const afresh = ['sh', '-c', 'rm -rf "$0" && exec "$@"', join(meter.home, makes ?? ''), ...own];
        const contestant = { name, argv: makes ? afresh : own, env: service.env };
        // Once unmeasured: the service renders its pages when they are first asked for, and tells the requests.
        await service.asked();
        await meter.run(contestant);
        const requests = (await service.asked()).length;
        const [result] = await compare(meter, [contestant], scaleRounds);
        rows[at] ??= { command, costs: [] };
        rows[at].costs.push({ .../** @type {import('./meter.js').Result} */ (result), requests });
      }
    } finally {
      service.close();
    }
  }
  print(rows);
}

/** @param {{ command: Command, costs: Cost[] }[]} rows */
function print(rows) {
  const figures = ['wall', 'CPU', 'requests', 'peak'];
  const heads = [
    ['', ...sizes.flatMap((size) => [size.toLocaleString('en'), '', '', ''])],
    [
      'members',
      ...sizes.flatMap(() => figures),
      '× wall',
      '× CPU',
      '× peak',
      `above ${limits.time} × wall, ${limits.memory} × peak, goal`,
    ],
  ];
  const lines = rows.map(({ command, costs }) => {
    const growth = growthOf(costs);
    return [
      command.name,
      ...costs.flatMap(({ wall, cpu, requests, memory }) => [
        time(wall),
        time(cpu),
        requests.toLocaleString('en'),
        `${(memory / 2 ** 20).toFixed(0)} MiB`,
      ]),
      ...[growth.wall, growth.cpu, growth.memory].map((factors) => factors.map(factor).join(', ')),
      misses(command, costs, growth).join(', '),
    ];
  });
  printColumns([...heads, ...lines]);
  console.log(`× is the factor from ${sizes.map((size) => size.toLocaleString('en')).join(' to ')} members.`);
  console.log('Lists stream; the other commands hold the organization, and their memory has a goal.\n');
}

/** The factors from each size to the next. @param {Cost[]} costs */
function growthOf(costs) {
  /** @param {'wall' | 'cpu' | 'memory'} figure */
  const of = (figure) => costs.slice(1).map((cost, at) => cost[figure] / (costs[at]?.[figure] ?? Number.NaN));
  return { wall: of('wall'), cpu: of('cpu'), memory: of('memory') };
}

/**
 * @param {Command} command
 * @param {Cost[]} costs
 * @param {ReturnType<typeof growthOf>} growth
 * @returns {string[]} What is above its limit.
 */
function misses({ memory }, costs, growth) {
  const { memory: peak = Number.NaN } = costs.at(-1) ?? {};
  const tooMuch =
    memory === undefined
      ? growth.memory.filter((each) => each > limits.memory).map((each) => `peak × ${factor(each)}`)
      : peak > memory
        ? [`peak ${(peak / 1e6).toFixed(0)} of ${(memory / 1e6).toFixed(0)} MB`]
        : [];
  const tooLong = growth.wall.filter((each) => each > limits.time).map((each) => `wall × ${factor(each)}`);
  return [...tooLong, ...tooMuch];
}

/** @param {number} value */
function factor(value) {
  return value.toFixed(value < 10 ? 2 : 1);
}
