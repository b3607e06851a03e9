import { spawnSync } from 'node:child_process';

/** Returns whether this machine has a program that the tool itself does not need: a shell, jq. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}
