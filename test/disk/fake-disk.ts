import * as fs from 'node:fs';
import { type Disk, systemDisk } from '../../src/disk/disk.ts';

/** A system error, as Node throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Looked up by name. */
const real: Record<string, (...args: unknown[]) => unknown> = { ...fs } as never;

export interface Calls {
  /** The milliseconds of every wait. */
  readonly pauses: number[];
  readonly calls: string[];
}

/**
 * Returns the real disk with the behaviour of another system. `failing` gives the errors of a call by its name, one for
 * each time it is called; without one left, the call works.
 */
export function fakeDisk(
  platform: NodeJS.Platform,
  failing: Partial<Record<keyof Disk['fs'], readonly (string | undefined)[]>> = {},
): Disk & Calls {
  const calls: string[] = [];
  const pauses: number[] = [];
  const counts = new Map<string, number>();
  const call = (name: keyof Disk['fs']) => {
    return (...args: unknown[]) => {
      calls.push(name);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const code = failing[name]?.[count];
      if (code !== undefined) throw systemError(code);
      return real[name]?.(...args);
    };
  };
  const proxy = new Proxy(systemDisk.fs, {
    get: ({ promises }, name) => (name === 'promises' ? promises : call(name as keyof Disk['fs'])),
  });
  return { ...systemDisk, platform, fs: proxy, pause: (ms) => void pauses.push(ms), calls, pauses };
}
