import { createSection, deleteSection, updateSection } from '../../../api/contract/operations/sections.ts';
import { createTurns, temporaryNames } from '../../../model/structure/turns.ts';
import { keyText, type Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import { defaultWish } from './sites-defaults.ts';
import { requestGroups } from './sites-groups.ts';
import { requestOrder } from './sites-order.ts';
import { createPatch, type Patch } from './sites-patch.ts';
import { spaceRequests } from './sites-spaces.ts';
import { type Placed, purpose, type SiteWork, slices, spaceIdOf, valuesIn, valuesOf } from './sites-work.ts';

const fieldNames = ['title', 'path', 'icon', 'description', 'condition'];

/** The longest title that a request to make a section accepts. */
const longestNewTitle = 64;

/** The requests for the structure of one site. */
export interface StructureRequests {
  /** Changes and makes groups, sections and site spaces. `made` are site spaces that exist already, with their request. */
  fill(made?: ReadonlyMap<string, number>): void;
  /** Deletes what the file no longer names. */
  end(): void;
}

/** Makes the requests for a site. `settleDefault` sets its default before the old one goes, as `Holders` say. */
export function structureRequests(work: SiteWork, settleDefault: () => readonly number[]): StructureRequests {
  const { writer, key, params } = work;
  const placed = work.placed('section', [key]);
  const present = writer.present('section', [key]);
  const root = writer.present('site-space', [key, '']);
  // The spaces of a deleted section have survived it: nobody can tell whether the service chooses defaults.
  const isMixed = root.length > 0 && present.length > 0;
  const ended = new Map<Thing, readonly number[]>();
  const patches = new Map(placed.map((one) => [pathOf(one.thing), patchOf(one)]));
  const spaces = spaceRequests(work, {
    settleDefault(path) {
      if (path === '') return settleDefault();
      return patches.get(path)?.settleDefault(() => send(path)) ?? [];
    },
    endSection: (path) => present.filter((thing) => thing.key.at(-1) === path).flatMap(endSection),
  });

  function patchOf({ thing, differences, state }: Placed): Patch {
    const own = slices(differences, fieldNames);
    const of = defaultWish(work, 'site-space', thing.key, state === 'new' && !isMixed);
    return createPatch({
      writer,
      operation: updateSection,
      params: () => params({ section: writer.idOf('section', thing.key) }),
      values: state === 'new' ? newValues(thing) : valuesIn(own),
      own,
      all: differences,
      wish: of && { field: 'defaultSiteSpace', of },
    });
  }

  const renamed = new Map(
    present.flatMap((thing) => {
      const one = placed.find((other) => keyText(other.thing.key) === keyText(thing.key));
      const { path } = valuesIn(slices(one?.differences ?? [], ['path']));
      return path === undefined ? [] : [[thing, String(path)] as const];
    }),
  );
  const temporaryPath = temporaryNames(
    [...present, ...placed.map(({ thing }) => thing)].map(({ fields }) => String(fields.path)),
  );
  const turns = createTurns<Thing>({
    holderOf: (path) => [...renamed.keys()].find(({ fields }) => fields.path === path),
    nextOf: (thing) => renamed.get(thing),
    giveUp: (thing, requires) => patches.get(pathOf(thing))?.send(requires).at(-1) as number,
    stepAside(thing) {
      return writer.add({
        operation: updateSection,
        params: params({ section: thing.id as string }),
        body: { path: temporaryPath(String(thing.fields.path)) },
        detail: 'temporary path',
        ...purpose([], work.of('section', thing.key)),
      });
    },
  });

  /** Changes a section that is there: its new path must be free. */
  function send(path: string): readonly number[] {
    const own = [...renamed.keys()].find((thing) => pathOf(thing) === path);
    if (own) turns.take(own);
    return patches.get(path)?.send() ?? [];
  }

  function endSection(thing: Thing): readonly number[] {
    const known = ended.get(thing);
    if (known) return known;
    const deletion = work.deletion(thing);
    if (!deletion) return [];
    const number = writer.add({
      operation: deleteSection,
      params: params({ section: thing.id as string }),
      for: [deletion],
      requires: thing.fields.default === true ? settleDefault() : [],
    });
    ended.set(thing, [number]);
    return [number];
  }

  /** Makes a section together with its first site space. Returns the last request for it. */
  function make(one: Placed, requires: readonly number[]): readonly number[] {
    const { thing, differences } = one;
    const [first] = work.placed('site-space', thing.key);
    if (!first) throw new Error(`nothing to make section ${keyText(thing.key)} of`);
    const { title } = thing.fields;
    const number = writer.add({
      operation: createSection,
      params: params(),
      body: {
        spaceId: spaceIdOf(writer, first.thing),
        ...(String(title).length <= longestNewTitle && { title }),
      },
      for: [...differences, ...first.differences] as [Difference, ...Difference[]],
      makes: true,
      makesToo: { kind: 'site-space', key: first.thing.key, at: 'siteSpaces.0.id' },
      requires: [...requires, ...spaces.freed(first)],
    });
    const path = pathOf(thing);
    spaces.fill(path, new Map([[keyText(first.thing.key), number]]));
    return patches.get(path)?.send(turns.free(path)) ?? [];
  }

  return {
    fill(made) {
      const fresh = placed.filter(({ state }) => state === 'new');
      // A section takes up the spaces that stand at the site itself, and the first one makes room for them.
      let last = fresh.length > 0 ? root.filter(goes).flatMap(spaces.end) : [];
      if (work.placed('site-space', [key, '']).length > 0) spaces.fill('', made, present.flatMap(endSection));
      const there = placed.filter(({ state }) => state === 'there').map(({ thing }) => pathOf(thing));
      for (const path of there) spaces.fill(path);
      for (const path of there) last.push(...send(path));
      for (const one of fresh) last = [...make(one, last)];
      requestOrder(work, 'section', [key]);
      requestGroups(work);
    },
    end() {
      for (const thing of present) endSection(thing);
      for (const list of [root, ...present.map((section) => writer.present('site-space', section.key))])
        for (const thing of list) if (work.deletion(thing)) spaces.end(thing);
    },
  };

  function goes(thing: Thing): boolean {
    return work.deletion(thing) !== undefined || work.leaving(thing) !== undefined;
  }
}

/** Returns what a new section still needs: the service has made its path, and longer titles are set afterwards. */
function newValues(thing: Thing): Record<string, unknown> {
  const { path, title } = thing.fields;
  return {
    ...(String(title).length > longestNewTitle && { title }),
    path,
    ...valuesOf(thing, ['icon', 'description', 'condition']),
  };
}

function pathOf({ key }: Thing): string {
  return key.at(-1) ?? '';
}
