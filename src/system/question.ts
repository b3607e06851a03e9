import { Writable } from 'node:stream';
import { Interrupted, UsageError } from '../errors.ts';
import { fitted } from '../output/message.ts';
import { suspend, type Terminal } from './terminal.ts';

/** Milliseconds in which the key Esc may turn out to be the beginning of another key, such as an arrow. */
const escapeDelay = 50;

/** Asks for one line; see `createPrompts`. Without `echo`, the terminal shows nothing of the answer. */
export async function askOnTerminal(
  terminal: Terminal,
  question: string,
  { echo = true } = {},
): Promise<string> {
  assertOpen(terminal);
  const lines = await fitted(question, terminal.output.columns || undefined);
  let typed = '';
  while (true) {
    const answer = await askOnce(terminal, lines, { echo, typed });
    if (typeof answer === 'string') return answer;
    typed = answer.typed;
    if (answer.stops) await suspend();
  }
}

/** Throws `UsageError` if the input was read to its end: no one can answer. */
export function assertOpen({ input }: Terminal): void {
  if (!input.destroyed) return;
  throw new UsageError('standard input was read to its end, so no question can be answered', {
    hint: { code: 'answer-beforehand', data: {} },
  });
}

/** Why a question was left open: the process is about to stop, or was stopped. */
interface Left {
  readonly typed: string;
  readonly stops: boolean;
}

async function askOnce(
  { input, output, interrupt }: Terminal,
  question: string,
  { echo, typed }: { echo: boolean; typed: string },
): Promise<string | Left> {
  interrupt.throwIfAborted();
  const { createInterface } = await import('node:readline');
  // readline echoes what it reads; a secret must not be echoed.
  const lines = createInterface({
    input,
    output: echo ? output : new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: true,
    historySize: 0,
    escapeCodeTimeout: escapeDelay,
  });
  const abort = () => lines.close();
  interrupt.addEventListener('abort', abort);
  let leave = () => {};
  let pressed = (_text: unknown, _key: { readonly name?: string }) => {};
  let lineEnded = false;
  try {
    return await new Promise<string | Left>((resolve, reject) => {
      leave = () => resolve({ typed: lines.line, stops: false });
      process.once('SIGCONT', leave);
      pressed = (_, { name }) => {
        if (name === 'escape') reject(new UsageError('cancelled; nothing was sent'));
      };
      input.on('keypress', pressed);
      lines.on('SIGTSTP', () => resolve({ typed: lines.line, stops: true }));
      lines.on('SIGINT', () => reject(new Interrupted('SIGINT')));
      lines.on('close', () => reject(interrupt.reason ?? new UsageError('the question was not answered')));
      lines.question(echo ? question : '', (answer) => {
        lineEnded = echo;
        resolve(answer);
      });
      lines.write(typed);
      // Not earlier: before readline takes over, the terminal itself would echo typed keys.
      if (!echo) output.write(question);
    });
  } finally {
    interrupt.removeEventListener('abort', abort);
    process.off('SIGCONT', leave);
    input.off('keypress', pressed);
    lines.close();
    if (!lineEnded) output.write('\n');
  }
}
