import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { leastListed, listed, listPath, testFiles } from './test-times.ts';

/** Writes down which test files take long. A time that is known changes only if it doubles or halves. */
export default class SecondsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = new Map(listed);
    for (const module of modules) {
      const path = relative(process.cwd(), module.moduleId);
      const seconds = module.meta().cpuSeconds;
      if (seconds === undefined) continue;
      const known = times.get(path) ?? leastListed / 2;
      if (seconds < known / 2 || seconds >= known * 2) times.set(path, 2 ** Math.round(Math.log2(seconds)));
    }
    const files = testFiles();
    const kept = [...times].filter(([path, seconds]) => seconds >= leastListed && files.includes(path));
    writeFileSync(listPath, `${JSON.stringify(Object.fromEntries(kept.sort()), null, 2)}\n`);
  }
}
