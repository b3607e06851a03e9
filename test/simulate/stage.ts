import { main } from '../../src/main.ts';
import type { Transport, WireAnswer, WireRequest } from '../../src/ports.ts';
import { type Announced, type Announcements, createAnnouncements } from './announced.ts';
import type { Clockwork } from './clockwork.ts';
import { failure, type MemoryDisk, type Watch } from './disk.ts';
import { createWatchman } from './guards.ts';
import type { ColleagueChange, Moment, Trouble } from './history.ts';
import type { Line } from './lines.ts';
import { type Computer, Dead, home, type Process, startProcess } from './process.ts';
import { colleagueRequest, type Rows, type Service } from './service.ts';
import { createTroubles } from './troubles.ts';
import { createWire } from './wire.ts';

/** A command line that was run, and how it ended. */
export interface Ran {
  readonly words: readonly string[];
  readonly role: 'line' | 'resume' | 'undo' | 'resume of the undo' | 'unlock';
  readonly pid: number;
  /** The exit code; `undefined` if the process died. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The moment at which it died. */
  readonly died?: Moment | undefined;
  /** The journals that it made; those of two lines at once stand with the first one. */
  readonly journals: readonly string[];
}

/** What a colleague has changed. */
export interface Interference {
  readonly at: number;
  readonly change: ColleagueChange;
  readonly before: Rows;
  readonly after: Rows;
}

/** The machine, which a power failure starts again. */
type Machine = Computer & { boot: string; nextPid: number };

/** Everything around the processes of a history. */
export interface World {
  readonly clockwork: Clockwork;
  readonly disk: MemoryDisk;
  readonly service: Service;
  readonly computer: Machine;
}

/** Where the lines of an act run: it starts processes, and lets the troubles of the act come. */
export interface Stage {
  /** Runs lines at once, until each has ended or died. Throws where one does not end. */
  run(lines: readonly Line[], role: Ran['role']): Promise<Ran[]>;
  readonly interference: readonly Interference[];
  readonly met: ReadonlySet<Trouble>;
  /** The state when the first undo began. */
  readonly beforeUndo: Rows | undefined;
  /** Guards that no flag lifts, and that did not hold. */
  readonly unguarded: readonly string[];
}

/** A process with the moment at which it died, or its exit code. */
type Running = Process & { died?: Moment; code?: number };

/** Milliseconds that a person needs for a line, at most. */
const typing = 20_000;

export function createStage(given: readonly Trouble[], { clockwork, disk, service, computer }: World): Stage {
  const troubles = createTroubles(given);
  const interference: Interference[] = [];
  const watchman = createWatchman(service, clockwork);
  let beforeUndo: Rows | undefined;
  const processes = new Map<number, Running>();

  /** A moment at which a process may die. Throws `Dead` then. */
  function pass(moment: Moment, pid: number): void {
    const end = troubles.at(moment);
    if (!end) return;
    for (const process of end === 'death' ? [processes.get(pid)] : processes.values()) {
      if (!process || process.isDead || process.code !== undefined) continue;
      process.die();
      process.died = moment;
    }
    if (end === 'power failure') {
      disk.loseUnsynced(clockwork);
      computer.boot = `boot-${clockwork.now()}`;
    }
    throw new Dead(moment);
  }

  function watchOf(pid: number, announcements: Announcements): Watch {
    let unsynced = '';
    return ({ call, path, text = '' }) => {
      const isRecord = isJournal(path) || isHistory(path);
      if (call === 'write') {
        if (isRecord && text.includes('"type":"intent"')) pass('before the intent', pid);
        const fault = troubles.onDisk();
        if (fault) throw failure(fault === 'full disk' ? 'ENOSPC' : 'EIO', path);
        if (isRecord) {
          unsynced += text;
          announcements.add(text);
        }
      }
      if (call !== 'sync' || !isRecord) return undefined;
      const synced = unsynced;
      unsynced = '';
      return () => {
        if (synced.includes('"type":"outcome"')) pass('after the outcome', pid);
        if (synced.includes('"type":"intent"')) pass('after the intent', pid);
      };
    };
  }

  async function interfere(before: 'a write' | 'what comes after'): Promise<void> {
    for (const { change } of troubles.ofColleagues(before)) {
      const then = service.rows();
      await service.answer(colleagueRequest(change.method, change.path, change.body), 0);
      interference.push({ at: clockwork.now(), change, before: then, after: service.rows() });
    }
  }

  async function carryOut(request: WireRequest, pid: number, announced?: Announced): Promise<WireAnswer> {
    if (request.method === 'GET') {
      const answer = await service.answer(request, pid);
      watchman.served(pid, request);
      return answer;
    }
    await interfere('a write');
    return watchman.around(pid, request, () => service.answer(request, pid, announced));
  }

  function start(line: Line): Running {
    const pid = computer.nextPid++;
    const announcements = createAnnouncements();
    const wire = createWire({
      clockwork,
      isDead: () => process.isDead,
      faultOf: (isWrite) => troubles.onWire(isWrite)?.what,
      leaving(request) {
        const announced = announcements.of(request);
        return () => carryOut(request, pid, announced);
      },
      pass(moment) {
        // Its record comes before; a line without one has none.
        if (moment === 'before' && announcements.isAny()) return true;
        return lives(() => pass(wireMoments[moment], pid));
      },
    });
    const transport: Transport = async (request, signal) => {
      watchman.leaves(pid, request);
      const answer = await wire(request, signal);
      watchman.arrives(pid, request);
      return answer;
    };
    watchman.begins(pid);
    const watch = watchOf(pid, announcements);
    const process: Running = startProcess(pid, { clockwork, disk, computer, transport, watch });
    processes.set(pid, process);
    // A process that has died throws, or never ends.
    main(line.words, process.system).then(
      (code) => {
        if (process.isDead) return;
        process.code = code;
        computer.alive.delete(pid);
      },
      () => {},
    );
    return process;
  }

  async function wait(ms: number): Promise<void> {
    let isOver = false;
    clockwork.after(ms, () => {
      isOver = true;
    });
    await clockwork.run(() => isOver);
  }

  return {
    interference,
    met: troubles.met,
    unguarded: watchman.unguarded,
    get beforeUndo() {
      return beforeUndo;
    },
    async run(lines, role) {
      await wait(clockwork.random() * typing);
      if (role !== 'line') await interfere('what comes after');
      if (role === 'undo') beforeUndo ??= service.rows();
      const before = new Set(disk.files().keys());
      const running = lines.map(start);
      const isOver = () => running.every(({ isDead, code }) => isDead || code !== undefined);
      await clockwork.run(isOver);
      if (!isOver()) throw new Error(`hangs: ${lines.map(({ words }) => words.join(' ')).join(' & ')}`);
      const journals = [...disk.files().keys()].filter((path) => isJournal(path) && !before.has(path));
      return running.map(({ pid, code, printed, died }, at) => ({
        ...{ words: lines[at]?.words ?? [], role, pid, code, ...printed, died },
        journals: at === 0 ? journals : [],
      }));
    },
  };
}

/** The moments of a write, as the network sees them. */
const wireMoments = {
  before: 'before the intent',
  sent: 'after sending',
  answered: 'after the answer',
} as const;

/** Tells whether a file is the journal of a run. */
export function isJournal(path: string): boolean {
  return path.startsWith(`${home}/.local/state/docs-admin/runs/`) && path.endsWith('.jsonl');
}

/** Tells whether a file has the records of single commands. */
export function isHistory(path: string): boolean {
  return path.startsWith(`${home}/.local/state/docs-admin/history/`);
}

/** Runs what may throw `Dead`. Returns whether the process lives. */
function lives(moment: () => void): boolean {
  try {
    moment();
    return true;
  } catch (error) {
    if (error instanceof Dead) return false;
    throw error;
  }
}
