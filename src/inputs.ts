import type { System } from './ports.ts';

/** What reads the inputs that a user names. An input is the path of a file or a pipe, or `-` for standard input. */
export type InputPorts = Pick<System, 'files' | 'stdin'>;

/** Returns whether an input is standard input. A file with the name `-` is `./-`. */
export function isStdin(input: string): boolean {
  return input === '-';
}

/**
 * Returns whether another process cannot read an input again: it is standard input or a pipe. Such an input has no place:
 * files that it names lie in the working folder.
 */
export function isReadOnce({ files }: Pick<InputPorts, 'files'>, input: string): boolean {
  return isStdin(input) || files.isPipe(input);
}

export function inputName(input: string): string {
  return isStdin(input) ? 'standard input' : input;
}

/**
 * Resolves with the text of an input, also a second time. `limit` is its largest size in bytes. Throws `UsageError` as
 * `Files.readText` and `System.stdin.read` do.
 */
export async function readInput(
  { files, stdin }: InputPorts,
  input: string,
  limit?: number,
): Promise<string> {
  return isStdin(input) ? stdin.read(limit) : files.readText(input, limit);
}
