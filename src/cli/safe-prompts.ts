import { visible } from '../output/text.ts';
import type { Choice, Prompts } from './system.ts';

/** `prompts`, asking with every control and bidirectional character made visible: titles and ids are part of questions. */
export function safePrompts(prompts: Prompts): Prompts {
  return {
    confirm: (question) => prompts.confirm(visible(question)),
    secret: (question) => prompts.secret(visible(question)),
    text: (question, fallback) => prompts.text(visible(question), fallback),
    pick: (question, choices) => prompts.pick(visible(question), choices.map(safeChoice)),
    pickSeveral: (question, choices) => prompts.pickSeveral(visible(question), choices.map(safeChoice)),
  };
}

function safeChoice({ value, label }: Choice): Choice {
  return { value, label: visible(label) };
}
