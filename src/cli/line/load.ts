import type { Command } from 'commander';
import { complete, isUnloaded, load } from '../command.ts';
import { type Line, readLine } from './read.ts';
import { withSurroundingFlag } from './surrounding.ts';

/** Parses a line, and loads the command that it names. */
export async function readCommandLine(program: Command, words: readonly string[]): Promise<Line> {
  // A command gets its own flags before those of every command.
  const enter = (command: Command) => void (isUnloaded(command) || complete(command));
  while (true) {
    const line = readLine(program, words, enter);
    if (!isUnloaded(line.command)) return withSurroundingFlag(line);
    await load(line.command);
  }
}
