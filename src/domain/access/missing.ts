import { isAtLeast } from './levels.ts';
import { changedTarget, type GrantStep, type Target, type TeamStep, targetUnder, upwards } from './places.ts';
import type { RuleSet } from './rule-sets.ts';
import { levelIfEnabled, type Person } from './rules.ts';

/** A change that would help a person, and the thing that it changes. */
export interface MissingStep {
  readonly kind: GrantStep['kind'] | 'member';
  readonly id: string;
  readonly title?: string | undefined;
  /**
   * - `enabled`: the member is disabled.
   * - `membership`: the team has the level in the place, and the person is not in the team.
   * - `permission`: no team of the person has the level in the place.
   * - `default-level`: the default level that counts in the place is too low.
   * - `role`: the role in the organization is too low, or that of a guest.
   */
  readonly missing: 'enabled' | 'membership' | 'permission' | 'default-level' | 'role';
}

/**
 * Returns the changes that would give a person at least the level `wanted` in a place; none if the person has it
 * already. Each change is enough by itself, except that a disabled member must also be enabled. Changes with the
 * smallest effect on others come first: a membership (nearer permissions first), a team's permission, a default level,
 * the role.
 */
export function missingSteps(
  rules: RuleSet,
  person: Person,
  target: Target,
  wanted: string,
  {
    member,
    organization,
  }: { member: { readonly id: string; readonly title?: string }; organization: GrantStep },
): MissingStep[] {
  const enabled = { kind: 'member', ...member, missing: 'enabled' } as const;
  const open = isAtLeast(levelIfEnabled(rules, person, target), wanted)
    ? []
    : lacking(rules, person, target, wanted, organization);
  return person.disabled ? [enabled, ...open] : open;
}

function lacking(
  rules: RuleSet,
  person: Person,
  target: Target,
  wanted: string,
  organization: GrantStep,
): MissingStep[] {
  const { place, defaultPlace } = target;
  const isGuest = person.role === null;
  const isEnough = (changed: Partial<Person>, there = target) =>
    isAtLeast(levelIfEnabled(rules, { ...person, ...changed }, there), wanted);
  const raised =
    defaultPlace &&
    changedTarget(target, defaultPlace, ({ above }) =>
      targetUnder({ ...defaultPlace, defaultLevel: wanted }, above),
    );
  const teams = teamsWith(target, wanted).filter(({ id }) => isEnough({ teams: [...person.teams, id] }));
  // An administrator has every level, so that a guest always gets it by a role.
  const isForRole = isGuest || (!defaultPlace && isEnough({ role: wanted }));
  return [
    ...teams.map((team) => step(team, 'membership')),
    ...(person.teams.length > 0 ? [step(place, 'permission')] : []),
    ...(defaultPlace && isEnough({}, raised) ? [step(defaultPlace, 'default-level')] : []),
    ...(isForRole ? [step(organization, 'role')] : []),
  ];
}

/** Returns the teams with at least this level in a place or above it, each once. */
function teamsWith(target: Target, wanted: string): TeamStep[] {
  const grants = [...upwards(target)].flatMap((one) => [...one.grants.values()]);
  const teams = grants
    .filter(({ level }) => isAtLeast(level, wanted))
    .map(({ team }) => [team.id, team] as const);
  return [...new Map(teams).values()];
}

function step({ kind, id, title }: GrantStep, missing: MissingStep['missing']): MissingStep {
  return { kind, id, ...(title !== undefined && { title }), missing };
}
