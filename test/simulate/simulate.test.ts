import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { nodeFlags } from '../support/node-flags.ts';

/** Runs the simulator. Returns what it has printed. @param file The one that was built before, unless it is to be built now. */
function simulate(args: readonly string[], file = 'node_modules/.cache/docs-admin/simulate.mjs') {
  const { status, stdout, stderr } = spawnSync('node', [...nodeFlags, file, ...args], { encoding: 'utf8' });
  return { code: status, printed: stdout + stderr };
}

beforeAll(() => {
  expect(simulate(['--help'], 'test/simulate/simulate.js')).toMatchObject({ code: 0 });
});

test('the histories of the corpus, and some of this day, show no fault', () => {
  const seed = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const { code, printed } = simulate(['--seed', seed, '--seconds', '4']);
  expect(printed).toContain('histories a second');
  expect(code, printed).toBe(0);
});

test('a seed gives the same requests, exit codes, journals and files each time', () => {
  const digestOf = () =>
    /digest \w{64}/.exec(simulate(['--seed', '7', '--runs', '6', '--digest']).printed)?.[0];
  const digest = digestOf();
  expect(digest).toBeDefined();
  expect(digestOf()).toBe(digest);
});

test.each([
  ['--runs', 'x', 'invalid --runs "x"'],
  ['--nope', '', "Unknown option '--nope'"],
])('%s %s is a mistake, and plays nothing', (flag, value, message) => {
  const { code, printed } = simulate([flag, value]);
  expect(code).toBe(2);
  expect(printed).toContain(`error: ${message}`);
  expect(printed).not.toContain('histories a second');
});
