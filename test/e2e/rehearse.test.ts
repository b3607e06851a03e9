import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshHome, runInstalled, startInstalled } from '../support/installed.ts';
import { type ServedSandbox, servedSandbox } from '../support/served-sandbox.ts';

const rows = 'user_id,role\nuser_linus,read\nuser_kim,comment\nuser_dee,edit\n';
const batch = '-- batch --csv - -- members update {user_id} --role {role}'.split(' ');

/** A home, and the environment of a rehearsal whose temporary files are all in one folder. */
function surroundings({ env }: ServedSandbox) {
  const home = freshHome();
  const folder = join(home, 'tmp');
  mkdirSync(folder);
  return { home, folder, env: { ...env, TMPDIR: folder } };
}

/** Resolves when requests have come, and no more come: the rehearsal works on its copy, or is about to open it. */
async function reads(service: ServedSandbox): Promise<void> {
  for (let seen = 0, now = 0; seen === 0 || now > 0; seen += now) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    now = (await service.requests()).length;
  }
}

describe('a rehearsal over HTTP', () => {
  test('sends GET requests only, and the change stays in the copy', async () => {
    const service = await servedSandbox({ members: 30, teams: 3 });
    const { home, folder, env } = surroundings(service);
    const flags = ['--json', '--drop', '0.1', '--kill-after', '2'];
    const run = await runInstalled(['org', 'rehearse', ...flags, ...batch], { home, env, input: rows });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('the end is the same') });
    expect(JSON.parse(run.stdout)).toMatchObject({
      plan: { counts: { update: 3 } },
      requests: { written: 3 },
    });
    const requests = await service.requests();
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await runInstalled(['runs', 'list', '--json'], { home, env })).stdout.trim()).toBe('[]');
  });

  test.each(['SIGINT', 'SIGKILL'] as const)('leaves no file after %s', async (signal) => {
    const service = await servedSandbox({ members: 2000, teams: 20 });
    const { home, folder, env } = surroundings(service);
    const line = ['org', 'rehearse', '--kill-after', '2', ...batch];
    const { process, ended } = startInstalled(line, { home, env, input: rows });
    await reads(service);
    process.kill(signal);
    await ended;
    expect(readdirSync(folder)).toEqual([]);
  });
});
