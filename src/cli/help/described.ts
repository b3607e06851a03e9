import type { Command } from 'commander';
import { loadAll } from '../command.ts';
import { type CommandDescription, describeProgram } from './reference.ts';

/**
 * Resolves with the descriptions of the program and of all its commands, in the order of the help. To load every noun for
 * them takes long: the build puts `src/build/described.js` in place of this file, which has them as data.
 */
export async function describedProgram(program: Command): Promise<readonly CommandDescription[]> {
  await loadAll(program);
  return describeProgram(program);
}
