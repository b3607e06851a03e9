import type { Client } from '../api/client/client.ts';
import { createReader } from '../model/read/reader.ts';
import {
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type UnknownList,
} from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { checkShape } from './file/check.ts';
import { chosenOf, everything, type SectionChoice } from './file/choice.ts';
import { pathText } from './file/problems.ts';
import { checkRules } from './file/rules.ts';
import { namesOf } from './names.ts';
import { type Exported, fileFormat, type Organization } from './organization.ts';
import { sectionNames } from './section-names.ts';
import { wantedOf } from './sections/kinds.ts';
import type { FileNaming } from './sections/names.ts';
import { sections } from './sections/registry.ts';
import type { Section } from './sections/section.ts';
import { NoPlace } from './thing.ts';

/**
 * Reads the chosen sections of an organization, as far as the token may read them. A section is a gap if a part of it cannot be
 * read, or cannot be written in a file. Rejects as `readSnapshot` does.
 */
export async function readOrganization(
  client: Client,
  organization: string,
  choice: SectionChoice = everything,
  options: SnapshotOptions = {},
): Promise<Exported> {
  const kinds = kindsOf(choice);
  const { parts } = await readSnapshot(
    createReader({ client, org: organization }),
    organization,
    wantedOf(kinds),
    options,
  );
  return exportedOf({ organization, parts: { ...noPeople, ...parts } } as Snapshot, choice);
}

/** Returns the kinds of things that the chosen sections need, also only for names. */
export function kindsOf(choice: SectionChoice): Set<ResourceKind> {
  const kinds = new Set<ResourceKind>(sectionsCalled(choice).flatMap(({ wanted }) => wanted));
  if (choice.isWithoutPeople) for (const kind of ofPeople) kinds.delete(kind);
  return kinds;
}

const ofPeople = ['member', 'team-member'] as const;
const none = { lists: new Map(), unknown: [] };
const noPeople = Object.fromEntries(ofPeople.map((kind) => [kind, none]));

function sectionsCalled({ sections: names }: SectionChoice): Section[] {
  return names.map((name) => sections[name]);
}

/**
 * Returns the chosen sections of an organization in the form of its file. The snapshot has all parts that they need. The keys of the
 * things in `apart` name their ids.
 */
export async function exportedOf(
  snapshot: Snapshot,
  choice: SectionChoice = everything,
  apart?: ReadonlySet<string>,
): Promise<Exported> {
  const chosen = sectionsCalled(choice);
  const names = namesOf(snapshot, undefined, apart);
  const head = { format: fileFormat, organization: snapshot.organization };
  const values: Record<string, unknown> = {};
  const gaps = new Map<string, string[]>();
  for (const section of chosen) {
    const unknown = section.wanted.flatMap((kind): readonly UnknownList[] => snapshot.parts[kind].unknown);
    if (unknown.length > 0) {
      gaps.set(section.name, await unknownTexts(unknown));
      continue;
    }
    try {
      const value = section.exported(section.present(snapshot, names));
      // What `org validate` would refuse must not be written.
      const problems = checkShape({ ...head, [section.name]: value });
      if (problems.length === 0) values[section.name] = value;
      addProblems(gaps, problems);
    } catch (error) {
      if (!(error instanceof NoPlace)) throw error;
      gaps.set(section.name, [error.message]);
    }
  }
  const complete = { format: fileFormat, ...chosenOf({ ...head, ...values }, choice) } as Organization;
  addProblems(gaps, ruleProblems(complete));
  const whole = Object.entries(complete).filter(([key]) => !gaps.has(key));
  return {
    organization: Object.fromEntries(whole) as Organization,
    gaps: sectionNames.flatMap((section) => {
      const reasons = gaps.get(section);
      return reasons ? [{ section, reasons }] : [];
    }),
    teamIds: teamIdsIn(snapshot, names),
  };
}

function teamIdsIn({ parts, organization }: Snapshot, names: FileNaming): Map<string, string> {
  const ids = parts.team?.lists.get(organization)?.keys() ?? [];
  return new Map(Array.from(ids, (id) => [names.titled('team', id), id]));
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns the rules that a file with this content would break. */
function ruleProblems(organization: Organization): Problem[] {
  const found: Problem[] = [];
  const loaded = { organization, where: () => ({ file: '' }), side: () => undefined, sides: () => ({}) };
  checkRules(loaded, (path, message) => void found.push({ path, message }));
  return found;
}

function addProblems(gaps: Map<string, string[]>, problems: readonly Problem[]): void {
  for (const { path, message } of problems) {
    const section = String(path[0]);
    gaps.set(section, [...(gaps.get(section) ?? []), `${pathText(path)}: ${message}`]);
  }
}
