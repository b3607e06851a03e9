import type { Client } from '../api/client/client.ts';
import type { Snapshot } from '../model/read/snapshot.ts';
import { pathText } from '../org/file/problems.ts';
import type { Exported, Organization } from '../org/organization.ts';
import { planOrganization } from '../org/plan/make.ts';
import type { OrganizationPlan } from '../org/plan/plan.ts';
import { type SectionName, sectionNames } from '../org/section-names.ts';
import { isEqual } from '../text/equal.ts';
import { isObject } from '../text/fields.ts';

/**
 * Returns the places where two organizations differ, in words: `members.ada@acme.example: "admin", not "guest"`. Only
 * sections that both have are compared.
 */
export function differingPaths(one: Organization, other: Organization): string[] {
  const found: string[] = [];
  for (const section of sectionsOfBoth(one, other)) collect(one[section], other[section], [section], found);
  return found;
}

function sectionsOfBoth(one: Organization, other: Organization): SectionName[] {
  return sectionNames.filter((name) => one[name] !== undefined && other[name] !== undefined);
}

function collect(one: unknown, other: unknown, path: (string | number)[], found: string[]): void {
  if (isEqual(one, other)) return;
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length);
    for (let at = 0; at < length; at++) collect(one[at], other[at], [...path, at], found);
  } else if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      collect(one[name], other[name], [...path, name], found);
  } else found.push(`${pathText(path)}: ${inWords(one)}, not ${inWords(other)}`);
}

/** The number of characters of a value that are shown. */
const mostShown = 80;

function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}...` : text;
}

/** Returns what became different since a snapshot, as a plan: `client` reads what the snapshot does not have. */
export async function differencePlan(
  client: Client,
  snapshot: Snapshot,
  after: Exported,
): Promise<OrganizationPlan> {
  const sections = sectionNames.filter((name) => after.organization[name] !== undefined);
  const managed = Object.fromEntries(sections.map((name) => [name, 'full' as const]));
  const file = {
    organization: { ...after.organization, openapi: openapiOf(after.organization), managed },
    where: () => ({ file: '' }),
    side: () => undefined,
    sides: () => ({}),
  };
  const { organization } = snapshot;
  const plan = await planOrganization(client, organization, file, { deletes: true, snapshot });
  return { ...plan, withheld: [], objections: [], unmanaged: {}, notCompared: [] };
}

/** A specification without an address has a text: it could not be made without one. */
function openapiOf({ openapi }: Organization): Organization['openapi'] {
  if (!openapi) return undefined;
  return Object.fromEntries(
    Object.entries(openapi).map(([slug, source]) => [slug, 'url' in source ? source : { file: 'its text' }]),
  );
}
