import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

describe('serve', () => {
  test.each([
    ['--fail 2', 'invalid --fail 2: must be a number from 0 to 1'],
    ['--fail -0.1', 'invalid --fail -0.1: must be a number from 0 to 1'],
    ['--drop 10%', 'invalid --drop 10%: must be a number from 0 to 1'],
    ['--drop 1e-2', 'invalid --drop: must be a number from 0 to 1'],
    ['--rate-limit 0/s', 'invalid --rate-limit: must be requests per second, such as 20/s'],
    ['--rate-limit 20/min', 'invalid --rate-limit: must be requests per second, such as 20/s'],
    ['--latency 0.5', 'invalid --latency 0.5: must be a whole number from 0 to 600000'],
    ['--fail 0.5 --seed -1', 'invalid --seed -1: must be a whole number from 0 to 4294967295'],
    ['--port 65536', 'invalid --port 65536: must be a whole number from 0 to 65535'],
  ])('%s is a usage error', async (flags, message) => {
    const docs = await sandboxCli();
    const run = await docs(`sandbox serve ${flags}`);
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}\n`),
    });
  });
});

test.each(['--members 10', '--teams 3', '--members 10 --teams 3'])(
  'reset --snapshot own.json %s is a usage error',
  async (flags) => {
    const docs = await sandboxCli();
    expect(await docs(`sandbox reset --snapshot own.json ${flags}`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--members and --teams go with the demo data'),
    });
  },
);

test('export shows on a terminal what would change what people read', async () => {
  const docs = await sandboxCli();
  const fixture = '{\n  "title": "a\u202eb\u001b[2Jc"\n}\n';
  const run = await docs('sandbox export', { terminal: true, fixture });
  expect(run.stdout).toBe('{\n  "title": "a<U+202E>b^[[2Jc"\n}\n');
  expect((await docs('sandbox export', { fixture })).stdout).toBe(fixture);
});
