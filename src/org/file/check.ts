import type * as z from 'zod/mini';
import { check, type Problem } from '../../api/contract/check.ts';
import { isObject } from '../../text/fields.ts';
import { portionsOf } from '../portions.ts';
import { fileFormat, Organization, sectionNames } from './schema.ts';

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
    for (const portion of portionsOf(organization[name] as object))
      problems.push(...problemsOf({ format: fileFormat, [name]: portion }));
  }
  return problems;
}

function problemsOf(organization: object): Problem[] {
  const { problems, unknowns } = check(Organization as unknown as z.ZodMiniType, organization);
  return [...problems, ...unknowns];
}
