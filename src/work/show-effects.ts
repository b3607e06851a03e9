import type { ShownLine } from '../output/output.ts';
import type { Report } from './run/session.ts';

/** What changes open, what they take away, and which public addresses become others: a sentence for each. */
export interface ShownEffects {
  readonly opens: readonly string[];
  readonly loses: readonly string[];
  readonly addresses?: readonly string[];
}

/** A block of sentences about changes, with a heading that counts them: `opens (3)`. */
export interface EffectBlock {
  readonly heading: string;
  readonly entries: readonly string[];
}

/** Returns the blocks that have entries, in the order in which every text of changes begins with them. */
export function effectBlocks({ opens, loses, addresses = [] }: ShownEffects): EffectBlock[] {
  return Object.entries({ opens, loses, addresses })
    .filter(([, entries]) => entries.length > 0)
    .map(([word, entries]) => ({ heading: `${word} (${entries.length})`, entries }));
}

/** Returns the lines before all others about changes; none if there is nothing to say. Nothing is left out. */
export function effectLines(effects: ShownEffects): ShownLine[] {
  return effectBlocks(effects).flatMap(({ heading, entries }): ShownLine[] => [
    { text: heading, tone: 'heading' },
    ...entries.map((entry) => ({ text: `  ${entry}`, tone: 'attention' as const })),
    { text: '' },
  ]);
}

/** Prints what changes open and what they lose, before anything else about them. Nothing is left out. */
export async function showEffects({ note }: Pick<Report, 'note'>, effects: ShownEffects): Promise<void> {
  for (const { text, tone } of effectLines(effects)) await note(text, tone === 'heading' ? undefined : tone);
}
