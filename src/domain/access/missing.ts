import { isAtLeast } from './levels.ts';
import { type Step, type Target, upwards } from './places.ts';
import { levelIfEnabled, type Person } from './rules.ts';

/** A change that a person lacks, and the thing at which it is made. */
export interface MissingStep {
  readonly kind: Step['kind'] | 'member';
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
 * Returns what a person lacks to have at least the level `wanted` in a place; nothing where they have it. Each step is
 * enough by itself, but for a disabled member, who must be enabled as well. What changes least for others comes first: a
 * membership, nearer permissions first, then a team's permission, then what holds for everybody, then the role.
 */
export function missingSteps(
  person: Person,
  target: Target,
  wanted: string,
  { member, organization }: { member: { readonly id: string; readonly title?: string }; organization: Step },
): MissingStep[] {
  const enabled = { kind: 'member', ...member, missing: 'enabled' } as const;
  const open = isAtLeast(levelIfEnabled(person, target), wanted)
    ? []
    : lacking(person, target, wanted, organization);
  return person.disabled ? [enabled, ...open] : open;
}

function lacking(person: Person, target: Target, wanted: string, organization: Step): MissingStep[] {
  const { place, defaultPlace } = target;
  const isGuest = person.role === null;
  return [
    ...teamsWith(target, wanted).map((team) => step(team, 'membership')),
    ...(person.teams.length > 0 ? [step(place, 'permission')] : []),
    ...(defaultPlace && !isGuest ? [step(defaultPlace, 'default-level')] : []),
    ...(isGuest || !defaultPlace ? [step(organization, 'role')] : []),
  ];
}

/** The teams with at least this level in a place, each once. The person is in none of them. */
function teamsWith(target: Target, wanted: string): Step[] {
  const grants = [...upwards(target)].flatMap((one) => [...one.grants.values()]);
  const teams = grants
    .filter(({ level }) => isAtLeast(level, wanted))
    .map(({ team }) => [team.id, team] as const);
  return [...new Map(teams).values()];
}

function step({ kind, id, title }: Step, missing: MissingStep['missing']): MissingStep {
  return { kind, id, ...(title !== undefined && { title }), missing };
}
