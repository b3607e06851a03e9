import { type InputPorts, inputName, isStdin } from '../inputs.ts';
import type { FixtureSource, System } from '../ports.ts';

/** Yields the bytes of an input, also a second time: standard input is kept, and counts no more than `limit` bytes. */
export async function* inputBytes(
  { files, stdin }: InputPorts,
  input: string,
  limit: number,
): AsyncGenerator<Uint8Array> {
  if (isStdin(input)) yield Buffer.from(await stdin.read(limit));
  else yield* files.bytes(input);
}

/** Returns the fixture in an input, for `withCopy`. */
export async function fixtureIn(
  { stdin }: Pick<System, 'stdin'>,
  input: string,
  limit: number,
): Promise<FixtureSource> {
  return isStdin(input) ? { text: await stdin.read(limit), name: inputName(input) } : { path: input };
}
