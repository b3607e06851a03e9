import { setMaxListeners } from 'node:events';
import { UsageError } from '../../src/errors.ts';
import type { Clock, Sink, System, Transport } from '../../src/ports.ts';
import { createCache, createPrintedPlans } from '../../src/system/cache.ts';
import { keepCrash } from '../../src/system/crash-file.ts';
import { createCredentials } from '../../src/system/credentials.ts';
import { createFiles } from '../../src/system/files.ts';
import { createJournals } from '../../src/system/journals.ts';
import type { Machine } from '../../src/system/machine.ts';
import { pseudonymKey } from '../../src/system/pseudonym-key.ts';
import { createFolderFiles, createSettings } from '../../src/system/settings.ts';
import type { Clockwork } from './clockwork.ts';
import { failure, type MemoryDisk, type Watch } from './disk.ts';

export const home = '/home/kim';

/** The machine on which the processes of a history run, one start of it. */
export interface Computer {
  readonly boot: string;
  readonly alive: Set<number>;
}

/** What surrounds a process, and may end it. */
export interface Surroundings {
  readonly clockwork: Clockwork;
  readonly disk: MemoryDisk;
  readonly computer: Computer;
  readonly transport: Transport;
  readonly watch: Watch;
}

/** A process of the tool: what it has printed, and whether it has died. */
export interface Process {
  readonly pid: number;
  readonly system: System;
  readonly printed: { stdout: string; stderr: string };
  readonly isDead: boolean;
  /** Ends the process at once, as `kill -9` does: nothing that it waits for goes on. */
  die(): void;
}

/** A process that has died does nothing any more. */
export class Dead extends Error {
  override readonly name = 'Dead';
}

export function startProcess(
  pid: number,
  { clockwork, disk, computer, transport, watch }: Surroundings,
): Process {
  let isDead = false;
  computer.alive.add(pid);
  const printed = { stdout: '', stderr: '' };

  /** Resolves after a time, unless the process dies before. */
  function later(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        callOff();
        if (!isDead) reject(signal?.reason);
      };
      const callOff = clockwork.after(ms, () => {
        signal?.removeEventListener('abort', abort);
        if (!isDead) resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  const clock: Clock = {
    now: clockwork.now,
    monotonic: clockwork.now,
    sleep: later,
    turn: () => later(0),
    random: clockwork.random,
    digits: (count) => Buffer.from(clock.bytes(count / 2)).toString('hex'),
    bytes: (count) => Uint8Array.from({ length: count }, () => clockwork.pick(256)),
  };
  const every = (ms: number, tick: () => void) => {
    let callOff = () => {};
    const again = () => {
      callOff = clockwork.after(
        ms,
        () => {
          if (isDead) return;
          again();
          tick();
        },
        { isWeak: true },
      );
    };
    again();
    return () => callOff();
  };
  const machine: Machine = {
    platform: 'linux',
    pid,
    hostname: () => 'simulated',
    signal(other) {
      if (!computer.alive.has(other)) throw failure('ESRCH', String(other));
    },
    read: (path) => (path === '/proc/sys/kernel/random/boot_id' ? computer.boot : null),
    link: (path) => (path === '/proc/self/ns/pid' ? 'pid:[1]' : null),
    run: () => null,
    clock,
    every,
    uuid: () => Buffer.from(clock.bytes(16)).toString('hex'),
  };
  const calls = disk.open({
    pid,
    watch(call) {
      if (isDead) throw new Dead(call.path);
      return watch(call);
    },
    wait: () => later(clockwork.random() * 3),
  });
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const options = {
    disk: calls,
    machine,
    warn(text: string) {
      printed.stderr += `warning: ${text}\n`;
    },
  };
  const folders = { config: `${home}/.config/docs-admin`, state: `${home}/.local/state/docs-admin` };
  const sink = (name: keyof typeof printed): Sink => ({
    write: async (text) => {
      if (!isDead) printed[name] += text;
    },
    isTerminal: false,
    columns: undefined,
  });
  const refuse = (what: string) => async () => {
    throw new UsageError(`the simulation has no ${what}`);
  };

  const system: System = {
    env: { HOME: home, DOCS_ADMIN_PROFILE: 'work' },
    stdin: {
      isTerminal: false,
      read: refuse('standard input'),
      bytes: () => {
        throw new UsageError('the simulation has no standard input');
      },
      identity: () => undefined,
    },
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    pager: { isWanted: false, write: refuse('pager'), close: async () => {} },
    clock,
    every,
    interrupt: never,
    blocking: (work) => work(),
    files: createFiles(never, calls),
    settings: createSettings(folders.config, options),
    folderFiles: createFolderFiles(folders.config, options, () => '/desk'),
    credentials: createCredentials(folders.config, options),
    prompts: {
      confirm: refuse('person'),
      secret: refuse('person'),
      text: refuse('person'),
      edit: refuse('person'),
      pick: refuse('person'),
      pickSeveral: refuse('person'),
    },
    openPage: async () => false,
    journals: createJournals(`${folders.state}/runs`, options),
    cache: createCache(`${home}/.cache/docs-admin`, 60_000, clockwork.now, calls),
    printedPlans: createPrintedPlans(`${folders.state}/plans`, clockwork.now, calls),
    crashed: new Promise(() => {}),
    keepCrash: async (line) => keepCrash(`${folders.state}/errors.log`, line, calls),
    licenses: async () => '',
    pseudonymKey: () => pseudonymKey(`${folders.state}/pseudonym-key`, options),
    saveMemory: async () => {},
    pageFreer: async () => () => {},
    queries: { run: async (work) => work(), maxLength: 500_000_000 },
    network: () => transport,
    route: refuse('network'),
    sandbox: {
      path: '/nowhere',
      transport: refuse('other sandbox'),
      dataId: refuse('other sandbox'),
      serve: refuse('other sandbox'),
      reset: refuse('other sandbox'),
      export: refuse('other sandbox'),
      openCopy: refuse('other sandbox'),
    },
  };
  return {
    pid,
    system,
    printed,
    get isDead() {
      return isDead;
    },
    die() {
      isDead = true;
      computer.alive.delete(pid);
    },
  };
}
