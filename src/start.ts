import { main } from './main.ts';
import { createSystem, endProcess } from './system/system.ts';

/** For lines that run in another process than one of their own: the tests of the installed tool run many so. */
export { createSystem, main };

/** Runs one command line on this machine, and ends the process with its exit code. */
export async function start(argv: readonly string[]): Promise<void> {
  endProcess(await main(argv, createSystem()));
}
