import { check, type Problem } from '../../api/contract/check.ts';
import { isObject } from '../../text/fields.ts';
import { fileFormat } from '../organization.ts';
import { type AnyPeople, peopleFacts } from '../people-facts.ts';
import { portionsOf } from '../portions.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { memberRoles, membershipRoles } from '../sections/schemas.ts';
import { OrganizationSchema } from './schema.ts';

/**
 * Checks the keys and values of an organization file, and returns all problems. Large sections are checked in portions:
 * the check copies what it checks.
 */
export function checkShape(organization: Readonly<Record<string, unknown>>): Problem[] {
  // A section in another file is no map of things.
  const split = sectionNames.filter(
    (name) => isObject(organization[name]) && !('file' in organization[name]),
  );
  const rest = { ...organization, ...Object.fromEntries(split.map((name) => [name, {}])) };
  const problems = problemsOf(rest);
  for (const name of split) {
    for (const portion of portionsOf(withoutUsualPeople(name, organization[name] as object)))
      for (const one of problemsOf({ format: fileFormat, [name]: portion })) problems.push(one);
  }
  return problems;
}

/** Leaves out people who are surely right, as almost all are: the schema takes ten times as long for them. */
function withoutUsualPeople(name: SectionName, section: object): object {
  if (name === 'members') return unusualPeople(section as AnyPeople, memberRoles);
  if (name !== 'teams') return section;
  const teams: Record<string, unknown> = Object.create(null);
  for (const [title, team] of Object.entries(section)) {
    const members = isObject(team) && isObject(team.members) ? team.members : undefined;
    teams[title] = members ? { ...team, members: unusualPeople(members, membershipRoles) } : team;
  }
  return teams;
}

/** Returns the people whose keys or values are unusual; all people if a role is wrong, or the map names a file. */
function unusualPeople(people: AnyPeople, rightRoles: readonly string[]): AnyPeople {
  if ('file' in people) return people;
  const { unusual, roles } = peopleFacts(people);
  if ([...roles].some((role) => !rightRoles.includes(role))) return people;
  return Object.fromEntries(unusual.map((key) => [key, people[key]]));
}

function problemsOf(organization: object): Problem[] {
  const { problems, unknowns } = check(OrganizationSchema, organization);
  return [...problems, ...unknowns];
}
