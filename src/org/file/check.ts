import type * as z from 'zod/mini';
import { check, type Problem } from '../../api/contract/check.ts';
import { isObject } from '../../text/fields.ts';
import { portionsOf } from '../portions.ts';
import {
  fileFormat,
  longestKey,
  memberRoles,
  membershipRoles,
  Organization,
  type SectionName,
  sectionNames,
} from './schema.ts';

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
    for (const portion of portionsOf(withoutPlainPeople(name, organization[name] as object)))
      problems.push(...problemsOf({ format: fileFormat, [name]: portion }));
  }
  return problems;
}

/** Leaves out people who are surely right, as almost all are: the schema takes ten times as long for them. */
function withoutPlainPeople(name: SectionName, section: object): object {
  if (name === 'members') return arePlain(section, memberRoles) ? {} : section;
  if (name !== 'teams') return section;
  const teams: Record<string, unknown> = Object.create(null);
  for (const [title, team] of Object.entries(section)) {
    const isPlain = isObject(team) && arePlain(team.members, membershipRoles);
    teams[title] = isPlain ? { ...team, members: {} } : team;
  }
  return teams;
}

/** Returns whether a value is a map of people whose roles are texts, and right. */
function arePlain(people: unknown, roles: readonly unknown[]): boolean {
  return (
    isObject(people) &&
    [...new Set(Object.values(people))].every((role) => roles.includes(role)) &&
    Object.keys(people).every((key) => key.length > 0 && key.length <= longestKey)
  );
}

function problemsOf(organization: object): Problem[] {
  const { problems, unknowns } = check(Organization as unknown as z.ZodMiniType, organization);
  return [...problems, ...unknowns];
}
