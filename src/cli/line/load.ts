import type { Command } from 'commander';
import { complete, isUnloaded, load } from '../command.ts';
import { type Line, readLine } from './read.ts';
import { withSurroundingFlag } from './surrounding.ts';

/** Reads a line, and loads what it leads to. */
export async function readCommandLine(program: Command, words: readonly string[]): Promise<Line> {
  // A command gets the flags of every command after those of its own.
  const enter = (command: Command) => void (isUnloaded(command) || complete(command));
  while (true) {
    const line = readLine(program, words, enter);
    if (!isUnloaded(line.command)) return withSurroundingFlag(line);
    await load(line.command);
  }
}
