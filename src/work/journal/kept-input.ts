import { type InputPorts, inputName, isReadOnce, isStdin, readInput } from '../../inputs.ts';
import type { FixtureSource } from '../../ports.ts';

/** Yields the bytes of an input, also a second time: standard input is kept, and has no more than {@link longestInput} bytes. */
export async function* inputBytes({ files, stdin }: InputPorts, input: string): AsyncGenerator<Uint8Array> {
  if (isStdin(input)) yield Buffer.from(await stdin.read(longestInput));
  else yield* files.bytes(input);
}

/** The most bytes of a snapshot, and of other files that are read beside one. */
export const longestInput = 500 * 1024 * 1024;

/** Returns the snapshot in an input as a fixture of the sandbox. */
export async function fixtureIn(ports: InputPorts, input: string): Promise<FixtureSource> {
  if (!isReadOnce(ports, input)) return { path: input };
  return { text: await readInput(ports, input, longestInput), name: inputName(input) };
}
