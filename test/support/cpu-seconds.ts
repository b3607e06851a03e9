import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number;
  }
}

const before = cpuSeconds();

// Every test file evaluates this file. What a file takes on a busy machine is as much as on an idle one.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads this pattern to find out which fixtures are used.
afterAll(({}, { file }) => {
  file.meta.cpuSeconds = cpuSeconds() - before;
});

/** Returns the CPU time of this process and of those that it has started and seen end, which only Linux tells. */
function cpuSeconds(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'latin1').split(') ');
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, one) => sum + one) / 100;
}
