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
].map(({ id, ...rule }) => ({ id, version: 1, ...rule }));

/** Returns a rule by its id in capital or small letters; `undefined` for another text. */
export function ruleCalled(id: string): Rule | undefined {
  const called = id.toUpperCase();
  return rules.find((rule) => rule.id === called);
}
