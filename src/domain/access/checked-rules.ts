import { UsageError } from '../../errors.ts';
import { quotedIfPlain } from '../../text/plain-word.ts';
import { type RuleSet, ruleSetChoices, ruleSetNamed } from './rule-sets.ts';

/** Returns the rule set with a name. Throws `UsageError` that names `what` was set, the value and the choices. */
export function checkedRuleSet(what: string, name: string): RuleSet {
  const found = ruleSetNamed(name);
  if (found) return found;
  throw new UsageError(`invalid ${what}${quotedIfPlain(name)}: must be ${ruleSetChoices}`);
}
