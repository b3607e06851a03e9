import type { Change } from '../domain/change.ts';
import { type PersonFacts, personEntry } from '../domain/people.ts';
import type { Effect } from '../model/effects/effects.ts';
import type { ShownLine } from '../output/output.ts';
import type { Blocks } from './plan-document.ts';
import { sessionReader } from './run/readers.ts';
import type { Report, Session } from './run/session.ts';

/** What teams and other things, and people, are called, by their ids. */
interface KnownNames {
  readonly titles?: ReadonlyMap<string, string> | undefined;
  readonly people?: ReadonlyMap<string, PersonFacts> | undefined;
}

/** Makes a function that returns a known name of a thing by its kind and id. */
export function naming({ titles, people }: KnownNames): (kind: string, id: string) => string | undefined {
  return (kind, id) => {
    const person = kind === 'member' ? people?.get(id) : undefined;
    return person ? personEntry(id, person) : titles?.get(id);
  };
}

/**
 * Returns what changes open and take away, with names. Reads what the session has not read yet. `following` is what ends with what
 * they end.
 */
export async function changeEffects(
  session: Session,
  changes: readonly Change[],
  names: KnownNames,
  following?: readonly Effect[],
): Promise<Blocks> {
  const { blocksOf } = await import('./reach/blocks.ts');
  return blocksOf(changes, sessionReader(session), { nameOf: naming(names), following });
}

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
