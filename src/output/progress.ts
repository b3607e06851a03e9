import type { Ora } from 'ora';
import type { Sink } from '../ports.ts';
import { type Count, duration, progressText } from './progress-text.ts';

/** What a command tells of itself while it works, on stderr. Nothing of it stays. */
export interface Progress {
  /**
   * Begins work: `memberships` that will be counted, or `processing invoices`. Where nobody watches, `logged` work is told in whole lines, one every
   * five seconds, and other work not at all.
   */
  start(label: string, options?: { readonly logged?: boolean }): void;
  /** How far the work is. */
  update(count: Count): void;
  /** How far a list is, unless other work is on; `undefined` where it has ended. */
  listed(label: string, count: Count | undefined): void;
  /** What is waited for: `docs.example`; `undefined` where nothing is. */
  waitFor(what: string | undefined): void;
  /** Takes the line away before something else is printed; it comes back by itself. */
  clear(): void;
  /** Ends it all. Also before a question. */
  stop(): void;
}

export interface ProgressOptions {
  readonly stderr: Sink;
  readonly now: () => number;
  /** Calls `tick` every `ms` milliseconds, until the function has this title it returns. */
  readonly every: (ms: number, tick: () => void) => () => void;
  /** `line`: a line that moves, on a terminal. `log`: whole lines, for a file. */
  readonly shows: 'line' | 'log' | 'nothing';
  /** Whether the terminal has more than ASCII. */
  readonly unicode: boolean;
}

/** What takes less is over before anybody wonders. */
const patience = 300;
const frameTime = 80;
const logTime = 5000;
const longWait = 5000;

/** A speed says something only after a while. */
const speedTime = 1000;

interface Wait {
  readonly label: string;
  readonly since: number;
}

interface Activity extends Wait {
  readonly kind: 'list' | 'quiet' | 'logged';
  readonly doneBefore: number;
  /** `undefined` where nothing has been counted yet. */
  count: Count | undefined;
}

export function createProgress({ stderr, now, every, shows, unicode }: ProgressOptions): Progress {
  let work: Activity | undefined;
  let wait: Wait | undefined;
  let stopTicks: (() => void) | undefined;
  let spinner: Ora | undefined;

  function line(): string | undefined {
    const task = work ?? wait;
    const age = task ? now() - task.since : 0;
    if (!task || age < patience) return undefined;
    if (work?.count) {
      const speed = age < speedTime ? 0 : ((work.count.done - work.doneBefore) * 1000) / age;
      const width = shows === 'line' ? (stderr.columns ?? 80) : 0;
      return progressText(work.label, work.count, speed, { width, unicode });
    }
    return age < longWait ? task.label : `${task.label}, ${duration(Math.floor(age / 1000))}`;
  }

  async function draw(): Promise<void> {
    if (line() === undefined) return;
    spinner ??= await loadSpinner(stderr, unicode);
    const text = line();
    // Loading takes a moment, in which everything may have come to its end.
    if (text === undefined || !stopTicks) return;
    spinner.text = text;
    spinner.render();
  }

  function log(): void {
    const text = line();
    if (text !== undefined) void stderr.write(`${text}\n`);
  }

  function keepTicking(): void {
    if (shows === 'line' && (work || wait)) stopTicks ??= every(frameTime, draw);
    else if (shows === 'log' && work?.kind === 'logged') stopTicks ??= every(logTime, log);
    else rest();
  }

  function rest(): void {
    stopTicks?.();
    stopTicks = undefined;
    spinner?.clear();
  }

  function begin(label: string, kind: Activity['kind'], count?: Count): void {
    work = { label, kind, since: now(), doneBefore: count?.done ?? 0, count };
    keepTicking();
  }

  return {
    start: (label, { logged = false } = {}) => begin(label, logged ? 'logged' : 'quiet'),
    update(count) {
      if (work) work.count = { ...count };
    },
    listed(label, count) {
      const isOn = work?.kind === 'list' && work.label === label;
      if (!count) {
        if (isOn) work = undefined;
        keepTicking();
      } else if (work && isOn) work.count = count;
      else if (!work || work.kind === 'list') begin(label, 'list', count);
    },
    waitFor(what) {
      wait = what === undefined ? undefined : { label: `waiting for ${what}`, since: now() };
      keepTicking();
    },
    clear: () => void spinner?.clear(),
    stop() {
      work = undefined;
      wait = undefined;
      rest();
    },
  };
}

/** The sink, with `cover` called before anything is written. */
export function coveringSink(sink: Sink, cover: () => void): Sink {
  return {
    get isTerminal() {
      return sink.isTerminal;
    },
    get columns() {
      return sink.columns;
    },
    get rows() {
      return sink.rows;
    },
    write(text) {
      cover();
      return sink.write(text);
    },
  };
}

/** Loaded only for those who wait. It renders when it is told to: its own clock would reach for the process. */
async function loadSpinner(stderr: Sink, unicode: boolean): Promise<Ora> {
  const { default: ora } = await import('ora');
  const frames = unicode ? [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'] : [...'-\\|/'];
  const spinner = { frames, interval: frameTime };
  return ora({ stream: terminalStream(stderr), isEnabled: true, color: false, spinner });
}

/** The few methods of a terminal's stream that the spinner uses. */
function terminalStream(stderr: Sink): NodeJS.WriteStream {
  const write = (text: string) => {
    void stderr.write(text);
    return true;
  };
  const stream = {
    isTTY: true,
    get columns() {
      return stderr.columns;
    },
    write,
    cursorTo: (column: number) => write(`\u001b[${column + 1}G`),
    moveCursor: (_: number, lines: number) => write(`\u001b[${-lines}A`),
    clearLine: () => write('\u001b[K'),
  };
  return stream as unknown as NodeJS.WriteStream;
}
