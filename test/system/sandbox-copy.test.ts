import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listTeams } from '../../src/api/contract/operations/teams.ts';
import type { Disk } from '../../src/disk/disk.ts';
import type { SandboxCopy } from '../../src/ports.ts';
import { exportSandbox } from '../../src/sandbox/reset.ts';
import { systemClock } from '../../src/system/clock.ts';
import { thisProcess } from '../../src/system/lock-holder.ts';
import { createSandboxAccess } from '../../src/system/sandbox-access.ts';
import { openSandboxCopy } from '../../src/system/sandbox-copy.ts';
import { withCopy } from '../../src/work/journal/copy.ts';
import { fakeDisk, systemError } from '../disk/fake-disk.ts';
import { openFilesIn } from '../support/open-files.ts';
import { neverAborted, text } from './network.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

const now = () => Date.parse('2026-06-01T12:00:00Z');
const fixture = exportSandbox(':memory:');

/** Sets the folder of temporary files to an empty one. */
function emptyTemporaryFolder(): string {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

function system(interrupt = neverAborted) {
  const sandbox = createSandboxAccess({
    env: {},
    state: '/nonexistent',
    now,
    interrupt,
  });
  return { sandbox, clock: systemClock, interrupt };
}

async function makeTeam({ transport, baseUrl, token, organization }: SandboxCopy, title: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${baseUrl}/v1/orgs/${organization}/teams`;
  return transport({ method: 'PUT', url, headers, body: JSON.stringify({ title }) }, neverAborted);
}

test('a copy answers as the organization of its fixture, and changes alone', async () => {
  const path = join(temporaryFolder(), 'acme.json');
  writeFileSync(path, fixture);
  for (const source of [{ text: fixture }, { path }]) {
    const [copy, other] = [await openSandboxCopy(source, now), await openSandboxCopy(source, now)];
    expect(copy.organization).toBe('org_acme');
    expect((await makeTeam(copy, 'Only here')).status).toBe(201);
    const list = { method: 'GET', url: `${copy.baseUrl}/v1/orgs/org_acme/teams` };
    const headers = { authorization: `Bearer ${copy.token}` };
    expect(text(await copy.transport({ ...list, headers }, neverAborted))).toContain('Only here');
    expect(text(await other.transport({ ...list, headers }, neverAborted))).not.toContain('Only here');
    await copy.close();
    await other.close();
  }
});

test('a copy leaves no file, whether its work ends, fails or is interrupted', async () => {
  const folder = emptyTemporaryFolder();
  const read = withCopy(system(), { text: fixture }, ({ client, organization }) =>
    client.call(listTeams, { params: { org: organization }, query: {} }),
  );
  expect((await read).items.length).toBeGreaterThan(3);
  const failing = withCopy(system(), { text: fixture }, () => Promise.reject(new Error('the work fails')));
  await expect(failing).rejects.toThrow('the work fails');
  const interrupted = withCopy(system(AbortSignal.abort('asked to end')), { text: fixture }, ({ client }) =>
    client.call(listTeams, { params: { org: 'org_acme' }, query: {} }),
  );
  await expect(interrupted).rejects.toBe('asked to end');
  expect(readdirSync(folder)).toEqual([]);
});

test('a fixture that cannot be used leaves no file', async () => {
  const folder = emptyTemporaryFolder();
  await expect(openSandboxCopy({ text: '{' }, now)).rejects.toThrow('the copy is not valid JSON');
  await expect(openSandboxCopy({ path: join(folder, 'none.json') }, now)).rejects.toThrow('none.json');
  const withoutTeams = JSON.stringify({ ...JSON.parse(fixture), tables: {} });
  await expect(openSandboxCopy({ text: withoutTeams }, now)).rejects.toThrow('not a usable snapshot');
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a killed process leaves no file', async () => {
  const folder = emptyTemporaryFolder();
  const copy = await openSandboxCopy({ text: fixture }, now);
  expect(readdirSync(folder)).toEqual([]);
  expect((await makeTeam(copy, 'Only here')).status).toBe(201);
  expect(readdirSync(folder)).toEqual([]);
  await copy.close();
});

test('what a process that was killed has left is removed by the next copy; that of a living one stays', async () => {
  const folder = emptyTemporaryFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = (name: string, holder: object) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'copy.db'), 'secret');
    writeFileSync(join(folder, name, 'process.json'), JSON.stringify(holder));
  };
  left('docs-admin-copy-dead', { ...thisProcess(), pid });
  left('docs-admin-copy-living', thisProcess());
  left('docs-admin-copy-elsewhere', { ...thisProcess(), pid, boot: 'another' });
  utimesSync(join(folder, 'docs-admin-copy-elsewhere/process.json'), 1, 1);
  left('another-dead', { ...thisProcess(), pid });
  await (await openSandboxCopy({ text: fixture }, now)).close();
  expect(readdirSync(folder).sort()).toEqual([
    'another-dead',
    'docs-admin-copy-elsewhere',
    'docs-admin-copy-living',
  ]);
});

test('a folder of another user is left alone, and nothing waits for a pipe in any folder', async () => {
  const folder = emptyTemporaryFolder();
  const piped = join(folder, 'docs-admin-copy-pipe');
  mkdirSync(piped);
  execFileSync('mkfifo', [join(piped, 'process.json')]);
  const names = ['docs-admin-copy-pipe'];
  // Only root can give files away.
  if (process.getuid?.() === 0) {
    const foreign = join(folder, 'docs-admin-copy-foreign');
    mkdirSync(foreign);
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(foreign, 'process.json'), JSON.stringify({ ...thisProcess(), pid }));
    chownSync(foreign, 12_345, 12_345);
    names.unshift('docs-admin-copy-foreign');
  }
  await (await openSandboxCopy({ text: fixture }, now)).close();
  expect(readdirSync(folder).sort()).toEqual(names);
});

describe('on Windows, which deletes no open file', () => {
  /** Its disk. */
  function windows(folder: string): Disk {
    const disk = fakeDisk('win32');
    const rmSync: typeof fs.rmSync = (...args) => {
      if (openFilesIn(folder).length > 0) throw systemError('EBUSY');
      disk.fs.rmSync(...args);
    };
    return { ...disk, fs: { ...fs, rmSync } };
  }

  test('the file of a copy goes when it is closed', async () => {
    const folder = emptyTemporaryFolder();
    const copy = await openSandboxCopy({ text: fixture }, now, windows(folder));
    expect((await makeTeam(copy, 'Only here')).status).toBe(201);
    expect(readdirSync(folder)).toHaveLength(1);
    await copy.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a fixture that cannot be used leaves no file', async () => {
    const folder = emptyTemporaryFolder();
    const text = JSON.stringify({ ...JSON.parse(fixture), tables: {} });
    await expect(openSandboxCopy({ text }, now, windows(folder))).rejects.toThrow('not a usable snapshot');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file that another user has open stays, and is no error', async () => {
    const folder = emptyTemporaryFolder();
    const copy = await openSandboxCopy({ text: fixture }, now, windows(folder));
    const [name] = readdirSync(folder) as [string];
    const file = fs.openSync(join(folder, name, 'copy.db'), 'r');
    onTestFinished(() => fs.closeSync(file));
    await copy.close();
    expect(readdirSync(join(folder, name))).toContain('copy.db');
  });
});

test.each([
  ['UTF-8', Buffer.from(`\ufeff${fixture}`)],
  ['UTF-16', Buffer.from(`\ufeff${fixture}`, 'utf16le')],
])('a fixture may have a byte order mark of %s', async (_, content) => {
  const path = join(temporaryFolder(), 'acme.json');
  writeFileSync(path, content);
  const copy = await openSandboxCopy({ path }, now);
  expect(copy.organization).toBe('org_acme');
  await copy.close();
});

test('a copy can be kept as the file of a sandbox, for its owner only', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'kept.db');
  writeFileSync(path, 'older', { mode: 0o644 });
  const copy = await openSandboxCopy({ text: fixture }, now);
  await makeTeam(copy, 'Only here');
  await copy.keep(path);
  await makeTeam(copy, 'Later');
  await copy.close();
  expect(octal(statSync(path).mode)).toBe('0600');
  expect(exportSandbox(path)).toContain('Only here');
  expect(exportSandbox(path)).not.toContain('Later');
  expect(readdirSync(folder)).toEqual(['kept.db']);
});

test('a link to the kept file stays, and a failure leaves nothing', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, 'kept.db'), join(folder, 'link.db'));
  const copy = await openSandboxCopy({ text: fixture }, now);
  await copy.keep(join(folder, 'link.db'));
  expect(existsSync(join(folder, 'kept.db'))).toBe(true);
  await expect(copy.keep(join(folder, 'none', 'kept.db'))).rejects.toThrow(/^cannot write .*none.kept\.db/);
  expect(readdirSync(folder)).toEqual(['kept.db', 'link.db']);
  await copy.close();
});
