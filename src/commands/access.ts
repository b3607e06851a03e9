import { verbApart } from '../cli/verb.ts';
import { calibrate } from './access/calibrate.ts';
import { diff } from './access/diff.ts';
import { questions } from './access/questions.ts';
import { report } from './access/report.ts';

export const access = () => [
  ...questions(),
  report(),
  diff(),
  calibrate(),
  verbApart('review', async (command) => (await import('./access/review.ts')).review(command)),
];
