import {
  createSiteSpace,
  deleteSiteSpace,
  updateSiteSpace,
} from '../../../api/contract/operations/site-spaces.ts';
import { createTurns, temporaryNames } from '../../../model/structure/turns.ts';
import { keyText, type Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import type { NewRequest } from '../writer.ts';
import { requestOrder } from './sites-order.ts';
import { type Placed, purpose, type SiteWork, slices, spaceIdOf, valuesIn, valuesOf } from './sites-work.ts';

const fieldNames = ['path', 'condition'];

/** What the site spaces need of the sections and the site that hold them. */
export interface Holders {
  /** Sets another default space in a section (`''` for the site itself), if it has its id by now. Returns the requests. */
  settleDefault(section: string): readonly number[];
  /** Deletes a section, if that is planned. Returns the request. */
  endSection(section: string): readonly number[];
}

/** The requests for the site spaces of one site. */
export interface SpaceRequests {
  /** Takes a present site space out of its list, once. Returns the requests after which its space is free. */
  end(thing: Thing): readonly number[];
  /**
   * Changes, makes and orders the site spaces of a section, `''` for the site itself. Those in `made` exist already, with
   * the request that has made them. `requires` must be done before one is made.
   */
  fill(section: string, made?: ReadonlyMap<string, number>, requires?: readonly number[]): void;
  /** Returns the requests that must be done before a space is published again in another list: none if it is new here. */
  freed(placed: Placed): readonly number[];
}

export function spaceRequests(work: SiteWork, holders: Holders): SpaceRequests {
  const { writer } = work;
  const ended = new Map<string, readonly number[]>();

  function end(thing: Thing): readonly number[] {
    const known = ended.get(thing.id as string);
    if (known) return known;
    const section = thing.key[1] ?? '';
    const withSection = section === '' ? [] : holders.endSection(section);
    const requests = withSection.length > 0 ? withSection : [remove(thing, section)];
    ended.set(thing.id as string, requests);
    return requests;
  }

  function remove(thing: Thing, section: string): number {
    const deletion = work.deletion(thing);
    const leaving = work.leaving(thing);
    return writer.add({
      operation: deleteSiteSpace,
      params: work.params({ siteSpace: thing.id as string }),
      ...purpose(deletion ? [deletion] : [], leaving ? [leaving] : []),
      ...(leaving && { detail: `taken out of ${section === '' ? 'the site' : section}` }),
      requires: thing.fields.default === true ? holders.settleDefault(section) : [],
    });
  }

  function freed({ state, differences }: Placed): readonly number[] {
    const present = differences.find((one) => one.present)?.present;
    return state === 'moved' && present ? end(present) : [];
  }

  function update(
    thing: Thing,
    body: Record<string, unknown>,
    of: Pick<NewRequest, 'for' | 'isPart'>,
    requires: readonly number[],
  ): number {
    return writer.add({
      operation: updateSiteSpace,
      params: work.params({ siteSpace: writer.idOf('site-space', thing.key) }),
      body,
      ...of,
      requires,
    });
  }

  function fill(
    section: string,
    made: ReadonlyMap<string, number> = new Map(),
    before: readonly number[] = [],
  ) {
    const above = [work.key, section];
    const placed = work.placed('site-space', above);
    const present = writer.present('site-space', above);
    const changes = new Map(
      placed.map((one) => [keyText(one.thing.key), slices(one.differences, fieldNames)]),
    );
    const changesOf = (thing: Thing) => (isPresent(thing) ? (changes.get(keyText(thing.key)) ?? []) : []);
    const isPresent = (thing: Thing) => present.some(({ key }) => keyText(key) === keyText(thing.key));
    const ends = (thing: Thing) => work.deletion(thing) !== undefined || work.leaving(thing) !== undefined;
    const temporaryPath = temporaryNames([...present, ...placed.map(({ thing }) => thing)].map(pathOf));
    const turns = createTurns<Thing>({
      holderOf: (path) =>
        present.find(
          (thing) => pathOf(thing) === path && (ends(thing) || 'path' in valuesIn(changesOf(thing))),
        ),
      nextOf: (thing) => (ends(thing) ? undefined : String(valuesIn(changesOf(thing)).path)),
      giveUp: (thing, requires) =>
        ends(thing)
          ? (end(thing)[0] as number)
          : update(thing, valuesIn(changesOf(thing)), purpose(changesOf(thing), []), requires),
      stepAside(thing) {
        return writer.add({
          operation: updateSiteSpace,
          params: work.params({ siteSpace: thing.id as string }),
          body: { path: temporaryPath(pathOf(thing)) },
          detail: 'temporary path',
          ...purpose([], changesOf(thing)),
        });
      },
    });
    let last = [...before];
    for (const { thing } of placed.filter(({ state }) => state === 'there')) {
      const own = changesOf(thing);
      const values = valuesIn(own);
      if ('path' in values)
        last.push(...turns.take(present.find(({ key }) => keyText(key) === keyText(thing.key)) as Thing));
      else if (own.length > 0) update(thing, values, purpose(own, []), []);
    }
    for (const one of placed.filter(({ state }) => state !== 'there')) {
      const { thing, differences } = one;
      const request = made.get(keyText(thing.key)) ?? create(one, section, last);
      const body = valuesOf(thing, fieldNames);
      const path = 'path' in body ? turns.free(String(body.path)) : [];
      last = Object.keys(body).length > 0 ? [update(thing, body, purpose([], differences), path)] : [request];
    }
    requestOrder(work, 'site-space', above);
  }

  function create(one: Placed, section: string, requires: readonly number[]): number {
    const { thing, differences } = one;
    const sectionId = section === '' ? {} : { sectionId: writer.idOf('section', [work.key, section]) };
    return writer.add({
      operation: createSiteSpace,
      params: work.params(),
      body: { spaceId: spaceIdOf(writer, thing), ...sectionId },
      for: differences as [Difference, ...Difference[]],
      makes: true,
      requires: [...requires, ...freed(one)],
    });
  }

  return { end, fill, freed };
}

function pathOf({ fields }: Thing): string {
  return String(fields.path ?? '');
}
