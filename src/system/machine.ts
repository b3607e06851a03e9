import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Clock, System } from '../ports.ts';
import { every, systemClock } from './clock.ts';

/** What can be known of a machine, its time and its processes. Tests give another machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  readonly clock: Clock;
  readonly every: System['every'];
  /** Returns a random text that no other process has. */
  readonly uuid: () => string;
  readonly hostname: () => string;
  /** Throws a system error if the process cannot be signalled. */
  readonly signal: (pid: number) => void;
  /** Returns the text of a file of the system, or the target of a link; `null` if there is none. */
  readonly read: (path: string) => string | null;
  readonly link: (path: string) => string | null;
  /** Returns what a program prints; `null` if it fails. */
  readonly run: (program: string, args: readonly string[]) => string | null;
}

export const thisMachine: Machine = {
  platform: process.platform,
  pid: process.pid,
  clock: systemClock,
  every,
  uuid: () => crypto.randomUUID(),
  hostname,
  signal: (pid) => void process.kill(pid, 0),
  read: (path) => orNull(() => readFileSync(path, 'utf8')),
  link: (path) => orNull(() => readlinkSync(path)),
  run: (program, args) =>
    orNull(() => {
      // Loaded here, because only macOS needs it.
      const { execFileSync } = process.getBuiltinModule('node:child_process');
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      return execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    }),
};

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
