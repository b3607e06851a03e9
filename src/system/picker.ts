import { Interrupted } from '../cli/errors.ts';
import type { Choice } from '../cli/system.ts';
import type { Terminal } from './prompts.ts';

const rowsAtOnce = 10;

/** A searchable list on a terminal; see `Prompts`. Its library is loaded by the first question. */
export async function pick(
  { input, output, interrupt }: Terminal,
  question: string,
  choices: readonly Choice[],
): Promise<string> {
  interrupt.throwIfAborted();
  const { autocomplete, isCancel } = await import('@clack/prompts');
  const answer = await autocomplete({
    message: question,
    placeholder: 'type to search',
    options: choices.map(({ value, label }) => ({ value, label })),
    maxItems: rowsAtOnce,
    // Input that has ended would leave the question open for ever.
    signal: AbortSignal.any([interrupt, endOf(input)]),
    input,
    output,
  });
  interrupt.throwIfAborted();
  if (isCancel(answer)) throw new Interrupted('SIGINT');
  return answer;
}

function endOf(input: Terminal['input']): AbortSignal {
  const ended = new AbortController();
  input.once('end', () => ended.abort());
  return ended.signal;
}
