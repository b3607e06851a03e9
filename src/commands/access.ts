import type { NounWords } from '../cli/noun.ts';
import { verbApart } from '../cli/verb.ts';
import { calibrate } from './access/calibrate.ts';
import { check } from './access/check.ts';
import { diff } from './access/diff.ts';
import { explain } from './access/explain.ts';
import { report } from './access/report.ts';
import { whatCan } from './access/what-can.ts';
import { whoCan } from './access/who-can.ts';

export const noun: NounWords = {
  group: 'People and access',
  order: 95,
  summary: 'who can do what in collections and spaces, and why',
  first: [
    ['docs-admin access who-can edit --space name:Handbook', 'everyone who may edit'],
    ['docs-admin access explain kim@acme.example --space name:Runbooks', 'why'],
    ['docs-admin access report -o csv', 'the whole organization'],
  ],
};

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
