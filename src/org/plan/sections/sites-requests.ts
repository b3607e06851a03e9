import {
  createSite,
  deleteSite,
  setSiteAdaptiveSchema,
  updateSite,
} from '../../../api/contract/operations/sites.ts';
import { createTurns, temporaryNames } from '../../../model/structure/turns.ts';
import { groupBy } from '../../../text/group-by.ts';
import { keyText, type Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import type { RequestWriter } from '../writer.ts';
import { defaultWish } from './sites-defaults.ts';
import { createPatch, type Patch, type Patching } from './sites-patch.ts';
import { type StructureRequests, structureRequests } from './sites-sections.ts';
import {
  type Placed,
  purpose,
  type SiteWork,
  siteWork,
  slices,
  spaceIdOf,
  valuesIn,
  valuesOf,
} from './sites-work.ts';

const fieldNames = ['title', 'visibility', 'basename', 'proxy', 'adaptive-content'];

/** One site of the file with differences. */
interface ChangedSite extends Placed {
  readonly work: SiteWork;
  readonly structure: StructureRequests;
  readonly patch: Patch;
}

/** A basename that a site gets, with the requests for it. */
interface GivenBasename {
  readonly basename: string;
  /** The title of the site, if it is new. */
  readonly title?: string;
  readonly requests: readonly number[];
}

/** Writes the requests for sites and everything in them. */
export function requestSites(differences: readonly Difference[], writer: RequestWriter): void {
  const bySite = groupBy(differences, ({ key }) => key[0] ?? '');
  const present = writer.present('site', []);
  const there = new Map(present.map((thing) => [thing.key[0] ?? '', thing]));
  const sites = new Map(
    writer.declared('site', []).flatMap((thing) => {
      const [key = ''] = thing.key;
      const own = bySite.get(key);
      return own ? [[key, changedSite(thing, own)] as const] : [];
    }),
  );

  function changedSite(thing: Thing, all: readonly Difference[]): ChangedSite {
    const [key = ''] = thing.key;
    const state = there.has(key) ? 'there' : 'new';
    const work = siteWork(key, all, writer);
    const own = all.filter(({ kind }) => kind === 'site');
    const slice = state === 'new' ? [] : slices(own, fieldNames);
    const patch = createPatch({
      writer,
      operation: updateSite,
      params: () => work.params(),
      values: siteBody(state === 'new' ? newValues(thing) : valuesIn(slice)),
      own: slice,
      all: own,
      wish: siteWish(work, state === 'new'),
    });
    const structure = structureRequests(work, () => patch.settleDefault(() => send(key)));
    return { thing, differences: own, state, work, structure, patch };
  }

  const named = new Map(
    present.flatMap((thing): (readonly [Thing, string | undefined])[] => {
      const [key = ''] = thing.key;
      if (deletionOf(thing)) return [[thing, undefined]];
      const own = (bySite.get(key) ?? []).filter(({ kind }) => kind === 'site');
      const { basename } = valuesIn(slices(own, ['basename']));
      return basename === undefined ? [] : [[thing, String(basename)]];
    }),
  );
  const temporaryBasename = temporaryNames(
    [...present, ...writer.declared('site', [])].map(({ fields }) => String(fields.basename)),
  );
  const turns = createTurns<Thing>({
    holderOf: (basename) => [...named.keys()].find(({ fields }) => fields.basename === basename),
    nextOf: (thing) => named.get(thing),
    giveUp(thing, requires) {
      const deletion = deletionOf(thing);
      const site = sites.get(thing.key[0] ?? '');
      if (!deletion) return site?.patch.send(requires).at(-1) as number;
      return writer.add({
        operation: deleteSite,
        params: { site: thing.id as string },
        for: [deletion],
        requires,
      });
    },
    stepAside(thing) {
      return writer.add({
        operation: updateSite,
        params: { site: thing.id as string },
        body: { basename: temporaryBasename(String(thing.fields.basename)) },
        detail: 'temporary basename',
        ...purpose([], bySite.get(thing.key[0] ?? '') ?? []),
      });
    },
  });

  function deletionOf(thing: Thing): Difference | undefined {
    return bySite.get(thing.key[0] ?? '')?.find(({ kind, action }) => kind === 'site' && action === 'delete');
  }

  /** Changes a site that is there: its new basename must be free. */
  function send(key: string): readonly number[] {
    const thing = there.get(key);
    if (thing && named.has(thing)) turns.take(thing);
    return sites.get(key)?.patch.send() ?? [];
  }

  /** Makes a new site. `given` are the basenames that sites have got before it. Returns its own. */
  function make(site: ChangedSite, given: readonly GivenBasename[]): GivenBasename {
    const title = String(site.thing.keyed?.title);
    const basename = String(site.thing.fields.basename ?? '');
    // The service makes a basename of the title first, which may be the one that another site gets.
    const before = given.filter(
      (other) =>
        mayBecome(title, other.basename) || (other.title !== undefined && mayBecome(other.title, basename)),
    );
    const requires = before.flatMap(({ requests }) => requests);
    makeSite(site, requires);
    return { basename, title, requests: site.patch.send(turns.free(basename)) };
  }

  const changed = [...sites.values()].filter(({ state }) => state === 'there');
  for (const { structure } of changed) structure.fill();
  const given = changed.map(({ thing }): GivenBasename => {
    return { basename: String(thing.fields.basename ?? ''), requests: send(thing.key[0] ?? '') };
  });
  for (const site of sites.values()) if (site.state === 'new') given.push(make(site, given));
  requestSchemas(differences, writer);
  for (const { structure } of sites.values()) structure.end();
  for (const thing of present) if (deletionOf(thing)) turns.take(thing);
}

function requestSchemas(differences: readonly Difference[], writer: RequestWriter): void {
  for (const difference of differences) {
    const { kind, key, declared } = difference;
    if (kind !== 'adaptive-schema') continue;
    writer.add({
      operation: setSiteAdaptiveSchema,
      params: { site: writer.idOf('site', key) },
      body: { jsonSchema: declared?.fields.value },
      for: [difference],
    });
  }
}

/** Makes a site, together with the first spaces of which nothing else has to be set. */
function makeSite({ thing, differences, work, structure }: ChangedSite, requires: readonly number[]): void {
  const { writer, key } = work;
  const spaces = work.placed('site-space', [key, '']);
  const special = spaces.findIndex(
    (one, at) =>
      Object.keys(valuesOf(one.thing, ['path', 'condition'])).length > 0 ||
      (at > 0 && one.thing.fields.default === true),
  );
  const plain = special < 0 ? spaces : spaces.slice(0, special);
  const number = writer.add({
    operation: createSite,
    params: {},
    body: {
      title: thing.keyed?.title,
      ...valuesOf(thing, ['visibility']),
      ...(plain.length > 0 && { spaces: plain.map((one) => spaceIdOf(writer, one.thing)) }),
    },
    for: [...differences, ...plain.flatMap((one) => one.differences)] as [Difference, ...Difference[]],
    makes: true,
    requires,
  });
  structure.fill(new Map(plain.map((one) => [keyText(one.thing.key), number])));
}

/** Returns what a new site still needs. */
function newValues(thing: Thing): Record<string, unknown> {
  return valuesOf(thing, ['basename', 'proxy', 'adaptive-content']);
}

function siteBody({ 'adaptive-content': enabled, ...fields }: Record<string, unknown>) {
  return { ...fields, ...(enabled !== undefined && { adaptiveContent: { enabled } }) };
}

function siteWish(work: SiteWork, isNew: boolean): Patching['wish'] {
  const { writer, key } = work;
  const root = writer.present('site-space', [key, '']);
  const stay = root.filter((thing) => !work.deletion(thing) && !work.leaving(thing));
  const isEmpty = isNew || (writer.present('section', [key]).length === 0 && stay.length === 0);
  const section = defaultWish(work, 'section', [key], isEmpty);
  const space = defaultWish(work, 'site-space', [key, ''], isNew || root.length === 0);
  if (section) return { field: 'defaultSiteSection', of: section };
  return space && { field: 'defaultSiteSpace', of: space };
}

/** Tells whether the service may make this basename of a title. */
function mayBecome(title: string, basename: string): boolean {
  const [whole, start] = [basename, title].map((text) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ) as [string, string];
  return whole.startsWith(start) && /^\d*$/.test(whole.slice(start.length));
}
