import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './errno.ts';

/** Who holds a lock, as it stands in the lock's file. Version 0.1.0 wrote `pid`, `host`, `start` and `since` only. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in ticks since the machine did: distinguishes it from a later one with the same id. */
  readonly start: string | null;
  readonly since: string;
  /** Random; no two locks have the same. */
  readonly token?: string;
  /** One start of one machine. */
  readonly boot?: string | null;
  /** Within a machine, the processes that see each other. */
  readonly namespace?: string | null;
  /** The machine's monotonic clock when the holder was last heard of, in milliseconds; always as many digits. */
  readonly renewed?: string;
}

/** A lock that has not been renewed for so many milliseconds is free, unless its process is known to live. */
const staleAge = 30 * 60_000;

/** This process as the holder of a lock. */
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

/** Milliseconds on a clock that is the same for all processes of a machine and is never set. */
export function monotonic(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** What `Holder.renewed` is now. */
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

/** Whether the process of a lock has ended. `changed` is when its file was changed, in milliseconds since the epoch. */
export function isGone(holder: Holder, changed: number): boolean {
  // Version 0.1.0 never renews a lock.
  const isStale = holder.token !== undefined && silence(holder, changed) > staleAge;
  if (!isHere(holder)) return isStale;
  return isDead(holder) || (holder.start === null && isStale);
}

/** Whether this process can see whether the holder runs: both are on one machine, and see the same processes. */
export function isHere({ boot, namespace, host }: Holder): boolean {
  if (boot === undefined) return host === hostname();
  if (boot === null) return bootId() === null && host === hostname();
  return boot === bootId() && namespace === namespaceId();
}

/** For how many milliseconds the holder has not been heard of. */
export function silence({ boot, renewed }: Holder, changed: number): number {
  return isSameBoot({ boot }) && renewed !== undefined ? monotonic() - Number(renewed) : Date.now() - changed;
}

/** Whether the holder ran since the last start of this machine. */
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
  // A zombie has ended; only its parent has not asked yet how.
  if (now && /^[ZX]/.test(now.state)) return true;
  return now !== undefined && start !== null && now.start !== start;
}

function bootId(): string | null {
  return orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function namespaceId(): string | null {
  return orNull(() => readlinkSync('/proc/self/ns/pid'));
}

/** Whether `/proc` shows the processes by the ids that this process knows: not where a container has its parent's. */
function seesOwnProcesses(): boolean {
  return orNull(() => readlinkSync('/proc/self')) === String(process.pid);
}

function startOf(pid: string): string | null {
  return statOf(pid)?.start ?? null;
}

function statOf(pid: string): { state: string; start: string } | undefined {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return undefined;
  // The second field, the program's name, may hold spaces and brackets; the third is the state, the 22nd the start.
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
