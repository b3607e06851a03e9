/** Who or what says something about the level of a person: a team's role, a default level, the role in the organization. */
type Source = 'team' | 'default' | 'role';

/** Grants among which one counts. */
export interface RuleGroup {
  /**
   * From the place outwards, each place says what these sources have there; the earlier one in the list comes first. The
   * role in the organization is above the topmost collection.
   */
  readonly among: readonly Source[];
  /** `nearest`: the first that says anything counts, also if that is a low level, or no access. `highest`: the strongest. */
  readonly counts: 'nearest' | 'highest';
}

/** Which grants give the level in a place, where several apply: the strongest of what counts in each group. */
export interface RuleSet {
  readonly name: string;
  readonly groups: readonly RuleGroup[];
  /** When it was compared with the service, and with how many answers: `2026-11-23, 812 answers`. Absent if it never was. */
  readonly calibration?: string;
}

/**
 * The rule sets that the tool knows. The reference of the service does not say which one holds, so it is a setting.
 * Common to all, and therefore in the code that reads them: an administrator has `admin` everywhere, a disabled member
 * nothing; default levels say nothing about a guest; of several teams in one place the highest counts; a default level
 * of `inherit` says nothing, and null is no access.
 */
export const ruleSets = [
  {
    name: 'highest',
    groups: [
      { among: ['default', 'role'], counts: 'nearest' },
      { among: ['team'], counts: 'highest' },
    ],
  },
  {
    name: 'precedence',
    groups: [{ among: ['team', 'default', 'role'], counts: 'nearest' }],
  },
] as const satisfies readonly RuleSet[];

export const ruleSetChoices = ruleSets.map(({ name }) => name).join(' or ');

/** The rule set that holds unless something else is known. */
export const usualRuleSet: RuleSet = ruleSets[0];

export function ruleSetText({ name, calibration }: Pick<RuleSet, 'name' | 'calibration'>): string {
  return `rules: ${name} (${calibration === undefined ? 'not calibrated' : `calibrated ${calibration}`})`;
}

/** Returns the name of a rule set that was compared with the service; `undefined` for another one: any set may hold. */
export function calibratedName({ name, calibration }: RuleSet): string | undefined {
  return calibration === undefined ? undefined : name;
}

export function ruleSetNamed(name: string | undefined): RuleSet | undefined {
  return ruleSets.find((one) => one.name === name);
}

/** What holds for administrators in place of any rule set. */
export const rulesForAdministrators: readonly RuleGroup[] = [{ among: ['role', 'team'], counts: 'highest' }];
