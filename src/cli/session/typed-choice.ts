import { holdsWords } from '../../domain/search.ts';
import type { Choice, PickOptions, Prompts } from '../../ports.ts';
import { visible } from '../../text/printable.ts';
import { quoted } from '../../text/words.ts';

/** The most choices that are listed at once: a screen. Of more, a person searches for a part first. */
const mostListed = 20;

/** A person who answers by typing, where no list can be drawn. */
export interface Typing {
  readonly text: Prompts['text'];
  /** Writes lines above a question. */
  readonly write: (text: string) => Promise<void>;
}

export interface ChoiceOptions extends PickOptions {
  /** Whether several choices may be typed, separated by commas. */
  readonly several?: boolean;
}

/**
 * Lets a person choose from a numbered list, which is written once: by number, by value, or by words of a label, which
 * lead to a shorter list. Resolves with the chosen values; with none for an empty answer.
 */
export async function chooseByTyping(
  { text, write }: Typing,
  question: string,
  choices: readonly Choice[],
  { first, beyond, several = false }: ChoiceOptions = {},
): Promise<string[]> {
  let shown = choices;
  await write(visible(question) + linesOf(shown));
  while (true) {
    const answer = (await text(whatToType(shown, several), numberOf(first, shown))).trim();
    if (answer === '') return [];
    const words = several ? answer.split(',').map((word) => word.trim()) : [answer];
    const values = words.map((word) => chosen(word, shown, choices));
    const unknown = words.find((_, at) => values[at] === undefined);
    if (unknown === undefined) return values as string[];
    const found = words.length > 1 ? [] : await search(answer, choices, beyond);
    if (found.length > 0) shown = found;
    await write(
      found.length > 0 ? linesOf(shown).trimStart() : `Nothing matches ${quoted(visible(unknown))}.\n`,
    );
  }
}

/** Returns the lines of a list, or how many choices there are. */
function linesOf(choices: readonly Choice[]): string {
  if (choices.length > mostListed) return ` There are ${choices.length}.\n`;
  return `\n${choices.map(({ label }, at) => `${at + 1}. ${visible(label)}\n`).join('')}`;
}

function whatToType(choices: readonly Choice[], several: boolean): string {
  if (choices.length > mostListed) return `Type words to search for, or ${several ? 'ids' : 'an id'}`;
  const areWords = choices.every(({ value, label }) => value === label);
  if (several) return `Type numbers or ${areWords ? 'words' : 'ids'}, separated by commas`;
  return areWords ? 'Type a number, or the word' : 'Type a number, or words to search for';
}

/** Returns the value of the choice that a word names: by its number, if that is shown, or by the value itself. */
function chosen(word: string, shown: readonly Choice[], choices: readonly Choice[]): string | undefined {
  const numbered = shown.length <= mostListed && /^\d+$/.test(word) ? shown[Number(word) - 1] : undefined;
  return (numbered ?? [...shown, ...choices].find(({ value }) => value === word))?.value;
}

/** Returns what an empty answer means. */
function numberOf(first: string | undefined, shown: readonly Choice[]): string | undefined {
  const at = shown.findIndex(({ value }) => value === first);
  if (at < 0) return undefined;
  return shown.length <= mostListed ? String(at + 1) : first;
}

async function search(
  words: string,
  choices: readonly Choice[],
  beyond: PickOptions['beyond'],
): Promise<readonly Choice[]> {
  const found = choices.filter(({ label }) => holdsWords(label, words));
  return found.length === 0 && beyond ? beyond(words) : found;
}
