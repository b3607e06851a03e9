import { createSite, deleteSite, updateSite } from '../../api/contract/operations/sites.ts';
import { type ContentSteps, contentSteps } from './sections.ts';
import {
  apart,
  createPatch,
  type Judge,
  type NewDefault,
  newDefault,
  type Patch,
  type StepReach,
  type StepWriter,
  stepWriter,
} from './steps.ts';
import type { Structure, StructureStep, StructureThing } from './structure.ts';
import { createTurns, temporaryNames } from './turns.ts';

interface WantedSite {
  readonly thing: StructureThing;
  readonly content: ContentSteps;
  readonly patch: Patch;
}

/** A basename that a site gets, with the steps for it. Only its {@link letters}. */
interface GivenBasename {
  readonly basename: string;
  /** Those of the title of the site, if it is new. */
  readonly title?: string;
  readonly steps: readonly number[];
}

/**
 * Plans how sites become as wanted, with as few requests as possible. Pure. A thing of `wanted` is the one of `before` with
 * the same key; one that is not in `before` is made, and one that is not in `wanted` ends. Only fields of `wanted` are set. A
 * space moves to another list by being taken out and published again. A step requires earlier ones only. A site, or a section, that
 * `judge` says is closed is so before something in it opens, and one that is opened is so after something in it is closed.
 */
export function planStructure(
  present: Structure,
  wanted: Structure,
  judge: Judge = () => ({}),
): readonly StructureStep[] {
  const writer = stepWriter(present, wanted);
  const { before } = writer;
  const sites = new Map(writer.wanted.sites.map((thing) => [thing.key, wantedSite(thing)]));

  function wantedSite(thing: StructureThing): WantedSite {
    const { key } = thing;
    const isNew = !before.get(key);
    const { title: _, visibility, ...others } = writer.newValues(thing);
    const { values, late } = !isNew
      ? apart(writer, thing, writer.newValues(thing), judge, contentsOf(key))
      : { values: others, late: isMadeClosed(thing) ? { visibility } : {} };
    const params = () => ({ site: writer.idOf(key) });
    const patch = createPatch(writer, thing, updateSite, params, values, siteDefault(writer, thing), late);
    const content = contentSteps(writer, key, judge, () => patch.settleDefault(() => send(key)));
    return { thing, patch, content };
  }

  /** Returns whether a new site is public only when the conditions in it are set. */
  function isMadeClosed({ key, fields }: StructureThing): boolean {
    return fields.visibility === 'public' && contentsOf(key).takes === true;
  }

  function contentsOf(site: string): StepReach {
    const all = [before, writer.wanted].map((index) => {
      const sections = index.list('section', site);
      const lists = [null, ...sections.map(({ key }) => key)].map((one) => index.siteSpaces(site, one));
      return [...sections, ...lists.flat()];
    });
    return writer.contents(...(all as [StructureThing[], StructureThing[]]));
  }

  /** Closes a site before something in it is opened. */
  function close({ thing }: WantedSite): void {
    const { kind, key } = thing;
    const { takes } = judge(kind, before.get(key)?.fields ?? {}, writer.newValues(thing));
    if (takes && contentsOf(key).opens) writer.close(key, send(key));
  }

  /** The basenames that sites get; `undefined` for a site that ends. */
  const named = new Map(
    before.sites.flatMap((site): (readonly [string, string | undefined])[] => {
      const then = writer.wanted.get(site.key);
      if (!then) return [[site.key, undefined]];
      const { basename } = writer.newValues(then);
      return basename === undefined ? [] : [[site.key, String(basename)]];
    }),
  );
  const holders = new Map(
    before.sites.flatMap((site) => (named.has(site.key) ? [[site.fields.basename, site]] : [])),
  );
  const temporaryBasename = temporaryNames(
    [...before.sites, ...writer.wanted.sites].map(({ fields }) => String(fields.basename)),
  );
  const turns = createTurns<StructureThing>({
    holderOf: (basename) => holders.get(basename),
    nextOf: ({ key }) => named.get(key),
    giveUp({ kind, key }, requires) {
      const site = sites.get(key);
      if (site) return site.patch.send(requires).at(-1) as number;
      return writer.add({
        operation: deleteSite,
        params: { site: key },
        parts: [{ kind, key, does: 'end' }],
        requires,
      });
    },
    stepAside({ kind, key, fields }) {
      return writer.add({
        operation: updateSite,
        params: { site: key },
        body: { basename: temporaryBasename(String(fields.basename)) },
        parts: [{ kind, key, does: 'aside', fields: ['basename'] }],
      });
    },
  });

  /** Changes a site that is there: its new basename must be free. */
  function send(key: string): readonly number[] {
    const site = before.get(key);
    if (site && named.has(key)) turns.take(site);
    return sites.get(key)?.patch.send() ?? [];
  }

  /** Makes a new site. `given` are the basenames that sites have got before it. Returns its own. */
  function make(site: WantedSite, given: readonly GivenBasename[]): GivenBasename {
    const { title, basename } = site.thing.fields;
    const name = String(basename ?? '');
    const own = { title: letters(String(title)), basename: letters(name) };
    // The service makes a basename of the title first, which may be the one that another site gets.
    const earlier = given.filter(
      (other) =>
        mayBecome(own.title, other.basename) ||
        (other.title !== undefined && mayBecome(other.title, own.basename)),
    );
    const isClosed = isMadeClosed(site.thing);
    const before = earlier.flatMap(({ steps }) => steps);
    makeSite(writer, site, isClosed ? 'unlisted' : site.thing.fields.visibility, before);
    const free = turns.free(name);
    const finish = () => site.patch.finish(() => [...free, ...writer.closings(site.thing.key)]);
    return { ...own, steps: isClosed ? finish() : site.patch.send(free) };
  }

  const all = [...sites.values()];
  const there = all.filter(({ thing }) => before.get(thing.key));
  for (const site of there) close(site);
  for (const { content } of there) content.fill();
  const given = there.map(({ thing: { key, fields } }): GivenBasename => {
    return { basename: letters(String(fields.basename ?? '')), steps: send(key) };
  });
  for (const site of all) if (!before.get(site.thing.key)) given.push(make(site, given));
  for (const { thing, content, patch } of all) {
    content.end();
    patch.finish(() => writer.closings(thing.key));
  }
  for (const site of before.sites) if (writer.ends(site)) turns.take(site);
  return writer.steps;
}

/** Makes a site, together with the first spaces of which nothing else has to be set. */
function makeSite(
  writer: StepWriter,
  { thing: { kind, key, fields }, content }: WantedSite,
  visibility: unknown,
  requires: readonly number[],
): void {
  const spaces = writer.wanted.siteSpaces(key, null);
  const special = spaces.findIndex(
    (one, at) =>
      Object.keys(writer.newValues(one)).length > 0 || (at > 0 && one.key === fields.defaultSiteSpace),
  );
  const plain = special < 0 ? spaces : spaces.slice(0, special);
  const { title, type } = fields;
  const step = writer.add({
    operation: createSite,
    params: {},
    body: {
      title,
      ...(type != null && { type }),
      ...(visibility != null && { visibility }),
      ...(plain.length > 0 && { spaces: plain.map((one) => one.fields.spaceId) }),
    },
    parts: [
      { kind, key, does: 'make' },
      ...plain.map((one) => ({ kind: one.kind, key: one.key, does: 'make', idAt: null }) as const),
    ],
    requires,
  });
  content.fill(new Map(plain.map((one) => [one.key, step])));
}

/** Returns the default that a site gets: a section if it has sections, else a site space. */
function siteDefault(writer: StepWriter, site: StructureThing): NewDefault | undefined {
  const { before, wanted } = writer;
  const { key } = site;
  const root = before.siteSpaces(key, null);
  const isEmpty = before.list('section', key).length === 0 && root.every(writer.ends);
  const sections = wanted.list('section', key);
  return (
    newDefault(writer, site, 'defaultSiteSection', sections, isEmpty) ??
    newDefault(writer, site, 'defaultSiteSpace', wanted.siteSpaces(key, null), root.length === 0)
  );
}

/** Returns what a title and the basename that the service makes of it have in common. */
function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns whether the service may make this basename of a title: of the {@link letters} of both. */
function mayBecome(title: string, basename: string): boolean {
  return basename.startsWith(title) && /^\d*$/.test(basename.slice(title.length));
}
