import { type Fields, thingKey } from '../../model/effects/facts.ts';
import { isOrder, orderedBy } from '../../model/effects/restoring.ts';
import { afterRequests } from '../../model/structure/after.ts';
import {
  type Structure,
  type StructureIndex,
  type StructureKind,
  type StructureThing,
  structureIndex,
} from '../../model/structure/structure.ts';
import { isObject } from '../../text/fields.ts';
import { groupBy } from '../../text/group-by.ts';
import { type ChangedThing, type Groups, ownId, type RecordedRequest } from './changed-things.ts';
import { isSecret } from './values.ts';

const kinds: ReadonlySet<string> = new Set<StructureKind>(['site', 'section-group', 'section', 'site-space']);

/** Fields of a site that belong to its structure. */
const defaults: readonly string[] = ['defaultSiteSection', 'defaultSiteSpace'];

/** Fields that only say what others say too, or that no request sets. */
const shownOnly: readonly string[] = ['default', 'sections', 'siteSpaces', 'hostname'];

/** Returns whether a thing, or an order, is a part of the structure of a site. */
function isStructure({ kind, after }: Pick<ChangedThing, 'kind' | 'after'>): boolean {
  return isOrder(kind) || (kinds.has(kind) && (kind !== 'site' || after === null));
}

/** Takes the things that make up the structure of sites apart from all others. Only the defaults of a site that stays are such. */
export function parted(things: readonly ChangedThing[]): {
  readonly structure: readonly ChangedThing[];
  readonly others: readonly ChangedThing[];
} {
  const ended = new Set(things.filter((one) => isStructure(one) && one.after === null).map(thingKey));
  const structure: ChangedThing[] = [];
  const others: ChangedThing[] = [];
  for (const thing of things) {
    const { kind, before, after } = thing;
    // A document ends with its site.
    if (isStructure(thing) || ended.has(thing.cause ?? '')) structure.push(thing);
    else if (kind !== 'site' || before === null || !after) others.push(thing);
    else {
      const [own, rest] = [only(after, isDefault), only(after, (field) => !isDefault(field))];
      if (Object.keys(own).length > 0) structure.push({ ...thing, after: own });
      if (Object.keys(rest).length > 0) others.push({ ...thing, after: rest });
    }
  }
  return { structure, others };
}

function isDefault(field: string): boolean {
  return defaults.includes(field);
}

function only(fields: Fields, is: (field: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => is(field)));
}

/**
 * Puts together what a journal says of the structure of sites: the values before of what requests have changed, and the orders of
 * lists. What it does not say is as it is at `present`. Requests without an outcome are left out. Pure.
 */
export function recordedStructure(
  things: readonly ChangedThing[],
  present: Structure,
  requests: readonly RecordedRequest[],
) {
  const now = structureIndex(present);
  const known = things.filter(({ kind, isUnclear }) => !isUnclear && (isOrder(kind) || kinds.has(kind)));
  const found = new Map<string, StructureThing>();
  for (const site of new Set(known.map(({ ids }) => ids.site ?? ''))) {
    // What no request has changed is as it was.
    const { defaultSiteSection = null } = now.get(site)?.fields ?? {};
    found.set(site, { kind: 'site', key: site, site, fields: { defaultSiteSection } });
  }
  for (const thing of known) {
    const own = isOrder(thing.kind) ? undefined : thingBefore(thing, now);
    if (own) found.set(own.key, { ...own, fields: { ...found.get(own.key)?.fields, ...own.fields } });
  }
  for (const { kind, before } of known)
    for (const [group, ids] of Object.entries(isOrder(kind) && before ? (before as Groups) : {}))
      for (const id of ids) {
        const there = now.get(id);
        if (!there || found.has(id)) continue;
        const { spaceId } = there.fields;
        const fields = kind === 'site-space-order' ? { spaceId, sectionId: group || null } : {};
        found.set(id, { ...there, fields });
      }
  // The first one that has ended was the default before all.
  for (const thing of known.toReversed()) setDefault(found, thing, known, now);
  const before = inListOrder([...found.values()], known, now);
  const done = requests.filter(({ isDone }) => isDone);
  const left = afterRequests(before, done);
  return { before, left: [...left, ...survivors(before, left, known, present)] };
}

/** Returns a thing before requests; `undefined` if it did not exist, or that is not known. */
function thingBefore(thing: ChangedThing, now: StructureIndex): StructureThing | undefined {
  const { kind, ids, before, after, name } = thing;
  if (before == null) return undefined;
  const key = ownId(thing);
  const is = (field: string) =>
    !shownOnly.includes(field) &&
    !isSecret(before[field]) &&
    (kind !== 'site' || after === null || isDefault(field));
  const fields: Record<string, unknown> = only(before, is);
  if (kind === 'site' && (fields.adaptiveContent as Fields | undefined)?.enabled !== true)
    delete fields.adaptiveContent;
  if (kind === 'site-space') {
    const there = now.get(key)?.fields ?? {};
    // One that is gone is none of those that are there.
    fields.spaceId ??= there.spaceId ?? (after === null ? undefined : key);
    if (!('sectionId' in fields)) fields.sectionId = there.sectionId ?? null;
    if (fields.spaceId === undefined) return undefined;
  }
  return { kind: kind as StructureKind, key, site: ids.site ?? '', fields, ...(name && { title: name }) };
}

/** An ended thing that was the default of its list: what holds the list says so. */
function setDefault(
  found: Map<string, StructureThing>,
  thing: ChangedThing,
  known: readonly ChangedThing[],
  now: StructureIndex,
): void {
  const { kind, ids, before, after } = thing;
  if (isOrder(kind) || after !== null || before?.default !== true) return;
  const section = kind === 'site-space' ? (before.sectionId as string | null | undefined) : null;
  const key = section ?? ids.site ?? '';
  const holder = found.get(key) ?? now.get(key);
  if (!holder) return;
  const field = kind === 'section' ? 'defaultSiteSection' : 'defaultSiteSpace';
  const isSaid = known.some(
    (one) => !isOrder(one.kind) && ownId(one) === key && one.before && field in one.before,
  );
  if (isSaid) return;
  const fields = found.has(key) ? holder.fields : {};
  found.set(key, { ...holder, fields: { ...fields, [field]: ownId(thing) } });
}

/** Sorts the things of each list as a journal says; where it does not, those that are there as they are, and others behind them. */
function inListOrder(
  all: readonly StructureThing[],
  things: readonly ChangedThing[],
  now: StructureIndex,
): StructureThing[] {
  const recorded = new Map<string, readonly string[]>();
  for (const { kind, ids, before } of things)
    if (isOrder(kind) && before)
      recorded.set(`${orderedBy(kind)} ${ids.site}`, Object.values(before as Groups).flat());
  return [...groupBy(all, ({ kind, site }) => `${kind} ${site}`)].flatMap(([list, own]) => {
    const [{ kind, site }] = own as [StructureThing];
    const places = new Map((recorded.get(list) ?? listNow(kind, site, now)).map((id, at) => [id, at]));
    const placeOf = ({ key }: StructureThing) => places.get(key) ?? places.size;
    return own.toSorted((one, other) => placeOf(one) - placeOf(other));
  });
}

function listNow(kind: string, site: string, now: StructureIndex): readonly string[] {
  const sections = now.list('section', site);
  if (kind === 'section') return sections.map(({ key }) => key);
  if (kind === 'section-group') return now.list('section-group', site).map(({ key }) => key);
  return [null, ...sections.map(({ key }) => key)].flatMap((one) =>
    now.siteSpaces(site, one).map(({ key }) => key),
  );
}

/**
 * Returns site spaces that are still there, though requests have ended them or what they were in: with what requests had set
 * before that. One that others have published again is theirs: it stays.
 */
function survivors(
  before: Structure,
  left: Structure,
  things: readonly ChangedThing[],
  present: Structure,
): StructureThing[] {
  const there = new Set(left.map(({ key }) => key));
  const published = new Map(
    present.flatMap((one) => (one.kind === 'site-space' ? [[`${one.site} ${one.fields.spaceId}`, one]] : [])),
  );
  const republished = new Set(
    left.flatMap((one) => (one.kind === 'site-space' ? [`${one.site} ${one.fields.spaceId}`] : [])),
  );
  const setEarlier = new Map(things.map((thing) => [ownId(thing), thing.left ?? {}]));
  return before.flatMap((thing): StructureThing[] => {
    if (thing.kind !== 'site-space' || there.has(thing.key)) return [];
    const place = `${thing.site} ${thing.fields.spaceId}`;
    const now = published.get(place);
    if (!now || republished.has(place)) return [];
    if (now.key !== thing.key) return [thing];
    const { sectionId } = now.fields;
    return [{ ...thing, fields: { ...thing.fields, ...setEarlier.get(thing.key), sectionId } }];
  });
}

/** Returns what the answers to requests say of things, by their ids, but for long texts. */
export function answersOf(requests: readonly RecordedRequest[]): ReadonlyMap<string, Fields> {
  const answered = new Map<string, Fields>();
  for (const { ids, kind, value } of requests.flatMap(({ isDone, after }) => (isDone ? (after ?? []) : []))) {
    const id = ownId({ kind, ids });
    const said = Object.entries(value ?? {}).filter(([, one]) => !isObject(one));
    answered.set(id, { ...answered.get(id), ...Object.fromEntries(said) });
  }
  return answered;
}
