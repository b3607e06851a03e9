import type { Prompts } from '../ports.ts';
import type { askOnTerminal as Ask } from './question.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns questions on a terminal, whose state is restored however a question ends. Ctrl-C throws `Interrupted`; Esc
 * and the end of the input throw `UsageError`, also an end before the question; after Ctrl-Z and `fg` the question is
 * asked again. `open` returns the terminal and is called by each question.
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
      const { VISUAL, EDITOR } = process.env;
      const editor = VISUAL || EDITOR;
      return editor ? (await import('./editor.ts')).editText(editor) : ask(open(), `${question}: `);
    },
    pick: async (question, choices, options) =>
      (await import('./picker.ts')).pickOne(open(), question, choices, options),
    pickSeveral: async (question, choices, options) =>
      (await import('./picker.ts')).pickSeveral(open(), question, choices, options),
  };
}

const ask: typeof Ask = async (...question) => (await import('./question.ts')).askOnTerminal(...question);
