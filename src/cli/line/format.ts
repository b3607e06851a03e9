import type { Line } from './read.ts';

/** Returns the output format of a line, or else of the environment, even if the rest of the line has mistakes. */
export function askedFormat(
  line: Line,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const taken = takenAsValue(line);
  if (taken === 'json' || line.flags.some(({ option }) => option.long === '--json')) return 'json';
  const given = line.flags.findLast(({ option }) => option.long === '--output');
  return given?.value ?? taken ?? (env.DOCS_ADMIN_OUTPUT || undefined);
}

/** Returns a format that a list of fields has taken as its value: `--fields -o json`. */
function takenAsValue({ words, flags }: Line): string | undefined {
  const fields = flags.find(({ option }) => option.long === '--fields');
  const [, word = ''] = fields?.words ?? [];
  if (word === '--json') return 'json';
  if (word === '-o' || word === '--output') return words[words.indexOf(word) + 1];
  return word.startsWith('--output=') ? word.slice('--output='.length) : undefined;
}
