import type { Client } from '../../api/client/client.ts';
import type { Change } from '../../domain/change.ts';
import type { Effect } from '../../model/effects/effects.ts';
import { type Fields, innermostId } from '../../model/effects/facts.ts';
import { thingReader } from '../../model/effects/thing-reader.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import type { Snapshot, SnapshotOptions } from '../../model/read/snapshot.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { once } from '../../text/kept.ts';
import { type CausedEffect, endingsOf, mostLists, withContents } from '../../work/contents.ts';
import { type Difference, listText } from '../difference.ts';
import { namesOf, personNames } from '../names.ts';
import { factsOf, nameOf } from '../sections/kinds.ts';
import type { FileNames, FileNaming } from '../sections/names.ts';
import { type DesiredState, keyText, type Place } from '../thing.ts';
import { ended } from './compare.ts';
import type { Staying } from './compare-people.ts';
import type { Compared } from './compare-sections.ts';
import type { UnknownPart } from './plan.ts';
import { type OrganizationThings, organizationThings } from './read-things.ts';
import { thingsByPlace } from './thing-map.ts';

/** What ends or changes with a deletion, though no request says so. */
export interface EndingThing {
  readonly deletion: Difference;
  readonly difference: Difference;
}

/** What ends with what a plan deletes. */
export interface Endings {
  readonly along: readonly EndingThing[];
  /** What stays in the lists that were read, and was not compared. */
  readonly staying: readonly Staying[];
  /** The requests for what can be judged, with what ends with what they end. */
  readonly requests: readonly Change[];
  /** What ends with what the requests end. */
  readonly following: readonly Effect[];
  /** The deletions of which it cannot be read what ends with them. */
  readonly unjudged: readonly Difference[];
  readonly unknown: readonly UnknownPart[];
  /** What would take too many requests to read: the kind of the things that end with some of a kind. */
  readonly untold: readonly {
    readonly kind: ResourceKind;
    readonly of: ResourceKind;
    readonly requests: number;
  }[];
  /** With the lists that were read for this. */
  readonly snapshot: Snapshot;
  /** The names of the file, and of what was read for this. */
  readonly names: FileNaming;
  /** Returns the things of the organization of a kind; `undefined` if they were not read. */
  readonly placesOf: (kind: ResourceKind) => readonly Place[] | undefined;
}

/** What is known before it is read what ends. */
export interface BeforeEndings extends Pick<Compared, 'present' | 'agreed' | 'names'> {
  readonly differences: readonly Difference[];
  readonly requestsFor: (differences: readonly Difference[]) => readonly Change[];
  readonly snapshot: Snapshot;
  /** The kinds of things that the file keeps or ignores: before something is deleted, it is known that they exist. */
  readonly patternKinds: ReadonlySet<ResourceKind>;
}

/** Finds what ends with deleted things. */
export async function endingWith(
  client: Client,
  { differences, requestsFor, present, agreed, snapshot: before, names, patternKinds }: BeforeEndings,
  options: SnapshotOptions,
): Promise<Endings> {
  const deletions = new Map(
    differences.flatMap((one) => (one.action === 'delete' ? [[textOf(one.kind, one.id), one] as const] : [])),
  );
  const requests = requestsFor(differences);
  const leaving = new Set(
    [...deletions.values()].flatMap(({ kind, id }) => (kind === 'member' && id ? [id] : [])),
  );
  const things = organizationThings(client, before, leaving, options);
  const most = patternKinds.size > 0 ? Number.POSITIVE_INFINITY : mostLists;
  const reader = thingReader(things);
  const ending = await endingsOf(requests, reader, most);
  await readNames(things, ending, patternKinds);
  const snapshot = things.snapshot();
  const all = namesIn(names, before, snapshot, things);
  const handled = thingsByPlace(differences.flatMap((one) => one.present ?? []));
  const compared = thingsByPlace(present);
  const deletionOf = (place: number) => deletions.get(textOfRequest(requests[place] as Change));
  const { along, unjudged, untold } = ofDeletions(ending, deletionOf, (effect, before) => {
    const thing = thingOf(effect, before, all);
    return handled.get(thing) ? [] : differencesOf(effect, compared.get(thing) ?? thing, all);
  });
  const left = unjudged.size === 0 ? requests : requestsFor(differences.filter((one) => !unjudged.has(one)));
  const apart = endedApart(requests, deletions, present);
  const endings = [...along, ...apart].filter(({ deletion }) => !unjudged.has(deletion));
  return {
    along: endings,
    requests: withContents(left, left === requests ? ending : await endingsOf(left, reader, most)),
    following: ending.flatMap(({ effect, place }) => {
      const deletion = deletionOf(place);
      return !deletion || unjudged.has(deletion) || isUnknown(effect.before) ? [] : [effect];
    }),
    staying: stayingIn(things, snapshot, { names: all, present, agreed, along: endings }),
    unjudged: [...unjudged],
    untold: [...untold.values()],
    unknown: things.unread.map(({ kind, in: { kind: holder, id }, reason }) => ({
      kind: holder,
      name: holder === 'organization' ? id : keyOf(all, holder as ResourceKind, id).join('/'),
      part: kind,
      reason,
    })),
    snapshot,
    names: all,
    placesOf(kind) {
      const list: ReadonlyMap<string, unknown> | undefined = snapshot.parts[kind].lists.get(
        before.organization,
      );
      return list && [...list.keys()].map((id) => ({ kind, key: keyOf(all, kind, id) }));
    },
  };
}

/** Reads the kinds whose names are in the keys of what ends, and those of which patterns of the file speak. */
async function readNames(
  things: OrganizationThings,
  ending: readonly CausedEffect[],
  patternKinds: ReadonlySet<ResourceKind>,
): Promise<void> {
  const named = new Set<ResourceKind>(patternKinds);
  for (const { effect } of ending)
    for (const one of factsOf(effect.kind as ResourceKind).namedBy ?? []) named.add(one);
  await Promise.all([...named].map((kind) => things.readForNames(kind)));
}

/** Puts what ends to the deletions that cause it. `differencesOf` returns an effect in words of the file. */
function ofDeletions(
  ending: readonly CausedEffect[],
  deletionOf: (place: number) => Difference | undefined,
  differencesOf: (effect: Effect, before: Fields) => readonly Difference[],
) {
  const along: EndingThing[] = [];
  const unjudged = new Set<Difference>();
  const untold = new Map<string, Endings['untold'][number]>();
  for (const { effect, place } of ending) {
    const deletion = deletionOf(place);
    if (!deletion) continue;
    const { kind, before } = effect;
    if (!isUnknown(before))
      for (const difference of differencesOf(effect, before ?? {})) along.push({ deletion, difference });
    else if (before.requests === undefined) unjudged.add(deletion);
    else {
      const of = deletion.kind;
      untold.set(textOf(kind, of), { kind: kind as ResourceKind, of, requests: before.requests });
    }
  }
  return { along, unjudged, untold };
}

function textOf(kind: string, id = ''): string {
  return `${kind} ${id}`;
}

function textOfRequest({ kind, ref }: Change): string {
  return textOf(kind, String(Object.values(ref).at(-1)));
}

/** Returns what requests of their own end before the thing that it is in, because it is in the way of another one. */
function endedApart(
  requests: readonly Change[],
  deletions: ReadonlyMap<string, Difference>,
  present: readonly DesiredState[],
): EndingThing[] {
  const texts = requests.flatMap((one) => (one.action === 'delete' ? textOfRequest(one) : []));
  const apart = new Set(texts.filter((text) => !deletions.has(text)));
  if (apart.size === 0) return [];
  const around = new Map([...deletions.values()].map((one) => [keyText(one.key), one]));
  return present
    .filter(({ kind, id }) => apart.has(textOf(kind, id)))
    .flatMap((thing) => {
      const deletion = around.get(keyText(thing.key.slice(0, -1)));
      return deletion ? ended(thing).map((difference) => ({ deletion, difference })) : [];
    });
}

function thingOf({ kind, ids }: Effect, fields: Fields, names: FileNaming): DesiredState {
  const own = kind as ResourceKind;
  return {
    kind: own,
    key: factsOf(own).keyOf(names, ids, fields),
    fields: fieldsOf(own, fields, names),
    id: own === 'adaptive-schema' ? (ids.site ?? '') : innermostId(ids),
  };
}

/** Returns the differences that an effect makes without a request. */
function differencesOf(
  { change, before, sets = {} }: Effect,
  thing: DesiredState,
  names: FileNaming,
): Difference[] {
  const { key, fields, id = '' } = thing;
  const kind = thing.kind as ResourceKind;
  const about = { kind, key, name: nameOf(thing), id, present: thing };
  // A file ends no spaces, but the service does.
  if (change === 'end') return kind === 'space' ? [{ ...about, action: 'delete', fields: [] }] : ended(thing);
  const after = { ...fields, ...fieldsOf(kind, { ...before, ...sets }, names) };
  const changes = Object.keys(after)
    .filter((field) => fields[field] !== after[field])
    .map((field) => ({ field, before: fields[field] ?? null, after: after[field] ?? null }));
  return changes.length === 0
    ? []
    : [{ ...about, action: 'update', fields: changes, declared: { ...thing, fields: after } }];
}

/** Returns the fields that a plan shows of what ends or changes along: those of ties, and names of other things. */
function fieldsOf(kind: ResourceKind, values: Fields, names: FileNaming): Fields {
  const { fields, ties } = factsOf(kind);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, { names: of }]) => {
      if (!(field in values) || (!ties && !of)) return [];
      const value = values[field] ?? null;
      return [[field, of && typeof value === 'string' ? keyOf(names, of, value).at(-1) : value]];
    }),
  );
}

/** Returns the key of a thing of the organization itself. */
function keyOf(names: FileNaming, kind: ResourceKind, id: string): readonly string[] {
  return factsOf(kind).keyOf(names, { [resourceNamed(kind).key ?? kind]: id }, {});
}

/** Returns the names of the file, and for kinds that were read later those of the service. */
function namesIn(
  names: FileNames,
  before: Snapshot,
  snapshot: Snapshot,
  { met }: OrganizationThings,
): FileNaming {
  const metNames = once(() => personNames(snapshot.parts.member.lists.get(before.organization) ?? met));
  const own = namesOf(snapshot, metNames);
  const isOf = (kind: ResourceKind) => before.parts[kind].lists.has(before.organization);
  return {
    person: (user) => (metNames().find(user).length > 0 ? metNames().nameOf(user) : names.person(user)),
    titled: (kind, id) => (isOf(kind) ? names : own).titled(kind, id),
    collection: isOf('collection') ? names.collection : own.collection,
    space: isOf('space') ? names.space : own.space,
    section: (site, id) => (before.parts.section.lists.has(site) ? names : own).section(site, id),
    sectionGroup: (site, id) =>
      (before.parts['section-group'].lists.has(site) ? names : own).sectionGroup(site, id),
  };
}

type Counted = Pick<BeforeEndings, 'present' | 'agreed'> & Pick<Endings, 'along' | 'names'>;

/** Counts what stays in the lists, beside what was compared. */
function stayingIn(
  { asked }: OrganizationThings,
  { parts }: Snapshot,
  { names, present, agreed, along }: Counted,
): Staying[] {
  const counts = new Map<string, Staying>();
  const add = (kind: ResourceKind, key: readonly string[], count: number) => {
    const above = key.slice(0, -1);
    const text = listText(kind, above);
    counts.set(text, { kind, above, count: (counts.get(text)?.count ?? 0) + count });
  };
  for (const [team, { size }] of parts['team-member'].lists)
    add('team-member', [names.titled('team', team), ''], size);
  for (const { kind, things } of asked)
    for (const { ids, fields } of things.values()) add(kind, factsOf(kind).keyOf(names, ids, fields), 1);
  const asking = new Set<string>([...asked.map(({ kind }) => kind), 'team-member']);
  const others = [...present, ...along.map(({ difference }) => difference)];
  for (const { kind, key } of others) if (asking.has(kind)) add(kind as ResourceKind, key, -1);
  return [
    ...agreed.filter(({ kind }) => kind !== 'team-member'),
    ...[...counts.values()].filter(({ count }) => count > 0),
  ];
}
