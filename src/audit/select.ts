import { InvalidOption } from '../errors.ts';
import { quoted } from '../text/words.ts';
import { controlsOf } from './controls.ts';
import type { FixCode } from './fixes.ts';
import { isAsSevere, type NeededOption, type Rule, type Severity, severities } from './rule.ts';
import { ruleCalled, rules } from './rules/index.ts';

/** The choice of rules for an audit. */
export interface Selection {
  /** The ids of the rules to apply; all if absent. */
  readonly rules?: readonly string[] | undefined;
  /** The ids of rules to leave out. */
  readonly except?: readonly string[] | undefined;
  /** Leaves out rules of a lower severity. */
  readonly severity?: string | undefined;
  /** The settings that were given. A rule that needs another one is left out. */
  readonly given: ReadonlySet<NeededOption>;
}

/** Returns the chosen rules. Throws `InvalidOption` for an unknown id or severity, and for a named rule that lacks a setting. */
export function selectRules({ rules: only, except = [], severity, given }: Selection): Rule[] {
  const named = only && [...new Set(rulesCalled('rules', only))];
  const left = rulesCalled('except', except);
  const least = severityOf('severity', severity) ?? 'note';
  const unusable = named?.find(({ needs }) => needs !== undefined && !given.has(needs));
  if (unusable)
    throw new InvalidOption('rules', `${unusable.id} needs the ${needed[unusable.needs as NeededOption]}`, {
      hint: { code: `give-${unusable.needs as NeededOption}`, data: {} },
    });
  const chosen = (named ?? rules).filter(
    (rule) =>
      !left.includes(rule) &&
      isAsSevere(rule.severity, least) &&
      (rule.needs === undefined || given.has(rule.needs)),
  );
  if (chosen.length > 0) return chosen;
  throw new InvalidOption('rules', 'no rule is left', { hint: { code: 'list-rules', data: {} } });
}

const needed: Readonly<Record<NeededOption, string>> = {
  domains: 'domains that are expected',
  internal: 'internal collections',
  'review-field': 'custom field that says when spaces are to be reviewed',
  'owner-field': 'custom field that names the owners of spaces',
};

/** Returns a severity by its name; `undefined` for none. Throws `InvalidOption`. */
export function severityOf(option: string, name: string | undefined): Severity | undefined {
  if (name === undefined) return undefined;
  const found = severities.find((severity) => severity === name);
  if (found) return found;
  throw new InvalidOption(option, `${quoted(name)} is no severity; they are ${severities.join(', ')}`);
}

/** Returns rules by their ids. Throws `InvalidOption` that names the option. */
export function rulesCalled(option: string, ids: readonly string[]): Rule[] {
  return ids.map((id) => {
    const rule = ruleCalled(id);
    if (rule) return rule;
    throw new InvalidOption(option, `there is no rule ${quoted(id)}`, {
      hint: { code: 'list-rules', data: {} },
    });
  });
}

/** Returns the rules of at least this severity as data, each with examples of what fixes it. */
export function listedRules(severity: string | undefined, inWords: (code: FixCode) => string) {
  const least = severityOf('severity', severity) ?? 'note';
  return rules
    .filter((rule) => isAsSevere(rule.severity, least))
    .map(
      ({
        find: _,
        each: __,
        asks: ___,
        asksSites: ____,
        predicts: _____,
        looksAt,
        fixes,
        needs,
        ...rule
      }) => ({
        ...rule,
        looksAt: Object.keys(looksAt),
        needs: needs ?? null,
        controls: controlsOf(rule.id),
        fixes: fixes.map(inWords),
      }),
    );
}
