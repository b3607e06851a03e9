import type { Choice, PickOptions, Prompts } from '../../ports.ts';
import { alternatives } from '../../text/alternatives.ts';
import { visible } from '../../text/printable.ts';

/** The largest number of names that a person reads in one sentence. */
const mostNamed = 12;

/**
 * Returns `prompts` with every control and bidirectional character made visible, because questions contain titles and
 * ids. If lists cannot be drawn, the person types the choice.
 */
export function safePrompts(prompts: Prompts, drawsLists: () => boolean): Prompts {
  const type = (question: string, choices: readonly Choice[]) =>
    prompts.text(visible(`${question} ${whatToType(choices)}`));
  return {
    confirm: (question) => prompts.confirm(visible(question)),
    secret: (question) => prompts.secret(visible(question)),
    text: (question, fallback) => prompts.text(visible(question), fallback),
    edit: (question) => prompts.edit(visible(question)),
    pick: async (question, choices, options) => {
      if (!drawsLists()) return (await type(question, choices)).trim();
      return prompts.pick(visible(question), choices.map(safeChoice), { ...options, ...safeBeyond(options) });
    },
    pickSeveral: async (question, choices, options) => {
      if (drawsLists())
        return prompts.pickSeveral(visible(question), choices.map(safeChoice), safeBeyond(options));
      const words = (await type(question, choices)).split(',').map((word) => word.trim());
      return words.filter((word) => word !== '');
    },
  };
}

function safeBeyond({ beyond }: Pick<PickOptions, 'beyond'> = {}): Pick<PickOptions, 'beyond'> {
  return beyond ? { beyond: async (text) => (await beyond(text)).map(safeChoice) } : {};
}

function whatToType(choices: readonly Choice[]): string {
  const areWords = choices.length <= mostNamed && choices.every(({ value, label }) => value === label);
  return areWords ? `Type ${alternatives(choices.map(({ value }) => value))}` : 'Type its id';
}

function safeChoice({ value, label }: Choice): Choice {
  return { value, label: visible(label) };
}
