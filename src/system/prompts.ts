import { type Readable, Writable } from 'node:stream';
import { Interrupted, UsageError } from '../cli/errors.ts';
import type { Prompts } from '../cli/system.ts';
import { suspend } from './suspend.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends a question at once; it throws the signal's reason. */
  readonly interrupt: AbortSignal;
}

/**
 * Questions on a terminal, which is left as it was however a question ends. Ctrl-C throws `Interrupted`, the end of
 * the input `UsageError`; after Ctrl-Z and `fg` it is asked again. `open` gives the terminal when the first question is asked.
 */
export function createPrompts(open: () => Terminal): Prompts {
  return {
    confirm: async (question) => /^\s*y(es)?\s*$/i.test(await ask(open(), `${question} [y/N] `)),
    secret: async (question) => await ask(open(), `${question}: `, { echo: false }),
    async text(question, fallback) {
      const answer = await ask(open(), fallback ? `${question} [${fallback}]: ` : `${question}: `);
      return answer.trim() === '' ? (fallback ?? '') : answer;
    },
    async edit(question) {
      const { editorOf, editText } = await import('./editor.ts');
      const editor = editorOf(process.env);
      return editor ? editText(editor) : ask(open(), `${question}: `);
    },
    pick: async (question, choices) => (await import('./picker.ts')).pick(open(), question, choices),
    pickSeveral: async (question, choices) =>
      (await import('./picker.ts')).pickSeveral(open(), question, choices),
  };
}

async function ask(terminal: Terminal, question: string, { echo = true } = {}): Promise<string> {
  let typed = '';
  while (true) {
    const answer = await askOnce(terminal, question, { echo, typed });
    if (typeof answer === 'string') return answer;
    typed = answer.typed;
    if (answer.stops) await suspend();
  }
}

/** A question that is left open: the process is to be stopped, or was. */
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
  // readline echoes what it reads; a secret is echoed nowhere.
  const lines = createInterface({
    input,
    output: echo ? output : new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: true,
    historySize: 0,
  });
  const abort = () => lines.close();
  interrupt.addEventListener('abort', abort);
  let leave = () => {};
  let lineEnded = false;
  try {
    return await new Promise<string | Left>((resolve, reject) => {
      leave = () => resolve({ typed: lines.line, stops: false });
      process.once('SIGCONT', leave);
      lines.on('SIGTSTP', () => resolve({ typed: lines.line, stops: true }));
      lines.on('SIGINT', () => reject(new Interrupted('SIGINT')));
      lines.on('close', () => reject(interrupt.reason ?? new UsageError('the question was not answered')));
      lines.question(echo ? question : '', (answer) => {
        lineEnded = echo;
        resolve(answer);
      });
      lines.write(typed);
      // Only now: before readline took over, the terminal itself would have echoed what somebody typed.
      if (!echo) output.write(question);
    });
  } finally {
    interrupt.removeEventListener('abort', abort);
    process.off('SIGCONT', leave);
    lines.close();
    if (!lineEnded) output.write('\n');
  }
}
