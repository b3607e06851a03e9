import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { secondsOf } from './test-times.ts';

/**
 * Runs the files of one project after those of the other, because the files of a project share the modules of a worker,
 * and those that take long first, so that all workers are busy to the end.
 */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const seconds = ({ project, moduleId }: TestSpecification) =>
      project.name === 'installed' ? Number.MAX_VALUE : secondsOf(relative(process.cwd(), moduleId));
    return sorted.sort((one, other) => seconds(other) - seconds(one));
  }
}
