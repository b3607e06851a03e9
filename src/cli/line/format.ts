import type { Line } from './read.ts';

/** The output format that a line asks for, or else the environment: also where the rest of the line has mistakes. */
export function askedFormat(
  { flags }: Line,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (flags.some(({ option }) => option.long === '--json')) return 'json';
  const given = flags.findLast(({ option }) => option.long === '--output');
  return given?.value ?? (env.DOCS_ADMIN_OUTPUT || undefined);
}
