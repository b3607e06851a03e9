import type { Ora } from 'ora';
import type { Sink } from '../ports.ts';
import { type Count, duration, progressText } from './progress-text.ts';

/** The progress that a command shows on stderr while it works. It is removed at the end. */
export interface Progress {
  /**
   * Begins work: `memberships` that will be counted, or `processing invoices`. If stderr is no terminal, `logged` work
   * prints a whole line every five seconds, other work prints nothing.
   */
  start(label: string, options?: { readonly logged?: boolean }): void;
  update(count: Count): void;
  /** Updates the progress of a list, unless other work is shown; `undefined` ends the list. */
  listed(label: string, count: Count | undefined): void;
  /** Sets what the tool waits for: `docs.example`; `undefined` for nothing. */
  waitFor(what: string | undefined): void;
  /** Removes the line before other text is printed; it returns by itself. */
  clear(): void;
  /** Ends all progress; also called before a question. */
  stop(): void;
  /** Ends all progress for good: a pager takes the screen. */
  silence(): void;
}

export interface ProgressOptions {
  readonly stderr: Sink;
  readonly now: () => number;
  /** Calls `tick` every `ms` milliseconds until the returned function is called. */
  readonly every: (ms: number, tick: () => void) => () => void;
  /**
   * `line`: a line that is redrawn, on a terminal. `log`: whole lines, for a file. `steady`: a whole line every 30 seconds,
   * whatever the work is, for a person who listens.
   */
  readonly shows: 'line' | 'log' | 'steady' | 'nothing';
  /** Whether the terminal can show more than ASCII. */
  readonly unicode: boolean;
}

/** Milliseconds before progress is shown: shorter work needs none. */
const patience = 300;
const frameTime = 80;
const logTime = 5000;
const steadyTime = 30_000;
const longWait = 5000;

/** Milliseconds before a speed is shown: earlier it means little. */
const speedTime = 1000;

interface Wait {
  readonly label: string;
  readonly since: number;
}

interface Activity extends Wait {
  readonly kind: 'list' | 'quiet' | 'logged';
  readonly doneBefore: number;
  /** `undefined` if nothing has been counted yet. */
  count: Count | undefined;
}

export function createProgress({ stderr, now, every, unicode, ...options }: ProgressOptions): Progress {
  let { shows } = options;
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
    // While the library loads, the work may have ended.
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
    else if (shows !== 'steady') rest();
    // It ticks on between short works, so that the time is that of all of them.
    else if (work || wait) stopTicks ??= every(steadyTime, log);
  }

  function rest(): void {
    stopTicks?.();
    stopTicks = undefined;
    spinner?.clear();
  }

  function stop(): void {
    work = undefined;
    wait = undefined;
    rest();
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
    stop,
    silence() {
      stop();
      shows = 'nothing';
    },
  };
}

/** Returns the sink with a call of `cover` before every text. */
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

/**
 * Makes a spinner; its library is loaded only for work that takes time. It renders when it is told to, because its own
 * timer would use the process directly.
 */
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
  // The spinner's library asks for a whole stream.
  return stream as unknown as NodeJS.WriteStream;
}
