import { spawnSync } from 'node:child_process';

/** Whether this machine has a program that the tool does not need itself: a shell, jq. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}
