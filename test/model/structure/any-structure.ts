import type { Client } from '../../../src/api/client/client.ts';
import { asId } from '../../../src/api/contract/ids.ts';
import type { AnyInput, Operation } from '../../../src/api/contract/operation.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { mapMade } from '../../../src/domain/change.ts';
import { type Thing, thingsOfService } from '../../../src/model/effects/thing-source.ts';
import { resourceNamed } from '../../../src/model/effects/things.ts';
import { at } from '../../../src/model/fields.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import type { DoneRequest } from '../../../src/model/structure/after.ts';
import { structureOf } from '../../../src/model/structure/read.ts';
import {
  type Structure,
  type StructureStep,
  type StructureThing,
  structureIndex,
} from '../../../src/model/structure/structure.ts';
import { type AnySites, type AnySpace, spaceIds } from '../../org/plan/any-sites.ts';
import { generatedAdmin, generatedOrg } from '../../support/organizations.ts';

/** An organization that has spaces, and no sites. */
export const organization = {
  people: [],
  collections: [],
  spaces: spaceIds.map((id) => ({
    kind: 'space' as const,
    id: asId<'space'>(id),
    parent: null,
    defaultLevel: 'inherit' as const,
    teams: [],
  })),
  caller: generatedAdmin,
};

/** Makes a function that chooses, always in the same way. */
export function chooser(seed: number): (count: number) => number {
  let turn = seed;
  return (count) => {
    turn = (turn * 31 + 7) % 1009;
    return turn % count;
  };
}

/** Reads the structure of all sites. */
export async function readStructure(client: Client): Promise<Structure> {
  const source = thingsOfService(createReader({ client, org: generatedOrg }));
  const list = async (kind: string, ids: Thing['ids']) => {
    const found = await source.list(resourceNamed(kind), { org: asId(generatedOrg), ...ids });
    return [...(found as ReadonlyMap<string, Thing>).values()];
  };
  const all: StructureThing[] = [];
  for (const site of await list('site', {})) {
    const [groups, sections, siteSpaces] = await Promise.all([
      list('section-group', site.ids),
      list('section', site.ids),
      list('site-space', site.ids),
    ]);
    all.push(...structureOf({ site, groups, sections, siteSpaces }));
  }
  return all;
}

/**
 * Returns generated sites as a structure. A thing is one of `before`, or a new one, as `choose` says; a site by its title, and a
 * site space by its space. Sections of `before` that nothing needs may stay, anywhere.
 */
export function wantedStructure(
  sites: AnySites,
  before: Structure,
  choose: (count: number) => number,
): Structure {
  const index = structureIndex(before);
  const value = (text: string | undefined) => (text === '' || text === undefined ? null : text);
  const takeOne = (from: StructureThing[], name: string) => {
    const [taken] = from.length > 0 && choose(3) > 0 ? from.splice(choose(from.length), 1) : [];
    return taken?.key ?? `new ${name}`;
  };
  return Object.entries(sites).flatMap(([title, site]): StructureThing[] => {
    const key = index.sites.find(({ fields }) => fields.title === title)?.key ?? `new ${title}`;
    const groups = [...index.list('section-group', key)];
    const sections = [...index.list('section', key)];
    const old = [null, ...sections.map((one) => one.key)].flatMap((one) => index.siteSpaces(key, one));
    const groupKeys = new Map(
      site['section-groups'].map((one) => [one.title, takeOne(groups, `${key} ${one.title}`)]),
    );
    const spaceOf =
      (sectionId: string | null) =>
      (one: AnySpace): StructureThing => ({
        kind: 'site-space',
        key: old.find(({ fields }) => fields.spaceId === one.space)?.key ?? `new ${key} ${one.space}`,
        site: key,
        fields: { spaceId: one.space, sectionId, path: one.path, condition: value(one.condition) },
      });
    const spaceLists = [(site.spaces ?? []).map(spaceOf(null))];
    const defaultIn = (things: readonly StructureThing[], given: readonly { default?: true }[]) =>
      things[given.findIndex((one) => one.default)]?.key ?? null;
    const wantedSections = (site.sections ?? []).map((one): StructureThing => {
      const own = takeOne(sections, `${key} ${one.path}`);
      const list = one.spaces.map(spaceOf(own));
      spaceLists.push(list);
      const { title: name, path } = one;
      return {
        kind: 'section',
        key: own,
        site: key,
        fields: {
          title: name,
          path,
          icon: value(one.icon),
          description: value(one.description),
          condition: value(one.condition),
          sectionGroup: one.group === undefined ? null : groupKeys.get(one.group),
          defaultSiteSpace: defaultIn(list, one.spaces),
        },
      };
    });
    const used = new Set(spaceLists.flat().map((one) => one.key));
    const paths = new Set(wantedSections.map(({ fields }) => fields.path));
    const staying = (site.sections ? sections : []).filter(
      (section) =>
        !paths.has(section.fields.path) &&
        index.siteSpaces(key, section.key).every((one) => !used.has(one.key)) &&
        choose(2) === 0,
    );
    for (const section of staying) {
      const { sectionGroup } = section.fields;
      const group = [...groupKeys.values()].some((one) => one === sectionGroup) ? sectionGroup : null;
      const place = choose(wantedSections.length + 1);
      wantedSections.splice(place, 0, {
        ...section,
        fields: { ...section.fields, sectionGroup: group },
        isAnywhere: true,
      });
      spaceLists.push([...index.siteSpaces(key, section.key)]);
    }
    return [
      {
        kind: 'site',
        key,
        site: key,
        fields: {
          title,
          visibility: site.visibility,
          basename: site.basename,
          proxy: value(site.proxy),
          adaptiveContent: { enabled: site['adaptive-content'] },
          defaultSiteSection: wantedSections.find(
            ({ fields }) => fields.path === site.sections?.find((one) => one.default)?.path,
          )?.key,
          defaultSiteSpace: defaultIn(spaceLists[0] as StructureThing[], site.spaces ?? []),
        },
      },
      ...site['section-groups'].map(
        (one): StructureThing => ({
          kind: 'section-group',
          key: groupKeys.get(one.title) as string,
          site: key,
          fields: { title: one.title, icon: value(one.icon) },
        }),
      ),
      ...wantedSections,
      ...spaceLists.flat(),
    ];
  });
}

/**
 * Sends steps, as many as `most` says. `choose` picks the next one, by its index, among those whose required steps are done.
 * Returns the requests.
 */
export async function carryOutSteps(
  client: Client,
  steps: readonly StructureStep[],
  choose: (count: number) => number,
  most = steps.length,
  afterEach: () => Promise<void> = async () => {},
): Promise<DoneRequest[]> {
  const answers = new Map<number, unknown>();
  const done: DoneRequest[] = [];
  while (answers.size < most) {
    const ready = [...steps.entries()].filter(
      ([place, { requires }]) => !answers.has(place) && requires.every((one) => answers.has(one)),
    );
    const [place, { operation, params, body }] = ready[choose(ready.length)] as [number, StructureStep];
    const input = mapMade({ params: { org: generatedOrg, ...params }, ...(body && { body }) }, (made) =>
      at(answers.get(made.$change), ...(made.at ?? 'id').split('.')),
    );
    const op = operations.find(({ id }) => id === operation.id) as Operation;
    answers.set(place, (await client.call(op as never, input as never)) ?? null);
    await afterEach();
    done.push({ op, input: input as AnyInput, id: at(answers.get(place), 'id') as string | undefined });
  }
  return done;
}

/** Returns a structure with natural keys in the place of ids, without the places of things that may be anywhere. */
export function natural(structure: Structure, anywhere: ReadonlySet<string> = new Set()): unknown {
  const index = structureIndex(structure);
  const nameOf = (key: unknown) => {
    const { kind, fields } = index.get(String(key)) ?? {};
    return kind === 'site-space' ? fields?.spaceId : kind === 'section' ? fields?.path : fields?.title;
  };
  const inOrder = (list: readonly StructureThing[]) => {
    const isAnywhere = (one: StructureThing) => one.isAnywhere === true || anywhere.has(one.key);
    const others = list.filter(isAnywhere).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return [...list.filter((one) => !isAnywhere(one)), ...others];
  };
  const spaces = (site: string, section: string | null) =>
    inOrder(index.siteSpaces(site, section)).map(({ fields: { spaceId, path, condition } }) => {
      return { spaceId, path, condition: condition ?? null };
    });
  return index.sites
    .toSorted((one, other) => (String(one.fields.title) < String(other.fields.title) ? -1 : 1))
    .map(({ key, fields: { type: _, spaces: __, defaultSiteSection, defaultSiteSpace, ...fields } }) => ({
      ...fields,
      defaults: [nameOf(defaultSiteSection), nameOf(defaultSiteSpace)],
      groups: inOrder(index.list('section-group', key)).map(({ fields: { title, icon } }) => ({
        title,
        icon,
      })),
      sections: inOrder(index.list('section', key)).map((section) => {
        const { sectionGroup, defaultSiteSpace: first, spaceId: _, ...own } = section.fields;
        return {
          ...own,
          group: nameOf(sectionGroup),
          first: nameOf(first),
          spaces: spaces(key, section.key),
        };
      }),
      spaces: spaces(key, null),
    }));
}
