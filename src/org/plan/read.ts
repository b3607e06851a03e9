import type { Client } from '../../api/client/client.ts';
import type { ResourceKind } from '../../model/resources.ts';
import {
  type PartOptions,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type Wanted,
} from '../../model/snapshot.ts';
import type { LoadedFile } from '../file/side-files.ts';
import { keptOf } from '../kept.ts';
import { membersIn, type NamedPerson } from '../names.ts';
import { fileKinds } from './kinds.ts';
import type { PlannedSection } from './sections/section.ts';

/** What a plan is made on. */
export interface PlanReading {
  /** Parts that the file does not need have no lists. */
  readonly snapshot: Snapshot;
  /** The members whom the file may name; `undefined` if they cannot be read. */
  readonly people: readonly NamedPerson[] | undefined;
}

/** Reads the parts of an organization that the sections of a file need. Rejects as `readSnapshot` does. */
export async function readForPlan(
  client: Client,
  organization: string,
  file: LoadedFile,
  sections: readonly PlannedSection[],
  options: SnapshotOptions,
): Promise<PlanReading> {
  const wanted = merged(sections.map((section) => section.reads(file)));
  const snapshot = withEmptyParts((await readSnapshot(client, organization, wanted, options)) as Snapshot);
  return { snapshot, people: peopleIn(snapshot) };
}

type Options = PartOptions<ResourceKind>;

/** Joins the wishes of several sections: a list is read if one of them wants it. */
function merged(wishes: readonly Wanted[]): Wanted {
  const all = new Map<ResourceKind, Options>();
  for (const [kind, wish] of wishes.flatMap((one) => Object.entries(one)) as [ResourceKind, Options][]) {
    const known = all.get(kind);
    const of = known ? either(known.of, wish.of) : wish.of;
    all.set(kind, { ...keptOf(kind), ...wish, ...(of && { of }) });
  }
  return Object.fromEntries(all);
}

function either(one: Options['of'], other: Options['of']): Options['of'] {
  return one && other && ((parent) => one(parent) || other(parent));
}

function withEmptyParts({ organization, parts }: Snapshot): Snapshot {
  const empty = { lists: new Map(), unknown: [] };
  const all = fileKinds.map((kind) => [kind, parts[kind] ?? empty] as const);
  return { organization, parts: { ...parts, ...Object.fromEntries(all) } };
}

/** Returns the members in a snapshot: all of them, else those of the teams that were read. */
function peopleIn({ organization, parts }: Snapshot): NamedPerson[] | undefined {
  if (parts.member.lists.has(organization)) return membersIn({ organization, parts });
  if (parts.member.unknown.length > 0) return undefined;
  const lists = [...parts['team-member'].lists.values()].flatMap((list) => [...list.values()]);
  const people = lists.map(({ organization: { id, user } }): NamedPerson => {
    return { id, email: user?.email, displayName: user?.displayName };
  });
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
