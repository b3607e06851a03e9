import { type PlacedYaml, parsePlaced, YamlFault } from '../../formats/yaml.ts';

/** What can be read of a text with faults. */
export interface Recovered extends PlacedYaml {
  readonly value: Readonly<Record<string, unknown>>;
  /** The keys at the top whose values cannot be read. */
  readonly lost: ReadonlySet<string>;
  /** One fault for each of them, and for each key that is there again. */
  readonly faults: readonly YamlFault[];
}

/** A key at the top of a text, with everything up to the next one. */
interface Block {
  readonly key: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Reads each key at the top of a text on its own, so that a fault in one hides nothing in the others. Returns `undefined`
 * if nothing can be told apart: the text has no keys at its top, or the fault is in none of them.
 */
export function recover(text: string): Recovered | undefined {
  const parts = new Map<string, PlacedYaml>();
  const lost = new Set<string>();
  const faults: YamlFault[] = [];
  for (const { key, line, text: own } of blocksOf(text)) {
    if (parts.has(key)) {
      faults.push(new YamlFault('duplicate key', { line, col: 1 }));
      continue;
    }
    try {
      // Lines keep their numbers.
      parts.set(
        key,
        parsePlaced('\n'.repeat(line - 1) + own, (fault) => faults.push(fault)),
      );
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error;
      lost.add(key);
      faults.push(error);
    }
  }
  if (faults.length === 0 || parts.size === 0) return undefined;
  return {
    value: Object.fromEntries(
      [...parts].map(([key, { value }]) => [key, (value as Record<string, unknown> | undefined)?.[key]]),
    ),
    placeOf: (path) => parts.get(String(path[0]))?.placeOf(path) ?? { line: 1, column: 1 },
    lost,
    faults,
  };
}

/** Cuts a text before each key at its top. */
function blocksOf(text: string): Block[] {
  const found = [...text.matchAll(/^([\w-]+):(?=\s|$)/gm)];
  let line = 1;
  let last = 0;
  return found.map((match, at): Block => {
    line += text.slice(last, match.index).split('\n').length - 1;
    last = match.index;
    return { key: match[1] as string, line, text: text.slice(match.index, found[at + 1]?.index) };
  });
}
