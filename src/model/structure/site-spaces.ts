import * as ops from '../../api/contract/operations/site-spaces.ts';
import { kept } from '../../text/kept.ts';
import type { Fields } from '../effects/facts.ts';
import type { StepWriter } from './steps.ts';
import type { StructureThing } from './structure.ts';
import { createTurns, temporaryNames } from './turns.ts';

export interface Holders {
  /** Sets another default in a section (`null`: at the root), if it has its id by now. Returns the steps. */
  settleDefault(section: string | null): readonly number[];
  /** Deletes a section, if it ends. Returns the step. */
  endSection(section: string): readonly number[];
}

export interface SiteSpaceSteps {
  /** Takes a site space out of its list, once. Returns the steps after which its space is free. */
  end(thing: StructureThing): readonly number[];
  /** Takes those out of a section that would be in the way if they survived it. Returns the steps. */
  clear(section: string): readonly number[];
  /** Closes what is to be closed in a section that is there, before that gets another condition. */
  narrow(section: string): void;
  /**
   * Changes, makes and orders the site spaces of a section, `null` for the root of the site. Those in `made` exist already,
   * with the step that has made them. `requires` must be done before one is made.
   */
  fill(section: string | null, made?: ReadonlyMap<string, number>, requires?: readonly number[]): void;
  /** Returns the steps that must be done before a space is published in another list: none if it is new here. */
  freed(thing: StructureThing): readonly number[];
}

export function siteSpaceSteps(writer: StepWriter, site: string, holders: Holders): SiteSpaceSteps {
  const { before, wanted } = writer;
  const ended = new Map<string, readonly number[]>();
  /** The steps that set conditions before all others. */
  const narrowed = new Map<string, number>();
  const sections = [null, ...before.list('section', site).map(({ key }) => key)];
  const published = new Map(
    sections.flatMap((section) => before.siteSpaces(site, section).map((one) => [one.fields.spaceId, one])),
  );

  /** Returns whether the site publishes the space elsewhere, or its path at the root: whether it ends with its section is only assumed. */
  function isInTheWay({ fields }: StructureThing): boolean {
    const isWanted = (one: StructureThing) =>
      one.fields.spaceId === fields.spaceId || (sectionOf(one) === null && one.fields.path === fields.path);
    return [null, ...wanted.list('section', site).map(({ key }) => key)].some((section) =>
      wanted.siteSpaces(site, section).some(isWanted),
    );
  }

  function end(thing: StructureThing): readonly number[] {
    return kept(ended, thing.key, () => {
      const section = sectionOf(thing);
      const withSection = section === null || isInTheWay(thing) ? [] : holders.endSection(section);
      return withSection.length > 0 ? withSection : [remove(thing, section)];
    });
  }

  function remove({ kind, key }: StructureThing, section: string | null): number {
    const isDefault = before.get(section ?? site)?.fields.defaultSiteSpace === key;
    const held = narrowed.get(key);
    return writer.add({
      operation: ops.deleteSiteSpace,
      params: { site: writer.idOf(site), siteSpace: key },
      parts: [{ kind, key, does: wanted.get(key) ? 'leave' : 'end' }],
      requires: [...(isDefault ? holders.settleDefault(section) : []), ...(held === undefined ? [] : [held])],
    });
  }

  function freed({ fields }: StructureThing): readonly number[] {
    const present = published.get(fields.spaceId);
    return present ? end(present) : [];
  }

  function update({ kind, key }: StructureThing, body: Fields, requires: readonly number[]): number {
    return writer.add({
      operation: ops.updateSiteSpace,
      params: { site: writer.idOf(site), siteSpace: writer.idOf(key) },
      body,
      parts: [{ kind, key, does: 'set', fields: Object.keys(body) }],
      requires,
    });
  }

  function stepAside({ kind, key }: StructureThing, body: Fields): number {
    return writer.add({
      operation: ops.updateSiteSpace,
      params: { site: writer.idOf(site), siteSpace: key },
      body,
      parts: [{ kind, key, does: 'aside', fields: Object.keys(body) }],
    });
  }

  function narrow(section: string): void {
    const { condition, defaultSiteSpace } = before.get(section)?.fields ?? {};
    const next = wanted.get(section)?.fields.defaultSiteSpace;
    const isReplacedLater = typeof next === 'string' && !writer.hasId(next);
    for (const thing of before.siteSpaces(site, section)) {
      const own = thing.fields.condition ?? null;
      const then = wanted.get(thing.key)?.fields.condition ?? null;
      if (!writer.ends(thing)) {
        if (own === null && then !== null) narrowed.set(thing.key, update(thing, { condition: then }, []));
      } else if (thing.key !== defaultSiteSpace || !isReplacedLater || own !== null || ended.has(thing.key))
        end(thing);
      // The default goes when another one is there: until then, it keeps the earlier condition of its section.
      else narrowed.set(thing.key, stepAside(thing, { condition }));
    }
  }

  function create(thing: StructureThing, section: string | null, requires: readonly number[]): number {
    const { kind, key, fields } = thing;
    return writer.add({
      operation: ops.createSiteSpace,
      params: { site: writer.idOf(site) },
      body: { spaceId: fields.spaceId, ...(section !== null && { sectionId: writer.idOf(section) }) },
      parts: [{ kind, key, does: 'make' }],
      requires: [...requires, ...freed(thing)],
    });
  }

  function fill(
    section: string | null,
    made: ReadonlyMap<string, number> = new Map(),
    requires: readonly number[] = [],
  ) {
    const present = before.siteSpaces(site, section);
    const list = wanted.siteSpaces(site, section);
    const changes = new Map(
      list.filter(writer.isThere).map((thing): [string, Fields] => {
        const values = writer.newValues(thing);
        const { condition: _, ...others } = values;
        return [thing.key, narrowed.has(thing.key) ? others : values];
      }),
    );
    const givesUp = (thing: StructureThing) => writer.ends(thing) || 'path' in (changes.get(thing.key) ?? {});
    const holders = new Map(present.filter(givesUp).map((thing) => [thing.fields.path, thing]));
    const thingOf = new Map(list.map((thing) => [thing.key, thing]));
    let temporaryPath: ReturnType<typeof temporaryNames> | undefined;
    const turns = createTurns<StructureThing>({
      holderOf: (path) => holders.get(path),
      nextOf: (thing) => (writer.ends(thing) ? undefined : String(changes.get(thing.key)?.path)),
      giveUp: (thing, free) =>
        writer.ends(thing)
          ? (end(thing)[0] as number)
          : update(thing, changes.get(thing.key) as Fields, free),
      stepAside(thing) {
        temporaryPath ??= temporaryNames([...present, ...list].map((one) => String(one.fields.path)));
        return stepAside(thing, { path: temporaryPath(String(thing.fields.path)) });
      },
    });
    let last = [...requires];
    for (const [key, values] of changes) {
      if ('path' in values) last.push(...turns.take(before.get(key) as StructureThing));
      else if (Object.keys(values).length > 0) update(thingOf.get(key) as StructureThing, values, []);
    }
    for (const thing of list) {
      if (changes.has(thing.key)) continue;
      const step = made.get(thing.key) ?? create(thing, section, last);
      const values = writer.newValues(thing);
      const free = 'path' in values ? turns.free(String(values.path)) : [];
      last = Object.keys(values).length > 0 ? [update(thing, values, free)] : [step];
    }
    writer.order(present, list);
  }

  const clear = (section: string) => before.siteSpaces(site, section).filter(isInTheWay).flatMap(end);
  return { end, clear, narrow, fill, freed };
}

function sectionOf({ fields }: StructureThing): string | null {
  return (fields.sectionId as string | null | undefined) ?? null;
}
