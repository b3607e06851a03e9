import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one plain line for machines, whatever happened: `812 passed, 0 failed`. */
export default class SummaryReporter implements Reporter {
  private passed = 0;
  private failed = 0;

  onInit(): void {
    process.once('exit', (code) => {
      // A run can fail without a failed test: the setup of a project, an error outside of tests.
      const failed = code === 0 ? this.failed : Math.max(this.failed, 1);
      writeSync(process.stdout.fd, `\n${this.passed} passed, ${failed} failed\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const brokenFiles = modules.filter((module) => module.errors().length > 0);
    this.passed = results.filter((state) => state === 'passed').length;
    this.failed = results.filter((state) => state === 'failed').length + brokenFiles.length;
  }
}
