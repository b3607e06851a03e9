import { expect, onTestFinished, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { withFaults } from '../../src/sandbox/http/fault-injection.ts';
import { type Cli, sandboxCli } from '../support/cli.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** A command line whose sandbox takes `rateLimit` requests a second, in a time of its own. */
async function limitedCli(rateLimit: number, files: Record<string, string>): Promise<Cli> {
  const clock = virtualClock();
  const sleep = (ms: number) => clock.sleep(ms, new AbortController().signal);
  const limiter = withFaults(async () => Response.json({}), { rateLimit }, { ...clock, sleep, token: '' });
  const through =
    (sandbox: Transport): Transport =>
    async (request, signal) => {
      await sleep(5);
      const { status, headers } = await limiter(new Request(request.url));
      if (status !== 429) return sandbox(request, signal);
      return { status, headers: Object.fromEntries(headers), body: new Uint8Array() };
    };
  const docs = await sandboxCli(files, through);
  return (line, options) => docs(line, { ...options, clock });
}

const count = (most: number, row: (at: number) => string) => Array.from({ length: most }, (_, at) => row(at));

test('a roster of many new teams is carried out, however few requests the service takes', async () => {
  const rows = count(40, (at) => `Team ${at},user_ada`);
  const docs = await limitedCli(5, { 'roster.csv': ['team,user', ...rows].join('\n') });
  const run = await docs('teams members sync --file roster.csv --yes --create-teams -q -o csv --no-headers');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout.match(/,done,/g)).toHaveLength(40);
  // 40 teams and 40 memberships, one list of teams, and what was refused.
  expect(run.requests.length).toBeLessThan(81 + 25);
});

test('the present members of many teams are read at the pace of the service', async () => {
  const rows = count(30, (at) => `Team ${at},user_ada`);
  const docs = await limitedCli(2, { 'roster.csv': ['team,user', ...rows].join('\n') });
  await docs('teams members sync --file roster.csv --yes --create-teams -q');
  const run = await docs('teams members sync --file roster.csv --dry-run -q -o id');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.requests.length).toBeLessThan(31 + 25);
});

test.each([1, 2, 5])('16 rows at once against %i requests a second', async (rate) => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const titles = count(30, (at) => `Team ${at}`);
  const docs = await limitedCli(rate, { 'teams.csv': ['title', ...titles].join('\n') });
  const run = await docs('batch --file teams.csv --concurrency 16 -q -o id -- teams create --title {title}');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout.trim().split('\n')).toHaveLength(30);
  expect(run.requests.length).toBeLessThan(30 + 50);
  expect(warnings).toEqual([]);
});

test('reads and writes are under way together as often as --concurrency says', async () => {
  let underWay = 0;
  let most = 0;
  const through =
    (sandbox: Transport): Transport =>
    async (request, signal) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      return sandbox(request, signal).finally(() => underWay--);
    };
  const teams = ['team_docs', 'team_tokyo', 'team_support', 'team_empty'];
  const roster = ['team,user', ...teams.map((team) => `${team},user_ada`)].join('\n');
  const docs = await sandboxCli({ 'roster.csv': roster }, through);
  await docs('teams members sync --file roster.csv --concurrency 2 --dry-run -q');
  expect(most).toBe(2);
});
