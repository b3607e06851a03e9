import { expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

/** A service that refuses the first three requests. */
function limiting() {
  const statuses = [429, 429, 429];
  return scriptedCli(() => ({
    status: statuses.shift() ?? 200,
    json: { items: [], id: 't', title: 'Docs' },
  }));
}

test('a person is told once that requests wait for the rate limit', async () => {
  const docs = await limiting();
  const run = await docs('teams get t -o id', { terminal: true, env: { NO_COLOR: '1' } });
  expect(run).toMatchObject({ code: 0, stdout: 't\n' });
  expect(run.requests).toHaveLength(4);
  expect(run.stderr).toBe('rate limited by the service: waiting as long as it says\n');
});

test.for<[line: string, terminal: boolean]>([
  ['teams get t -o id', false],
  ['teams get t -o id --quiet', true],
])('nothing is said: %s, terminal %s', async ([line, terminal]) => {
  const docs = await limiting();
  expect(await docs(line, { terminal, env: { NO_COLOR: '1' } })).toMatchObject({ code: 0, stderr: '' });
});
