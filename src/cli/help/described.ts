import type { Verb } from '../verb.ts';
import { type CommandDescription, describeProgram } from './reference.ts';

/** The same for every program of this process. */
let described: Promise<readonly CommandDescription[]> | undefined;

/**
 * Resolves with the descriptions of the program and of all its commands, in the order of the help. To load every noun for
 * them takes long: the build puts `src/build/described.js` in place of this file, which has them as data.
 */
export function describedProgram(program: Verb): Promise<readonly CommandDescription[]> {
  described ??= program.loadAll().then(() => describeProgram(program));
  return described;
}
