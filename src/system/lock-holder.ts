import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './errno.ts';

/** The holder of a lock, as the lock's file has it. Version 0.1.0 wrote only `pid`, `host`, `start` and `since`. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * Start of the process, in ticks since the start of the machine: a later process with the same id has another one.
   */
  readonly start: string | null;
  readonly since: string;
  /** Random; every lock has another one. */
  readonly token?: string;
  /** Identifies one start of one machine. */
  readonly boot?: string | null;
  /** Identifies the processes of a machine that see each other. */
  readonly namespace?: string | null;
  /** The machine's monotonic clock at the last renewal, in milliseconds; always the same number of digits. */
  readonly renewed?: string;
}

/** A lock that was not renewed for this many milliseconds is free, unless its process is known to run. */
const staleAge = 30 * 60_000;

/** Returns this process as the holder of a lock. */
export function thisProcess(): Holder {
  const { pid } = process;
  return {
    token: crypto.randomUUID(),
    pid,
    host: hostname(),
    boot: bootId(),
    namespace: namespaceId(),
    start: startOf('self'),
    since: new Date().toISOString(),
    renewed: renewal(),
  };
}

/** Returns milliseconds of a clock that all processes of a machine share and that nobody can set. */
export function monotonic(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Returns the present value for `Holder.renewed`. */
export function renewal(): string {
  return String(monotonic()).padStart(15, '0');
}

export function parseHolder(content: string): Holder | undefined {
  try {
    const holder = JSON.parse(content);
    return Number.isSafeInteger(holder?.pid) && holder.pid > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the process of a lock has ended. `changed` is the time of the last change of its file, in
 * milliseconds since the epoch.
 */
export function isGone(holder: Holder, changed: number): boolean {
  // Version 0.1.0 never renews a lock.
  const isStale = holder.token !== undefined && silence(holder, changed) > staleAge;
  if (!isHere(holder)) return isStale;
  return isDead(holder) || (holder.start === null && isStale);
}

/** Returns whether this process can check that the holder runs: both are on one machine, and see the same processes. */
export function isHere({ boot, namespace, host }: Holder): boolean {
  if (boot === undefined) return host === hostname();
  if (boot === null) return bootId() === null && host === hostname();
  return boot === bootId() && namespace === namespaceId();
}

/** Returns the milliseconds since the last renewal by the holder. */
export function silence({ boot, renewed }: Holder, changed: number): number {
  return isSameBoot({ boot }) && renewed !== undefined ? monotonic() - Number(renewed) : Date.now() - changed;
}

/** Returns whether the holder started after the last start of this machine. */
export function isSameBoot({ boot }: Pick<Holder, 'boot'>): boolean {
  return typeof boot === 'string' && boot === bootId();
}

function isDead({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  if (!seesOwnProcesses()) return false;
  const now = statOf(String(pid));
  // A zombie has ended; its parent has not read its exit code yet.
  if (now && /^[ZX]/.test(now.state)) return true;
  return now !== undefined && start !== null && now.start !== start;
}

function bootId(): string | null {
  return orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function namespaceId(): string | null {
  return orNull(() => readlinkSync('/proc/self/ns/pid'));
}

/**
 * Tells whether `/proc` shows processes under the ids that this process knows. A container with its parent's `/proc`
 * does not.
 */
function seesOwnProcesses(): boolean {
  return orNull(() => readlinkSync('/proc/self')) === String(process.pid);
}

function startOf(pid: string): string | null {
  return statOf(pid)?.start ?? null;
}

function statOf(pid: string): { state: string; start: string } | undefined {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return undefined;
  // The second field, the program's name, may contain spaces and brackets; the third is the state, the 22nd the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', start = ''] = [fields[0], fields[19]];
  return { state, start };
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
