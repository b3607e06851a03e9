import { isEqual } from '../../text/equal.ts';
import { groupBy } from '../../text/group-by.ts';
import {
  type ChangingRequest,
  chosen,
  type Fields,
  innermostId,
  type Touch,
  withMade,
} from '../effects/facts.ts';
import { touches } from '../effects/things.ts';
import {
  type Structure,
  type StructureKind,
  type StructureThing,
  structureIndex,
  structureList,
} from './structure.ts';

/** A request that was carried out, or may have been. */
export interface DoneRequest extends ChangingRequest {
  /** The id of the thing that it has made; `undefined` if that is not known. */
  readonly id?: string | undefined;
}

const kinds: readonly string[] = ['site', 'section-group', 'section', 'site-space'] satisfies StructureKind[];

/** The fields of a site that belong to its structure. */
const defaults = ['defaultSiteSection', 'defaultSiteSpace'];

/**
 * Returns the structure that requests leave, one after the other, as far as they say it. Only sites of `before` matter. What was
 * made by a request that did not say its id has a key of its own. A default that the service chooses is {@link chosen}.
 */
export function afterRequests(before: Structure, requests: readonly DoneRequest[]): Structure {
  // A request concerns one site, and there can be very many.
  const sites = new Map<string, StructureThing[]>(groupBy(before, ({ site }) => site));
  for (const [at, { op, input, id }] of requests.entries()) {
    const made = id ?? `made by request ${at}`;
    for (const [place, touch] of touches(op, input).entries()) {
      const { site = '' } = touch.ids;
      const things = kinds.includes(touch.kind) && sites.get(site);
      if (things) sites.set(site, after(things, touch, made, place > 0));
    }
  }
  return [...sites.values()].flat();
}

/**
 * Returns what tells whether a request without an outcome may have been carried out, by what is there at `present`: what it ends is
 * away, what it makes is there, and what it sets is as it says. Of what it makes, only a site space can be found again for sure.
 */
export function mayBeCarriedOut(present: Structure): (request: ChangingRequest) => boolean {
  const now = structureIndex(present);
  const publishes = (site: unknown, space: unknown) =>
    present.some((one) => one.kind === 'site-space' && one.site === site && one.fields.spaceId === space);
  return ({ op, input }) =>
    touches(op, input).every(({ kind, ids, change, sets = {} }) => {
      const there = now.get(innermostId(ids));
      if (change === 'end') return there === undefined;
      if (change === 'set')
        return Object.entries(sets).every(([field, value]) => isEqual(there?.fields[field] ?? value, value));
      return change !== 'make' || kind !== 'site-space' || publishes(ids.site, sets.spaceId);
    });
}

/** `isInside` says that a request makes the thing in another one, which has the id that the answer says. */
function after(things: StructureThing[], touch: Touch, made: string, isInside: boolean): StructureThing[] {
  const { change, sets = {} } = touch;
  const kind = touch.kind as StructureKind;
  const site = touch.ids.site as string;
  const { org: _, site: __, ...own } = touch.ids;
  const [given] = Object.values(own);
  const key =
    kind === 'site' ? site : (given ?? (kind === 'site-space' && isInside ? `${made} in it` : made));
  const find = (wanted: unknown) => things.find((one) => one.key === wanted);
  const values = withMade(sets, made);
  const set = (of: string, fields: Fields) =>
    things.map((one) => (one.key === of ? { ...one, fields: { ...one.fields, ...fields } } : one));
  if (change === 'make') {
    const { defaultSiteSection = null } = find(site)?.fields ?? {};
    const sectionId = values.sectionId === chosen ? defaultSiteSection : values.sectionId;
    const fields = kind === 'site-space' ? { ...values, sectionId } : values;
    return [...things, { kind, key, site, fields }];
  }
  if (change === 'end') return without(things, key);
  if (change === 'place') return placed(things, key, touch.at ?? {});
  if (kind !== 'site') return set(key, values);
  const { defaultSiteSpace, ...others } = Object.fromEntries(
    Object.entries(values).filter(([field]) => defaults.includes(field)),
  );
  things = set(key, others);
  if (defaultSiteSpace === undefined) return things;
  const section = find(site)?.fields.defaultSiteSection;
  return set(typeof section === 'string' ? section : site, { defaultSiteSpace });
}

/** Takes a thing away, with what ends with it. */
function without(things: readonly StructureThing[], key: string): StructureThing[] {
  return things.flatMap((one): StructureThing[] => {
    if (one.key === key || one.site === key || one.fields.sectionId === key) return [];
    const naming = Object.entries(one.fields).filter(([, value]) => value === key);
    if (naming.length === 0) return [one];
    const values = naming.map(([field]) => [field, field === 'sectionGroup' ? null : chosen]);
    return [{ ...one, fields: { ...one.fields, ...Object.fromEntries(values) } }];
  });
}

function placed(
  things: readonly StructureThing[],
  key: string,
  at: NonNullable<Touch['at']>,
): StructureThing[] {
  const moved = things.find((one) => one.key === key);
  if (!moved) return [...things];
  const others = things.filter((one) => one !== moved);
  const isIn = (one: StructureThing) => structureList(one) === structureList(moved);
  const next = others.findIndex((one) => one.key === at.before);
  const previous = others.findIndex((one) => one.key === at.after);
  const place =
    next >= 0 ? next : previous >= 0 ? previous + 1 : others.findLastIndex((one) => isIn(one)) + 1;
  return [...others.slice(0, place), moved, ...others.slice(place)];
}
