import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { slowTests } from './slow-tests.ts';

/**
 * Runs the files of one project after those of the other, because the files of a project share the modules of a worker,
 * and those that take long first, so that all workers are busy to the end.
 */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slow = new Set(slowTests());
    const turn = ({ project, moduleId }: TestSpecification) => {
      if (project.name === 'installed') return 0;
      return slow.has(relative(process.cwd(), moduleId)) ? 1 : 2;
    };
    return sorted.sort((one, other) => turn(one) - turn(other));
  }
}
