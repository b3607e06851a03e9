import type { Line } from './read.ts';

/** The output format that a line asks for, or else the environment: also where the rest of the line has mistakes. */
export function askedFormat(
  line: Line,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const taken = takenAsValue(line);
  if (taken === 'json' || line.flags.some(({ option }) => option.long === '--json')) return 'json';
  const given = line.flags.findLast(({ option }) => option.long === '--output');
  return given?.value ?? taken ?? (env.DOCS_ADMIN_OUTPUT || undefined);
}

/** The format that a list of fields without its value has taken for it: `--fields -o json`. */
function takenAsValue({ words, flags }: Line): string | undefined {
  const fields = flags.find(({ option }) => option.long === '--fields');
  const [, word = ''] = fields?.words ?? [];
  if (word === '--json') return 'json';
  if (word === '-o' || word === '--output') return words[words.indexOf(word) + 1];
  return word.startsWith('--output=') ? word.slice('--output='.length) : undefined;
}
