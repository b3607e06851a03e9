import type { Client } from '../../api/client/client.ts';
import type { TeamMember } from '../../api/contract/operations/teams.ts';
import type { Reason } from '../../model/read/list.ts';
import { createReader } from '../../model/read/reader.ts';
import {
  type ItemOf,
  type PartOptions,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type Wanted,
} from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { LoadedFile } from '../organization.ts';
import { fileKinds, keptOf } from '../sections/kinds.ts';
import { keptMember } from '../sections/members.ts';
import type { Section } from '../sections/section.ts';
import { findPeople, type KnownPeople } from './people.ts';

export interface PlanReading {
  /** Parts that the file does not need have no lists. */
  readonly snapshot: Snapshot;
  /** The members whom the file may name; `undefined` if they cannot be read. */
  readonly people: KnownPeople | undefined;
}

/**
 * Reads the parts of an organization that the sections of a file need, unless they are `known` with all members. Rejects as
 * `readSnapshot` does.
 */
export async function readForPlan(
  client: Client,
  organization: string,
  file: LoadedFile,
  sections: readonly Section[],
  options: SnapshotOptions,
  known?: Snapshot,
): Promise<PlanReading> {
  const wanted = merged(sections.map((section) => section.reads(file)));
  const met = new Map<string, ItemOf<'member'>>();
  const reader = createReader({ client, org: organization });
  const all = wanted.member ? wanted : meeting(wanted, met);
  const read =
    known && wanted.member ? known : ((await readSnapshot(reader, organization, all, options)) as Snapshot);
  const snapshot = withEmptyParts(read);
  if (wanted.member) return { snapshot, people: snapshot.parts.member.lists.get(organization) };
  const people = await findPeople({ reader, snapshot, met, options }, file);
  if (people instanceof Map) return { snapshot, people };
  const place = { kind: 'organization' as const, id: organization };
  const member = {
    lists: new Map(),
    unknown: [{ kind: 'member' as const, in: place, reason: people as Reason }],
  };
  return { snapshot: { ...snapshot, parts: { ...snapshot.parts, member } }, people: undefined };
}

/** Lets the lists of team members put the members that they show into `met`. */
export function meeting(wanted: Wanted, met: Map<string, ItemOf<'member'>>): Wanted {
  const listed = wanted['team-member'];
  if (!listed) return wanted;
  const keep: typeof listed.keep = (item, parent, answer) => {
    const { organization } = answer as TeamMember;
    met.set(organization.id, keptMember(organization));
    return listed.keep ? listed.keep(item, parent, answer) : item;
  };
  return { ...wanted, 'team-member': { ...listed, keep } };
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
