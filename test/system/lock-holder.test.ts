import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type Holder, isGone, isHere, thisProcess } from '../../src/system/lock-holder.ts';
import { type Machine, thisMachine } from '../../src/system/machine.ts';
import { systemError } from '../disk/fake-disk.ts';

const minute = 60_000;

/** A machine without `/proc`, on which every process runs. */
function machine(changes: Partial<Machine> = {}): Machine {
  return {
    ...thisMachine,
    platform: 'win32',
    pid: 100,
    hostname: () => 'desk',
    signal: () => {},
    read: () => null,
    link: () => null,
    run: () => null,
    ...changes,
  };
}

const refusing = (code: string) => () => {
  throw systemError(code);
};

const ps = (line: string | null) => (program: string, args: readonly string[]) => {
  expect([program, ...args]).toEqual(['/bin/ps', '-o', 'stat=,lstart=', '-p', '100']);
  return line;
};

const running = 'Ss   Mon Jun  1 12:00:00 2026\n';

describe.each(['win32', 'darwin', 'linux'] as const)('on %s', (platform) => {
  const here = (changes: Partial<Machine> = {}) => machine({ platform, ...changes });

  test('a lock has a random token, its process and its machine', () => {
    const [one, other] = [thisProcess(here()), thisProcess(here())];
    expect(one).toMatchObject({ pid: 100, host: 'desk', boot: null, namespace: null, start: null });
    expect(one.token).not.toBe(other.token);
    expect(isHere(one, here())).toBe(true);
    expect(isHere(one, here({ hostname: () => 'other' }))).toBe(false);
  });

  test('a process that runs holds its lock', () => {
    expect(isGone(thisProcess(here()), Date.now(), here())).toBe(false);
  });

  test('only ESRCH means that a process is gone', () => {
    const holder = thisProcess(here());
    const gone = (code: string) => isGone(holder, Date.now(), here({ signal: refusing(code) }));
    expect(gone('ESRCH')).toBe(true);
    for (const code of ['EPERM', 'EACCES', 'EINVAL', 'ENOSYS', 'UNKNOWN']) expect(gone(code)).toBe(false);
  });

  test('without a start time, a lock that no one renews for 30 minutes is free: its id may be of a later process', () => {
    const holder = thisProcess(here());
    expect(isGone(holder, Date.now() - 29 * minute, here())).toBe(false);
    expect(isGone(holder, Date.now() - 31 * minute, here())).toBe(true);
  });
});

describe('on macOS, `ps` tells', () => {
  const mac = (line: string | null) => machine({ platform: 'darwin', run: ps(line) });
  const holder = thisProcess(mac(running));

  test('the start of a process, so that a later one with the same id does not hold the lock', () => {
    expect(holder.start).toBe('Mon Jun  1 12:00:00 2026');
    expect(isGone(holder, Date.now(), mac(running))).toBe(false);
    expect(isGone(holder, Date.now(), mac('R+   Mon Jun  1 12:00:07 2026\n'))).toBe(true);
  });

  test('a zombie, which holds no lock', () => {
    expect(isGone(holder, Date.now(), mac('Z    Mon Jun  1 12:00:00 2026\n'))).toBe(true);
  });

  test('nothing, if it fails: then the process counts as running, however old its lock is', () => {
    for (const line of [null, '', '\n'])
      expect(isGone(holder, Date.now() - 60 * minute, mac(line))).toBe(false);
  });
});

test('what this machine prints of its processes can be read', ({ skip }) => {
  const line = thisMachine.run('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(process.pid)]);
  if (line === null) skip();
  const mac: Machine = { ...thisMachine, platform: 'darwin', read: () => null };
  const holder: Holder = thisProcess(mac);
  expect(holder.start).toMatch(/^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/);
  expect(holder.host).toBe(hostname());
  expect(isGone(holder, Date.now(), mac)).toBe(false);
});
