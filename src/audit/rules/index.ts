import type { Rule } from '../rule.ts';
import { accessRules } from './access.ts';
import { connectionRules } from './connections.ts';
import { contentRules } from './content.ts';
import { peopleRules } from './people.ts';
import { signOnRules } from './sign-on.ts';
import { siteRules } from './sites.ts';
import { teamRules } from './teams.ts';

/** Every rule of the audit, in the order of their ids. */
export const rules: readonly Rule[] = [
  ...teamRules,
  ...peopleRules,
  ...accessRules,
  ...siteRules,
  ...signOnRules,
  ...connectionRules,
  ...contentRules,
];
