import type { Choice, PickOptions, Prompts } from '../../ports.ts';
import { visible } from '../../text/printable.ts';
import type { ChoiceOptions, Typing } from './typed-choice.ts';

/**
 * Returns `prompts` with every control and bidirectional character made visible, because questions contain titles and
 * ids. `ready` resolves when no one else reads the keyboard. If lists cannot be drawn, `write` writes them, and the person types
 * the choice.
 */
export function safePrompts(
  prompts: Prompts,
  {
    drawsLists,
    ready,
    write,
  }: { drawsLists: () => boolean; ready: () => Promise<void>; write: Typing['write'] },
): Prompts {
  const type = async (question: string, choices: readonly Choice[], options?: ChoiceOptions) => {
    const { chooseByTyping } = await import('./typed-choice.ts');
    return chooseByTyping({ text: prompts.text, write }, question, choices, options);
  };
  return {
    confirm: async (question) => {
      await ready();
      return prompts.confirm(visible(question));
    },
    secret: async (question) => {
      await ready();
      return prompts.secret(visible(question));
    },
    text: async (question, fallback) => {
      await ready();
      return prompts.text(visible(question), fallback);
    },
    edit: async (question) => {
      await ready();
      return prompts.edit(visible(question));
    },
    pick: async (question, choices, options) => {
      await ready();
      if (!drawsLists()) return (await type(question, choices, options))[0] ?? '';
      return prompts.pick(visible(question), choices.map(safeChoice), { ...options, ...safeBeyond(options) });
    },
    pickSeveral: async (question, choices, options) => {
      await ready();
      if (drawsLists())
        return prompts.pickSeveral(visible(question), choices.map(safeChoice), safeBeyond(options));
      return type(question, choices, { ...options, several: true });
    },
  };
}

function safeBeyond({ beyond }: Pick<PickOptions, 'beyond'> = {}): Pick<PickOptions, 'beyond'> {
  return beyond ? { beyond: async (text) => (await beyond(text)).map(safeChoice) } : {};
}

function safeChoice({ value, label }: Choice): Choice {
  return { value, label: visible(label) };
}
