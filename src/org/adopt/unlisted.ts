import type { Client } from '../../api/client/client.ts';
import { createReader } from '../../model/read/reader.ts';
import {
  type PartOptions,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
} from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import { type LoadedFile, type Path, valueAtPath } from '../organization.ts';
import type { Compared } from '../plan/compare-sections.ts';
import { unlisted } from '../plan/make.ts';
import { ignoredBy } from '../plan/patterns.ts';
import type { PlanReading } from '../plan/read.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { factsOf, keptOf } from '../sections/kinds.ts';
import { sections } from '../sections/registry.ts';
import type { Section } from '../sections/section.ts';
import { type DesiredState, keyText } from '../thing.ts';
import type { FileOperation } from './operations.ts';

/** Returns the things that a section which is managed in full does not list, those above others first. */
export function unlistedThings({ organization }: LoadedFile, compared: Compared): DesiredState[] {
  const all = unlisted(compared, organization.managed ?? {});
  return all
    .flatMap(({ present }) => present ?? [])
    .toSorted((one, other) => one.key.length - other.key.length);
}

/** Reads what is in these things, as far as it has not been read. Rejects as `readSnapshot` does. */
export async function readInside(
  client: Client,
  things: readonly DesiredState[],
  reading: PlanReading,
  options: SnapshotOptions,
): Promise<PlanReading> {
  const { snapshot } = reading;
  const { organization } = snapshot;
  const ids = new Set(things.map(({ id }) => id));
  const wanted = new Map<ResourceKind, PartOptions<ResourceKind>>();
  for (const name of sectionsOf(things)) {
    for (const kind of sections[name].wanted) {
      const { lists, unknown } = snapshot.parts[kind];
      const isInner = factsOf(kind).isInner === true;
      const unread = new Set(unknown.map((one) => one.in.id));
      const isMissing = (id: string) => ids.has(id) && !lists.has(id) && !unread.has(id);
      if (
        isInner ? [...ids].some((id) => isMissing(id ?? '')) : !lists.has(organization) && unread.size === 0
      )
        wanted.set(kind, { ...keptOf(kind), ...(isInner && { of: ({ id }) => isMissing(id) }) });
    }
  }
  if (wanted.size === 0) return reading;
  const more = await readSnapshot(
    createReader({ client, org: organization }),
    organization,
    Object.fromEntries(wanted),
    options,
  );
  const joined = joinedParts(snapshot, more as Snapshot);
  return {
    snapshot: joined,
    people: wanted.has('member') ? joined.parts.member.lists.get(organization) : reading.people,
  };
}

function sectionsOf(things: readonly DesiredState[]): SectionName[] {
  const names = new Set(things.map(({ kind }) => factsOf(kind).section));
  return sectionNames.filter((name) => names.has(name));
}

function joinedParts(snapshot: Snapshot, more: Snapshot): Snapshot {
  const parts = Object.entries(more.parts).map(([kind, { lists, unknown }]) => {
    const known = snapshot.parts[kind as ResourceKind];
    const all = [...known.lists, ...lists] as [string, never][];
    return [kind, { lists: new Map(all), unknown: [...known.unknown, ...unknown] }];
  });
  return { ...snapshot, parts: { ...snapshot.parts, ...Object.fromEntries(parts) } };
}

/**
 * Returns the operations that list these things, each with all that is in it, as an export has it. What someone else looks
 * after is left out, and so is a thing of which not all is known.
 */
export async function unlistedOperations(
  { organization }: LoadedFile,
  things: readonly DesiredState[],
  compared: Compared,
  { snapshot }: PlanReading,
): Promise<FileOperation[]> {
  const isIgnored = ignoredBy(organization.ignore ?? []);
  const operations: FileOperation[] = [];
  for (const name of sectionsOf(things)) {
    const section: Section = sections[name];
    const own = things.filter(({ kind }) => factsOf(kind).section === name);
    const unknown = new Set(
      section.wanted.flatMap((kind) => snapshot.parts[kind as ResourceKind].unknown.map((one) => one.in.id)),
    );
    if (unknown.has(snapshot.organization)) continue;
    const roots = new Set(own.map(({ key }) => keyText(key)));
    const rootOf = (key: readonly string[]) =>
      key.map((_, at) => keyText(key.slice(0, at + 1))).find((text) => roots.has(text)) ?? '';
    const inside = [...section.present(snapshot, compared.names)].filter((thing) => !isIgnored(thing));
    for (const [root, below] of groupBy(inside, ({ key }) => rootOf(key))) {
      if (root === '' || below.some(({ id }) => unknown.has(id ?? ''))) continue;
      const key = JSON.parse(root) as string[];
      const value = section.exported(
        below.map((thing) => ({ ...thing, key: thing.key.slice(key.length - 1) })),
      );
      operations.push({ kind: 'set', path: pathOf(name, key), value: valueAtPath(value, key.slice(-1)) });
    }
  }
  return operations;
}

/** Returns the place of a thing that is not in the file. A collection is in the one above it. */
function pathOf(section: SectionName, key: readonly string[]): Path {
  return section === 'collections' ? key.flatMap((title) => ['collections', title]) : [section, ...key];
}
