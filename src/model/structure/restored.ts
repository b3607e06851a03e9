import { isEqual } from '../../text/equal.ts';
import { groupBy } from '../../text/group-by.ts';
import { chosen, type Fields } from '../effects/facts.ts';
import { type Structure, type StructureThing, structureList } from './structure.ts';
import { valueFields } from './value-fields.ts';

/** What does not come back in a structure. */
export interface StructureNotRestored {
  readonly thing: StructureThing;
  /**
   * `changed`: others have given the field another value since, or its list another `order`; `deleted`: others have deleted it
   * since, or what it was in; `filled`: others have put `others` into it; `holds`: `others` stay in it; `taken`: another thing has its path now; `beside`: it was
   * at the root of a site with sections.
   */
  readonly why: 'changed' | 'deleted' | 'filled' | 'holds' | 'taken' | 'beside';
  readonly field?: string;
  readonly others?: readonly StructureThing[];
}

/** A thing that requests have made, with what others have put into it. */
export interface FilledThing {
  readonly thing: StructureThing;
  readonly others: readonly StructureThing[];
}

/** Things by what identifies them at any time, with such identities in the fields that name other things. */
type Things = ReadonlyMap<string, StructureThing>;

type Identities = ReadonlyMap<string, string>;

interface Restoring {
  readonly before: Things;
  readonly left: Things;
  readonly present: Things;
  readonly wanted: Map<string, StructureThing>;
  readonly stays: StructureNotRestored[];
  /** What ends with what others have put into it; `undefined` if such things stay. */
  readonly contents: FilledThing[] | undefined;
}

interface RestoreOptions {
  /** Whether what requests have made ends with what others have put into it. */
  readonly withContents?: boolean | undefined;
  /** Whether everything else has been put back already, and stays as it is. */
  readonly onlyMade?: boolean | undefined;
  /** What the answers to the requests say of things, by their ids. @default nothing */
  readonly answered?: ReadonlyMap<string, Fields> | undefined;
}

/**
 * Puts back what requests have changed from `before` to `left`, and nothing else. The wanted structure is the present one, where
 * each field that they changed has its value before, unless others have changed it since; what they have made ends, unless others
 * have put something into it, unless `withContents`: `contents` is what ends with that. What they have ended is made again. Of the
 * order of a list, those pairs are put back that they changed. Pure. Only the fields in `before` are restored. A site space is the
 * same one as long as its site publishes its space.
 */
export function restored(
  before: Structure,
  left: Structure,
  present: Structure,
  { withContents, onlyMade, answered }: RestoreOptions = {},
) {
  const identities = identitiesIn(present);
  // Requests may name what was made together with something else, so that its id is in no answer of them.
  const ofLeft = new Map([...identities, ...foundAgain(before, left, present)]);
  const earlier = identified(before, identitiesIn(before));
  const now = identified(present, identities);
  const all: Restoring = {
    before: onlyMade ? new Map([...now].filter(([identity]) => earlier.has(identity))) : earlier,
    left: identified(left, identitiesIn(left, ofLeft)),
    present: now,
    wanted: new Map(),
    stays: [],
    contents: withContents ? [] : undefined,
  };
  const { wanted, stays, contents = [] } = all;
  for (const [identity, now] of all.present) {
    const old = all.before.get(identity);
    const own = all.left.get(identity);
    if (old) wanted.set(identity, merged(now, old, own, stays));
    else if (!own || isKept(now, { ...answered?.get(own.key), ...own.fields }, all))
      wanted.set(identity, { ...now, isAnywhere: true });
  }
  for (const [identity, old] of all.before) {
    if (all.present.has(identity)) continue;
    const own = all.left.get(identity);
    if (!own) wanted.set(identity, old);
    else if (!isEqual(own.fields, old.fields)) stays.push({ thing: old, why: 'deleted' });
  }
  for (let count = -1; count !== wanted.size + stays.length; ) {
    count = wanted.size + stays.length;
    keepFilled(all);
    keepHomes(all);
  }
  freePaths(all);
  const ordered = [...groupBy([...wanted], ([, thing]) => structureList(thing)).values()].flatMap((list) =>
    inOrder(list, all),
  );
  const keyOf = (identity: unknown) =>
    typeof identity === 'string' ? (wanted.get(identity)?.key ?? identity) : identity;
  return { wanted: ordered.map((thing) => withReferences(thing, keyOf)), stays, contents };
}

/**
 * Returns whether what requests have made stays, because others have changed it since, or what it is in: a field that people set has
 * another value than requests have left.
 */
function isKept(now: StructureThing, own: Fields, all: Restoring): boolean {
  const { before, left, wanted, stays } = all;
  const around = [now.fields.sectionId, now.site].map(String);
  if (around.some((one) => wanted.has(one) && left.has(one) && !before.has(one))) return true;
  const field = [...valueFields(now.kind), 'sectionId', 'sectionGroup'].find(
    (name) => name in own && !isEqual(own[name], chosen) && !isSame(own[name], now.fields[name]),
  );
  if (field === undefined) return false;
  stays.push({ thing: now, why: 'changed', field });
  return true;
}

const references = ['sectionId', 'sectionGroup', 'defaultSiteSection', 'defaultSiteSpace'];

function withReferences(thing: StructureThing, toOther: (value: unknown) => unknown): StructureThing {
  const { fields } = thing;
  const named = references.filter((field) => field in fields);
  return {
    ...thing,
    fields: { ...fields, ...Object.fromEntries(named.map((field) => [field, toOther(fields[field])])) },
  };
}

/** Returns what identifies things, by their keys. `again` has what is known already. */
function identitiesIn(structure: Structure, again: Identities = new Map()): Identities {
  const identities = structure.map(({ kind, key, site, fields }) => {
    return [key, kind === 'site-space' ? `${site} ${fields.spaceId}` : (again.get(key) ?? key)] as const;
  });
  return new Map([...again, ...identities]);
}

function identified(structure: Structure, identities: Identities): Things {
  const identityOf = (key: unknown) => identities.get(String(key)) ?? key;
  return new Map(
    structure.map((thing) => [String(identityOf(thing.key)), withReferences(thing, identityOf)]),
  );
}

/** Finds the present keys of things that were made by requests which did not say their ids: by path, else by title. */
function foundAgain(before: Structure, left: Structure, present: Structure): Identities {
  const named = ({ kind, site, fields }: StructureThing, by: 'path' | 'title') =>
    JSON.stringify([kind, site, by, fields[by]]);
  const nameOf = (thing: StructureThing) =>
    named(thing, thing.kind === 'section' && thing.fields.path !== undefined ? 'path' : 'title');
  const known = new Set([...before, ...left].map(({ key }) => key));
  const strangers = new Map(
    present
      .filter(({ key }) => !known.has(key))
      .flatMap((one) => (['path', 'title'] as const).map((by) => [named(one, by), one.key])),
  );
  const there = new Set(present.map(({ key }) => key));
  const old = new Set(before.map(({ key }) => key));
  return new Map(
    left.flatMap((thing) => {
      const found = there.has(thing.key) || old.has(thing.key) ? undefined : strangers.get(nameOf(thing));
      return found === undefined ? [] : [[thing.key, found]];
    }),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return isEqual(one ?? null, other ?? null);
}

/**
 * Returns a thing with the fields before that requests have changed. One that they have ended, and that is still there, goes back to
 * its list; a space that others have published anew does not.
 */
function merged(
  now: StructureThing,
  old: StructureThing,
  own: StructureThing | undefined,
  stays: StructureNotRestored[],
): StructureThing {
  const fields: Record<string, unknown> = { ...now.fields };
  for (const [field, before] of Object.entries(old.fields)) {
    // A request that makes a thing leaves to the service what it does not name.
    const after = own && !(field in own.fields) ? chosen : own?.fields[field];
    const present = now.fields[field];
    if (own ? isSame(before, after) : field !== 'sectionId') continue;
    const isLeft = own ? isEqual(after, chosen) || isSame(present, after) : now.key === old.key;
    if (isLeft || isSame(present, before)) fields[field] = before;
    else stays.push({ thing: now, why: 'changed', field });
  }
  return { ...now, fields, ...(old.key !== now.key && { earlier: old.key }) };
}

/** What requests have made stays if others have put something into it, and what had no sections before stays without them. */
function keepFilled({ before, left, present, wanted, stays, contents: ending }: Restoring): void {
  const isMade = (identity: unknown) =>
    present.has(String(identity)) && left.has(String(identity)) && !before.has(String(identity));
  // The groups come after the sections that are in them.
  for (const field of ['sectionId', 'sectionGroup']) {
    const contents = groupBy(
      [...wanted.values()].filter(({ fields }) => isMade(fields[field])),
      ({ fields }) => String(fields[field]),
    );
    for (const [identity, others] of contents) {
      if (wanted.has(identity)) continue;
      const thing = present.get(identity) as StructureThing;
      const strangers = others.filter((one) => {
        const other = identityOf(one, wanted);
        return !before.has(other) && !left.has(other);
      });
      if (ending && strangers.length === others.length) {
        ending.push({ thing, others });
        for (const other of others)
          if (field === 'sectionId') wanted.delete(identityOf(other, wanted));
          else
            wanted.set(identityOf(other, wanted), { ...other, fields: { ...other.fields, [field]: null } });
        continue;
      }
      wanted.set(identity, { ...thing, isAnywhere: true });
      stays.push(
        strangers.length > 0 ? { thing, why: 'filled', others: strangers } : { thing, why: 'holds', others },
      );
    }
  }
}

function identityOf(thing: StructureThing, things: Things): string {
  return [...things].find(([, one]) => one === thing)?.[0] ?? thing.key;
}

/** What cannot go back into its section, or to the root of its site, stays where it is. */
function keepHomes({ before, present, wanted, stays }: Restoring): void {
  const things = [...wanted.values()];
  const parted = new Set(things.flatMap(({ kind, site }) => (kind === 'section' ? [site] : [])));
  const whyNotHome = ({ site, fields }: StructureThing): Pick<StructureNotRestored, 'why' | 'others'> => {
    if (fields.sectionId != null) return { why: 'deleted' };
    const sections = [...wanted].filter(([, one]) => one.kind === 'section' && one.site === site);
    const others = sections.flatMap(([identity, one]) => (before.has(identity) ? [] : [one]));
    return others.length > 0 ? { why: 'filled', others } : { why: 'beside' };
  };
  const partedNow = new Set(
    [...present.values()].flatMap(({ kind, site }) => (kind === 'section' ? [site] : [])),
  );
  for (const [identity, thing] of wanted) {
    const { kind, site, fields } = thing;
    const now = present.get(identity);
    if (kind === 'section' && !now && !partedNow.has(site)) {
      const others = things.filter(
        (one) =>
          one.kind === 'site-space' && one.site === site && one.isAnywhere && one.fields.sectionId == null,
      );
      if (others.length > 0) {
        wanted.delete(identity);
        stays.push({ thing, why: 'filled', others });
        continue;
      }
    }
    if (kind === 'section' && fields.sectionGroup != null && !wanted.has(String(fields.sectionGroup))) {
      const there = wanted.has(String(now?.fields.sectionGroup)) ? now?.fields.sectionGroup : null;
      wanted.set(identity, { ...thing, fields: { ...fields, sectionGroup: there } });
      // What others have deleted is no group for it any more.
      if (isEqual(before.get(identity)?.fields.sectionGroup, fields.sectionGroup))
        stays.push({ thing, why: 'deleted', field: 'sectionGroup' });
    }
    if (kind !== 'site-space') continue;
    const { sectionId = null } = fields;
    const isHome =
      sectionId === null
        ? !parted.has(site) || now?.fields.sectionId === null
        : wanted.has(String(sectionId));
    if (isHome) continue;
    const home = before.get(String(sectionId)) ?? thing;
    const reason = whyNotHome(thing);
    // Where it has been at the root beside sections, it does not end with its section, as far as known.
    if (now && (reason.why !== 'beside' || wanted.has(String(now.fields.sectionId))))
      wanted.set(identity, { ...thing, fields: { ...fields, sectionId: now.fields.sectionId ?? null } });
    else wanted.delete(identity);
    if (!stays.some((one) => one.thing.key === home.key)) stays.push({ thing: home, ...reason });
  }
}

/** A path that another thing has got since does not come back. */
function freePaths({ present, wanted, stays }: Restoring): void {
  const nameOf = (thing: StructureThing) => `${structureList(thing)} ${thing.fields.path}`;
  const isOwn = (identity: string, { fields }: StructureThing) =>
    present.get(identity)?.fields.path === fields.path;
  const holders = new Map(
    [...wanted].flatMap(([identity, thing]) => (isOwn(identity, thing) ? [[nameOf(thing), thing]] : [])),
  );
  for (const [identity, thing] of wanted) {
    const { path, ...others } = thing.fields;
    if (path == null || isOwn(identity, thing) || !holders.has(nameOf(thing))) continue;
    const now = present.get(identity)?.fields.path;
    wanted.set(identity, { ...thing, fields: { ...others, ...(now !== undefined && { path: now }) } });
    stays.push({ thing, why: 'taken', field: 'path' });
  }
}

/**
 * Puts the things of a list in order: for two of them, the order before if requests have changed it, else the present one. What
 * was not in the list before may be anywhere. If all pairs together are no order, the present one stays.
 */
function inOrder(
  list: readonly (readonly [string, StructureThing])[],
  { before, left, present, stays }: Restoring,
): StructureThing[] {
  const [, first] = list[0] as readonly [string, StructureThing];
  const placesIn = (things: Things) => {
    const own = [...things].filter(([, thing]) => structureList(thing) === structureList(first));
    return new Map(own.map(([identity], place) => [identity, place]));
  };
  const places = { before: placesIn(before), left: placesIn(left), present: placesIn(present) };
  const known = list.filter(([identity]) => places.before.has(identity));
  const others = list.flatMap(([identity, thing]) =>
    places.before.has(identity) ? [] : [{ ...thing, isAnywhere: true }],
  );
  const isFirst = (one: string, other: string, of: ReadonlyMap<string, number>) => {
    const [here, there] = [of.get(one), of.get(other)];
    return here === undefined || there === undefined ? undefined : here < there;
  };
  const comesFirst = (one: string, other: string) => {
    const was = isFirst(one, other, places.before) as boolean;
    return was === isFirst(one, other, places.left) ? (isFirst(one, other, places.present) ?? was) : was;
  };
  const ranks = known.map(
    ([one]) => known.filter(([other]) => other !== one && comesFirst(other, one)).length,
  );
  const ordered = known
    .map(([, thing], at) => ({ thing, rank: ranks[at] as number }))
    .sort((one, other) => one.rank - other.rank);
  if (ordered.every(({ rank }, at) => rank === at)) return [...ordered.map(({ thing }) => thing), ...others];
  stays.push({ thing: first, why: 'changed', field: 'order' });
  return list
    .map(([identity, thing]) => ({ thing, place: places.present.get(identity) }))
    .sort((one, other) => (one.place ?? Number.POSITIVE_INFINITY) - (other.place ?? Number.POSITIVE_INFINITY))
    .map(({ thing, place }) => (place === undefined ? { ...thing, isAnywhere: true } : thing));
}
