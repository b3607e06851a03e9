import { verbApart } from '../cli/verb.ts';
import { calibrate } from './access/calibrate.ts';
import { check } from './access/check.ts';
import { diff } from './access/diff.ts';
import { explain } from './access/explain.ts';
import { report } from './access/report.ts';
import { whatCan } from './access/what-can.ts';
import { whoCan } from './access/who-can.ts';

export const access = () => [
  whoCan(),
  whatCan(),
  explain(),
  check(),
  report(),
  diff(),
  calibrate(),
  verbApart('review', async (command) => (await import('./access/review.ts')).review(command)),
];
