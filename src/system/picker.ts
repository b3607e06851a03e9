import { Transform } from 'node:stream';
import { holdsWords } from '../domain/search.ts';
import { Interrupted, UsageError } from '../errors.ts';
import type { Choice, PickOptions } from '../ports.ts';
import { assertOpen } from './question.ts';
import { suspend, type Terminal } from './terminal.ts';

const rowsAtOnce = 10;

/** The choice that searches for what is typed among things that are not in the list. No thing has an empty id. */
const beyondList: Choice = { value: '', label: 'search all others for what you typed' };

/** Shows a searchable list on a terminal; see `Prompts.pick`. Its library is loaded by the first question. */
export async function pickOne(
  terminal: Terminal,
  question: string,
  choices: readonly Choice[],
  { first, beyond }: PickOptions = {},
): Promise<string> {
  const { autocomplete } = await import('@clack/prompts');
  let shown = choices;
  while (true) {
    const { list, typed } = listOf(terminal, question, shown, beyond);
    const settings = {
      ...list,
      ...(first !== undefined && { initialValue: first }),
      validate: (picked: unknown) =>
        picked === undefined ? 'Nothing is picked: change the search' : undefined,
    };
    const picked = await untilPicked<string>(terminal, (keys) => autocomplete({ ...settings, ...keys }));
    if (!beyond || picked !== beyondList.value) return picked;
    shown = await beyond(typed());
  }
}

/** Shows a list to pick one or more choices; see `Prompts.pickSeveral`. */
export async function pickSeveral(
  terminal: Terminal,
  question: string,
  choices: readonly Choice[],
  { beyond }: PickOptions = {},
): Promise<string[]> {
  const { autocompleteMultiselect } = await import('@clack/prompts');
  const all = new Set<string>();
  let shown = choices;
  while (true) {
    const { list, typed } = listOf(terminal, question, shown, beyond);
    const show = (keys: KeysOfList) => autocompleteMultiselect({ ...list, required: true, ...keys });
    const picked = await untilPicked<string[]>(terminal, show, { several: true });
    // The library prints only their number.
    const labels = shown.filter(({ value }) => picked.includes(value)).map(({ label }) => `   ${label}\n`);
    terminal.output.write(labels.join(''));
    for (const value of picked) if (!beyond || value !== beyondList.value) all.add(value);
    if (!beyond || !picked.includes(beyondList.value)) return [...all];
    shown = await beyond(typed());
  }
}

function listOf(
  { output }: Terminal,
  message: string,
  choices: readonly Choice[],
  beyond: PickOptions['beyond'],
) {
  assumeSize(output);
  let typed = '';
  const options = beyond ? [...choices, beyondList] : choices;
  const list = {
    message,
    placeholder: 'type to search',
    options: options.map(({ value, label }) => ({ value, label })),
    filter: (search: string, { value, label = '' }: { value: string; label?: string }) => {
      // The placeholder is looked for as well, when Tab is pressed.
      if (search !== list.placeholder) typed = search;
      return (beyond && value === beyondList.value) || holdsWords(label, search);
    },
    maxItems: rowsAtOnce,
    output,
  };
  return { list, typed: () => typed };
}

/** A terminal that does not know its size reports 0, and the library would draw each character on a line of its own. */
function assumeSize(output: Terminal['output']): void {
  if ((output as Partial<NodeJS.WriteStream>).columns === 0) Object.assign(output, { columns: 80, rows: 24 });
}

interface KeysOfList {
  readonly input: Keys['stream'];
  readonly signal: AbortSignal;
}

/** Shows a list until something is picked. Draws it again when a stopped process continues. */
async function untilPicked<Answer extends string | string[]>(
  terminal: Terminal,
  show: (keys: KeysOfList) => Promise<Answer | symbol>,
  options?: { several: boolean },
): Promise<Answer> {
  assertOpen(terminal);
  const { input, interrupt } = terminal;
  while (true) {
    interrupt.throwIfAborted();
    const keys = readKeys(input, options);
    const answer = await show({
      input: keys.stream,
      signal: AbortSignal.any([interrupt, keys.end]),
    }).finally(keys.close);
    interrupt.throwIfAborted();
    if (typeof answer !== 'symbol') return answer;
    if (keys.reason === 'interrupted') throw new Interrupted('SIGINT');
    if (keys.reason === 'closed') throw new Interrupted('SIGHUP');
    if (keys.reason === undefined) throw new UsageError('cancelled; nothing was sent');
    if (keys.reason === 'suspended') await suspend();
  }
}

const ctrlC = 0x03;
const ctrlZ = 0x1a;

/** The keys typed while a list is drawn, without the key that stops the process. */
interface Keys {
  readonly stream: Transform;
  /** Aborts when the list must be removed: the input has ended, or the process is about to stop or was continued. */
  readonly end: AbortSignal;
  /** The reason of `end`, or `interrupted` after Ctrl-C; `undefined` if the person has chosen or cancelled. */
  readonly reason: 'interrupted' | 'suspended' | 'continued' | 'closed' | undefined;
  close(): void;
}

/**
 * Reads the keys of a terminal for one list, because the library of the list would read no keys after the process was
 * stopped and continued. With `several`, Enter alone picks the line with the cursor.
 */
function readKeys(input: Terminal['input'], { several = false } = {}): Keys {
  const ended = new AbortController();
  let reason: Keys['reason'];
  const end = (why: Keys['reason']) => {
    reason ??= why;
    ended.abort();
  };
  const press = several ? enterPicks() : (keys: Buffer) => keys;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (chunk.includes(ctrlC)) reason ??= 'interrupted';
      if (chunk.includes(ctrlZ)) end('suspended');
      else this.push(press(chunk));
      done();
    },
  });
  // Node switches the mode of the terminal itself, not of the stream that reads it.
  const setRawMode = (raw: boolean) => void (input as Partial<NodeJS.ReadStream>).setRawMode?.(raw);
  Object.assign(stream, { isTTY: true, setRawMode });
  const onEnd = () => end('closed');
  const onContinue = () => end('continued');
  input.once('end', onEnd);
  process.once('SIGCONT', onContinue);
  input.pipe(stream, { end: false });
  return {
    stream,
    end: ended.signal,
    get reason() {
      return reason;
    },
    close() {
      input.off('end', onEnd);
      process.off('SIGCONT', onContinue);
      input.unpipe(stream);
      input.pause();
    },
  };
}

/** Adds the key that picks a line before the key that ends the list, if nothing has been picked. */
function enterPicks(): (keys: Buffer) => Buffer {
  let picked = false;
  let moving = false;
  return (keys) => {
    const pressed = keys.toString('latin1').match(/\x1b\[[A-Z]|./gs) ?? [];
    const sent = pressed.map((key) => {
      if (key === '\r' && !picked) return '\t\r';
      // A blank picks a line only after the cursor has moved; before, it is part of the search.
      picked ||= key === '\t' || (key === ' ' && moving);
      moving = key.startsWith('\x1b[') || (moving && key === ' ');
      return key;
    });
    return Buffer.from(sent.join(''), 'latin1');
  };
}
