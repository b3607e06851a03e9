import { errorCode } from '../disk/errno.ts';
import { parsedJson } from '../text/json.ts';
import { type Machine, thisMachine } from './machine.ts';

/** The holder of a lock, as the lock's file has it. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * Start of the process, in ticks since the start of the machine, or on macOS as a time: a later process with the same
   * id has another one. `null` on Windows, where only the age of a lock tells them apart.
   */
  readonly start: string | null;
  readonly since: string;
  /** Random; every lock has another one. */
  readonly token: string;
  /** Identifies one start of one machine. */
  readonly boot: string | null;
  /** Identifies the processes of a machine that see each other. */
  readonly namespace: string | null;
  /** The machine's monotonic clock at the last renewal, in milliseconds; always the same number of digits. */
  readonly renewed: string;
}

/** A lock that was not renewed for this many milliseconds is free, unless its process is known to run. */
const staleAge = 30 * 60_000;

export function thisProcess(machine: Machine = thisMachine): Holder {
  const { pid } = machine;
  return {
    token: machine.uuid(),
    pid,
    host: machine.hostname(),
    boot: bootId(machine),
    namespace: machine.link('/proc/self/ns/pid'),
    start: startOf(machine),
    since: new Date(machine.clock.now()).toISOString(),
    renewed: renewal(machine),
  };
}

/** Returns what tells the process of a lock from all others. */
export function processOf({ boot, host, namespace, pid, start }: Holder): string {
  return JSON.stringify([boot, host, namespace, pid, start]);
}

/** Returns whole milliseconds of a clock that all processes of a machine share and that no one can set. */
export function monotonic({ clock }: Machine): number {
  return Math.floor(clock.monotonic());
}

/** Returns the present value for `Holder.renewed`. */
export function renewal(machine: Machine): string {
  return String(monotonic(machine)).padStart(15, '0');
}

export function parseHolder(content: string): Holder | undefined {
  const holder = parsedJson(content) as Holder | null | undefined;
  return holder && Number.isSafeInteger(holder.pid) && holder.pid > 0 ? holder : undefined;
}

/**
 * Returns whether the process of a lock has ended. `changed` is the time of the last change of its file, in
 * milliseconds since the epoch.
 */
export function isGone(holder: Holder, changed: number, machine: Machine = thisMachine): boolean {
  const isStale = silence(holder, changed, machine) > staleAge;
  if (!isHere(holder, machine)) return isStale;
  return isDead(holder, machine) || (holder.start === null && isStale);
}

/** Returns whether this process can check that the holder runs: both are on one machine, and see the same processes. */
export function isHere({ boot, namespace, host }: Holder, machine: Machine = thisMachine): boolean {
  if (boot === null) return bootId(machine) === null && host === machine.hostname();
  return boot === bootId(machine) && namespace === machine.link('/proc/self/ns/pid');
}

/** Returns the milliseconds since the last renewal by the holder. */
export function silence({ boot, renewed }: Holder, changed: number, machine: Machine = thisMachine): number {
  return isSameBoot({ boot }, machine) ? monotonic(machine) - Number(renewed) : machine.clock.now() - changed;
}

/** Returns whether the holder started after the last start of this machine. */
export function isSameBoot({ boot }: Pick<Holder, 'boot'>, machine: Machine = thisMachine): boolean {
  return typeof boot === 'string' && boot === bootId(machine);
}

function isDead({ pid, start }: Holder, machine: Machine): boolean {
  try {
    machine.signal(pid);
  } catch (error) {
    // EPERM is a process of another user.
    return errorCode(error) === 'ESRCH';
  }
  const now = statOf(pid, machine);
  if (now === undefined) return false;
  // A zombie has ended; its parent has not read its exit code yet.
  return /^[ZX]/.test(now.state) || (start !== null && now.start !== start);
}

function bootId({ read }: Machine): string | null {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

function startOf(machine: Machine): string | null {
  // Its own start is in /proc even if that shows other ids.
  const stat = machine.platform === 'darwin' ? statOf(machine.pid, machine) : procStat('self', machine);
  return stat?.start ?? null;
}

interface ProcessStat {
  readonly state: string;
  readonly start: string;
}

/** Returns what the system says of a process; `undefined` where it cannot be asked. */
function statOf(pid: number, machine: Machine): ProcessStat | undefined {
  if (machine.platform === 'darwin') return psStat(pid, machine);
  // A container with the `/proc` of its parent shows processes under other ids.
  return machine.link('/proc/self') === String(machine.pid) ? procStat(String(pid), machine) : undefined;
}

function procStat(pid: string, { read }: Machine): ProcessStat | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return undefined;
  // The second field, the program's name, may contain spaces and brackets; the third is the state, the 22nd the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', start = ''] = [fields[0], fields[19]];
  return { state, start };
}

/** Asks `ps`, which prints `Ss   Mon Jun  1 12:00:00 2026`. */
function psStat(pid: number, { run }: Machine): ProcessStat | undefined {
  const line = run('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
  const [, state, start] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(line ?? '') ?? [];
  return state === undefined || start === undefined ? undefined : { state, start };
}
