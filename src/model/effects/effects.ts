import { askedAtOnce, inParallel } from '../read/in-parallel.ts';
import { isUnknown, type Unknown } from '../read/unknown.ts';
import {
  type Basis,
  chosen,
  type Fields,
  type Ids,
  pick,
  type Reference,
  set,
  settled,
  shown,
  type Touch,
  theMade,
  thingKey,
} from './facts.ts';
import { resourceNamed } from './kinds.ts';
import { references } from './nouns.ts';
import { type ThingReader, withOrganization } from './thing-reader.ts';
import type { Thing } from './thing-source.ts';

/** What happens to one thing: by a request itself, or because of another effect. */
export interface Effect extends Touch {
  /** The values of the fields before; of all fields for a thing that ends; `null` if there was no such thing. */
  readonly before: Fields | null | Unknown;
  readonly after: Fields | null | Unknown;
  /** The place of the effect that causes this one; absent for what the request itself does. */
  readonly because?: number;
  /** The place of the touch that it is, or that has led to it. */
  readonly of: number;
  readonly thing?: Thing | undefined;
  /** What follows from an assumed effect is assumed as well. */
  readonly basis: Basis;
}

export interface EffectOptions {
  /** Of things in more lists of one kind than this, it is unknown what becomes of them. @default no limit */
  readonly most?: number;
  /** Returns whether what becomes of these things matters. @default all do */
  readonly matters?: (reference: Reference) => boolean;
  /** Whether only what ends is followed, and not what is made or transferred. @default false */
  readonly endsOnly?: boolean;
  /** The request of each touch, so that what ends with several requests follows from each. @default all touches are of one */
  readonly requests?: readonly number[];
}

/**
 * Reads the values before requests, and what ends or is set together with what they touch; each list once. What would take
 * more than `most` lists of one kind is unknown, with the number of requests. Throws the errors of the reader.
 */
export async function effects(
  touched: readonly Touch[],
  things: ThingReader,
  { matters = () => true, endsOnly = false, most, requests }: EffectOptions = {},
): Promise<readonly Effect[]> {
  const own = await inParallel(touched, askedAtOnce, async (touch, of) => {
    const all = await resolved(touch, things);
    return Promise.all(
      all.map(async (one): Promise<Effect> => {
        return { ...one, ...(await valuesOf(one, things)), basis: 'stated', of };
      }),
    );
  });
  const follow = (effect: Effect) =>
    endsOnly && effect.change !== 'end' ? nothing : following(effect, things, matters, most);
  return withFollowing(own.flat(), things, follow, requests);
}

const nothing: Promise<readonly Following[]> = Promise.resolve([]);

/**
 * Reads what ends or is set together with what requests end, and what ends with what they transfer. Returns what the requests do,
 * whose values are not read, and behind it what follows. Does everything else as {@link effects} does.
 */
export async function endings(
  touched: readonly Touch[],
  things: ThingReader,
  { matters, most }: Omit<EffectOptions, 'endsOnly'> = {},
): Promise<readonly Effect[]> {
  const own = touched.map(
    (touch, of): Effect => ({ ...touch, before: notRead, after: notRead, basis: 'stated', of }),
  );
  const rule: Rule = (reference) =>
    reference.policy !== 'chooses' && matters?.(reference) !== false ? endOf(reference) : undefined;
  return withFollowing(own, things, (effect) =>
    effect.change === 'end'
      ? byReferences(effect, things, rule, most)
      : byTransfer(effect, things, most, matters),
  );
}

/** What people write about a thing is no part of the structure that a plan shows, and that must be as it was. */
const discussion: readonly string[] = ['change-request', 'comment', 'reply', 'git', 'installation'];

/** Returns whether plans show what becomes of the things that refer to one that ends. */
export function isShownAlong({ kind }: Reference): boolean {
  return !discussion.includes(kind);
}

async function withFollowing(
  own: readonly Effect[],
  things: ThingReader,
  follow: (effect: Effect) => Promise<readonly Following[]>,
  requests: readonly number[] = [],
): Promise<readonly Effect[]> {
  const found = [...own];
  const keyIn = (of: number, thing: Touch) => `${requests[of] ?? ''} ${thingKey(thing)}`;
  // What a request ends does not change any more by it.
  const ended = new Set<string>();
  const given = new Map<string, Fields>();
  for (const one of own) {
    const [key, anywhere] = [keyIn(one.of, one), thingKey(one)];
    if (one.change === 'end') ended.add(key);
    else for (const each of [key, anywhere]) given.set(each, { ...given.get(each), ...one.sets });
  }
  for (let from = 0; from < found.length; ) {
    const wave = found.slice(from, from + askedAtOnce);
    const next = await Promise.all(wave.map(follow));
    for (const [at, all] of next.entries()) {
      const { of, basis: known } = wave[at] as Effect;
      for (const { touch, basis, by, before } of all) {
        const key = keyIn(of, touch);
        // A request takes it away from what ends; only the same one counts where it would stay, with a field cleared.
        const values = given.get(touch.change === 'end' ? thingKey(touch) : key) ?? {};
        if (ended.has(key) || (by !== undefined && by in values)) continue;
        if (touch.change === 'end') ended.add(key);
        const states = before === undefined ? await valuesOf(touch, things) : changed(touch, before);
        found.push({
          ...{ ...touch, ...states, of },
          ...{ because: from + at, basis: known === 'stated' ? basis : 'assumed' },
        });
      }
    }
    from += wave.length;
  }
  return found;
}

type Values = Pick<Effect, 'before' | 'after' | 'thing'>;

async function valuesOf(touch: Touch, things: ThingReader): Promise<Values> {
  const { kind, ids, change, sets = {} } = touch;
  if (change === 'make') return { before: null, after: sets };
  if (change === 'content') return { before: notRead, after: notRead };
  const thing = await things.one(kind, ids, change === 'end' ? undefined : Object.keys(sets));
  return changed(touch, thing);
}

/** Returns the values of a thing before and after it is touched. */
function changed({ change, sets = {} }: Touch, thing: Thing | null | Unknown): Values {
  if (isUnknown(thing)) return { before: thing, after: thing };
  const before = thing && (change === 'end' ? thing.fields : shown(thing.fields, ...Object.keys(sets)));
  const after = change === 'end' ? null : { ...before, ...settled(sets, before) };
  return { before, after, ...(thing && { thing }) };
}

const notRead: Unknown = { unknown: 'content is not read' };

/**
 * Puts a default or a new site space where the service puts it: at the root of a site, or in its default section if it has
 * sections.
 */
export async function resolved(touch: Touch, things: ThingReader): Promise<readonly Touch[]> {
  const { kind, ids, sets = {} } = touch;
  if (kind === 'site-space' && sets.sectionId === chosen) {
    const { defaultSiteSection: sectionId } = await siteOf(ids, things);
    return [{ ...touch, sets: { ...sets, sectionId } }];
  }
  if (kind !== 'site' || sets.defaultSiteSpace === undefined || touch.change !== 'set') return [touch];
  const { defaultSiteSpace, ...others } = sets;
  const section = others.defaultSiteSection ?? (await siteOf(ids, things)).defaultSiteSection;
  if (typeof section !== 'string') return [touch];
  return [...set(kind, ids, others), ...set('section', { ...ids, section }, { defaultSiteSpace })];
}

interface Following {
  readonly touch: Touch;
  readonly basis: Basis;
  /** The field that names the thing of the effect. */
  readonly by?: string;
  /** The touched thing, where it was read for this. */
  readonly before?: Thing | Unknown;
}

type Matters = (reference: Reference) => boolean;

async function following(
  effect: Effect,
  things: ThingReader,
  matters: Matters,
  most: number | undefined,
): Promise<readonly Following[]> {
  const { kind, change } = effect;
  if (change === 'end')
    return byReferences(effect, things, (one) => (matters(one) ? endOf(one) : undefined), most);
  if (kind === 'collection' || kind === 'space') return byTransfer(effect, things, most);
  // A section that is made for another one brings no more.
  if (change !== 'make' || effect.because !== undefined) return [];
  if (kind === 'section') return afterSection(effect, things);
  return kind === 'site-space' ? afterSiteSpace(effect, things) : [];
}

/** Says what becomes of the things that refer to one: a change of each, or nothing. */
type Rule = (reference: Reference) => Pick<Touch, 'change' | 'sets'> | undefined;

function endOf({ by, policy }: Reference): ReturnType<Rule> {
  if (policy === 'ends') return { change: 'end' };
  return { change: 'set', sets: { [by]: policy === 'clears' ? null : chosen } };
}

function transferOf({ transferred }: Reference, { organization }: Fields): ReturnType<Rule> {
  if (transferred === undefined) return undefined;
  return transferred === 'ends' ? { change: 'end' } : { change: 'set', sets: { organization } };
}

/** Finds what goes to another organization, or ends, together with a thing that goes there. */
function byTransfer(
  effect: Effect,
  things: ThingReader,
  most: number | undefined,
  matters: Matters = () => true,
): Promise<readonly Following[]> {
  const { sets = {} } = effect;
  if (!('organization' in sets)) return nothing;
  return byReferences(effect, things, (one) => (matters(one) ? transferOf(one, sets) : undefined), most);
}

async function byReferences(
  { kind, ids, before }: Effect,
  things: ThingReader,
  rule: Rule,
  most: number | undefined,
): Promise<Following[]> {
  const { key = '' } = resourceNamed(kind);
  const id = ids[key];
  if (id === undefined) return [];
  const found = references.map(async (reference): Promise<Following[]> => {
    const does = reference.to === kind ? rule(reference) : undefined;
    if (!does) return [];
    const { basis, by } = reference;
    const all = await things.referring(reference, id, withOrganization(ids, before), most);
    if (isUnknown(all))
      return [{ touch: { kind: reference.kind, ids: pick(ids, 'org'), ...does }, basis, before: all }];
    return all.map((one) => ({
      touch: { kind: reference.kind, ids: one.ids, ...does },
      basis,
      by,
      before: one,
    }));
  });
  return (await Promise.all(found)).flat();
}

/** The first section of a site is its default. Site spaces at the root get a section before it. */
async function afterSection({ ids }: Effect, things: ThingReader): Promise<Following[]> {
  const { defaultSiteSection, defaultSiteSpace } = await siteOf(ids, things);
  if (defaultSiteSection !== null) return [];
  const site = (sets: Fields): Following => ({
    touch: { kind: 'site', ids, change: 'set', sets },
    basis: 'assumed',
  });
  if (defaultSiteSpace === null) return [site({ defaultSiteSection: theMade })];
  const all = await things.list(resourceNamed('site-space'), ids);
  const moved = isUnknown(all) ? [] : all.filter(({ fields }) => fields.sectionId === null);
  return [
    { touch: { kind: 'section', ids, change: 'make', sets: { defaultSiteSpace } }, basis: 'assumed' },
    site({ defaultSiteSection: chosen, defaultSiteSpace: null }),
    ...moved.map((one): Following => {
      const sets = { sectionId: chosen };
      return { touch: { kind: 'site-space', ids: one.ids, change: 'set', sets }, basis: 'assumed' };
    }),
  ];
}

/** The first site space at the root, or in a section, is the default there. */
async function afterSiteSpace({ ids, sets = {} }: Effect, things: ThingReader): Promise<Following[]> {
  const { sectionId } = sets;
  if (sectionId === theMade || ids.site === theMade) return [];
  const section = typeof sectionId === 'string' ? { ...ids, section: sectionId } : undefined;
  const { defaultSiteSpace } = section
    ? await fieldsIn('section', section, things)
    : await siteOf(ids, things);
  if (defaultSiteSpace != null) return [];
  const kind = section ? 'section' : 'site';
  const touch: Touch = { kind, ids: section ?? ids, change: 'set', sets: { defaultSiteSpace: theMade } };
  return [{ touch, basis: 'assumed' }];
}

/** Returns the defaults of a site; none of one that is not there. */
async function siteOf({ org = '', site = '' }: Ids, things: ThingReader): Promise<Fields> {
  const names = ['defaultSiteSection', 'defaultSiteSpace'];
  return shown(await fieldsIn('site', { org, site }, things, names), ...names);
}

/** Returns the fields of a thing; none of one that does not exist or cannot be read. */
async function fieldsIn(
  kind: string,
  ids: Ids,
  things: ThingReader,
  names?: readonly string[],
): Promise<Fields> {
  const thing = await things.one(kind, ids, names);
  return thing && !isUnknown(thing) ? thing.fields : {};
}
