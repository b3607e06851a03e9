import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshHome, runInstalled, runShell, startInstalled } from '../support/installed.ts';
import { type ServedSandbox, servedSandbox } from '../support/served-sandbox.ts';

const rows = 'user_id,role\nuser_linus,read\nuser_kim,comment\nuser_dee,edit\n';
const batch = '-- batch --file - -- members update {user_id} --role {role}'.split(' ');

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
    now = service.requests().length;
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
    const requests = service.requests();
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await runInstalled(['runs', 'list', '--json'], { home, env })).stdout.trim()).toBe('[]');
  });

  /** Ends a rehearsal by a signal after it has read the organization. Resolves with the folder of its temporary files. */
  async function ended(signal: 'SIGINT' | 'SIGKILL'): Promise<string> {
    const service = await servedSandbox({ members: 2000, teams: 20 });
    const { home, folder, env } = surroundings(service);
    const line = ['org', 'rehearse', '--kill-after', '2', ...batch];
    const started = startInstalled(line, { home, env, input: rows });
    await reads(service);
    started.process.kill(signal);
    await started.ended;
    return folder;
  }

  test('leaves no file after SIGINT', async () => {
    expect(readdirSync(await ended('SIGINT'))).toEqual([]);
  });

  test('leaves no file where there is no room for the copy', async () => {
    const { home, folder, env } = surroundings(await servedSandbox({ members: 30, teams: 3 }));
    const line = 'docs-admin org rehearse -- members update user_linus --role admin';
    const run = await runShell(`trap '' XFSZ; ulimit -f 0; ${line}`, { home, env });
    expect(run).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('error: cannot write the copy in '),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  // The copy has a name only while it is filled, in a folder of its own.
  test('leaves nothing that others can read after SIGKILL', async () => {
    const folder = await ended('SIGKILL');
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });
});
