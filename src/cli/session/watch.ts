import { RateLimited, ServiceError, Unreachable, UnusableAnswer } from '../../api/client/errors.ts';
import { watchForAbsent } from '../../output/absent-fields.ts';
import {
  changesBetween,
  changeView,
  type ItemChange,
  itemsIn,
  type ListReading,
} from '../../output/changes.ts';
import { createOutput } from '../../output/create-output.ts';
import { fitted } from '../../output/message.ts';
import type { Output, OutputOptions } from '../../output/output.ts';
import { createScreen } from '../../output/redraw.ts';
import type { System } from '../../ports.ts';
import { collected } from '../../text/collected.ts';

const eraseLine = '\r\u001b[K';

/** A command that is run again and again. */
export interface Watch {
  /** Takes the output of the command. */
  readonly out: Output;
  /** Shows what was read, and reads again with `read`. Ends only by an error, such as an interrupt. */
  run(read: () => Promise<void>): Promise<void>;
}

interface WatchOptions {
  readonly seconds: number;
  readonly system: Pick<System, 'clock' | 'interrupt' | 'stderr'>;
  readonly output: OutputOptions;
  readonly describe: (error: unknown) => readonly string[];
}

/**
 * Makes a watch. On a terminal it redraws one area, and marks what is new. Elsewhere, and for screen readers, it prints
 * a list of changes that begins with everything in the first reading.
 */
export function createWatch({ seconds, system, output, describe }: WatchOptions): Watch {
  const { clock, interrupt, stderr } = system;
  const base = createOutput(output);
  let reading: ListReading | undefined;
  const noted = new Set<string>();

  const out: Output = {
    ...base,
    async item(value, view) {
      reading = { value, isList: false, view };
    },
    async list(pages, view) {
      reading = { value: await collected(pages), isList: true, view };
    },
    async joined(pages, view) {
      const { rowsOfJoined } = await import('../../output/joined.ts');
      await out.list(rowsOfJoined(pages), view);
    },
    // What every reading would say again is said once.
    async note(message, tone) {
      if (noted.has(message)) return;
      noted.add(message);
      await base.note(message, tone);
    },
  };

  /** Yields the newest reading each time, or the error. Throws errors that would come again each time. */
  async function* readings(
    read: () => Promise<void>,
  ): AsyncGenerator<{ reading: ListReading; error?: unknown }> {
    if (!reading) return;
    yield { reading };
    while (true) {
      await clock.sleep(seconds * 1000, interrupt);
      let error: unknown;
      try {
        await read();
      } catch (thrown) {
        if (!maybePassing(thrown)) throw thrown;
        error = thrown;
      }
      yield { reading, error };
    }
  }

  async function draw(read: () => Promise<void>): Promise<void> {
    const screen = createScreen(output);
    try {
      for await (const { reading, error } of readings(read)) {
        const time = new Date(clock.now()).toTimeString().slice(0, 'hh:mm:ss'.length);
        const footer = `every ${seconds} s, last at ${time}; Ctrl-C ends it`;
        await screen.draw(reading, [...(error ? describe(error) : []), footer]);
      }
    } finally {
      // The terminal has printed ^C at the cursor.
      await output.stdout.write(eraseLine);
    }
  }

  async function* changes(read: () => Promise<void>): AsyncGenerator<ItemChange[]> {
    let before: ListReading | undefined;
    for await (const { reading, error } of readings(read)) {
      if (error) await stderr.write(`${await fitted(describe(error).join('\n'), stderr.columns)}\n`);
      const time = new Date(clock.now()).toISOString();
      yield await changesBetween(before, reading, output, time);
      before = reading;
    }
  }

  async function list(read: () => Promise<void>): Promise<void> {
    if (!reading) return;
    const { format, fields, fieldFacts } = output;
    const absent = watchForAbsent(format === 'id' ? [] : (fields ?? []), reading.view, fieldFacts);
    const items = await itemsIn(reading, output);
    absent.see(items);
    absent.refuse();
    const records = createOutput({
      ...output,
      // A list without an end would wait for a field.
      fieldFacts: undefined,
      // An array would never be closed.
      format: format === 'json' ? 'jsonl' : format,
      fields: fields && ['change', 'time', ...fields.map((field) => `item.${field}`)],
      query: undefined,
    });
    await records.list(changes(read), changeView(reading.view, output.query && items));
  }

  const redraws = output.stdout.isTerminal && !output.plain;
  return { out, run: redraws ? draw : list };
}

function maybePassing(error: unknown): boolean {
  if (error instanceof ServiceError) return error.status !== 401;
  return error instanceof Unreachable || error instanceof UnusableAnswer || error instanceof RateLimited;
}
