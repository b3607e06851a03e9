import type { Verb } from '../verb.ts';
import { type Line, readLine } from './read.ts';
import { withSurroundingFlag } from './surrounding.ts';

export async function readCommandLine(program: Verb, words: readonly string[]): Promise<Line> {
  // A command gets its own flags before those of every command.
  const enter = (command: Verb) => void (command.isUnloaded || command.complete());
  while (true) {
    const line = readLine(program, words, enter);
    if (!line.command.isUnloaded) return withSurroundingFlag(line);
    await line.command.load();
  }
}
