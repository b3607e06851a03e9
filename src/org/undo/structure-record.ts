import { type Declared, type Difference, listText } from '../difference.ts';
import { keyName } from '../file/names.ts';
import type { Organization } from '../file/schema.ts';
import { inFile } from '../sections/sites.ts';
import type { Thing } from '../thing.ts';

/** The kinds that make up the structure of a site. */
const structureKinds: readonly string[] = ['section-group', 'section', 'site-space'];

export function isStructure({ kind }: Pick<Thing, 'kind'>): boolean {
  return structureKinds.includes(kind);
}

/** Returns the id of a space for its key in a plan; the key itself if no space has it. */
export type SpaceId = (key: string) => string;

/** Puts the id of a space in the place of its key, because its title may change after the run. */
export function withSpaceId<Of extends Pick<Thing, 'kind' | 'key' | 'fields'>>(
  thing: Of,
  spaceId: SpaceId,
): Of {
  if (thing.kind !== 'site-space') return thing;
  const space = spaceId(thing.key.at(-1) ?? '');
  return { ...thing, key: [...thing.key.slice(0, -1), space], fields: { ...thing.fields, spaceId: space } };
}

/** A thing in the structure of a site as a run leaves it. The id is absent if the run makes it. */
export type StructureThing = Pick<Thing, 'kind' | 'key' | 'fields' | 'id'>;

/** What a run changes in the structure of sites, for undo; plain data. Spaces are named by their ids. */
export interface StructureRecord {
  /** The structure before, as a file declares it, by title and id of the site. */
  readonly before: NonNullable<Organization['sites']>;
  /** The ids of the things in it, by kind and key; the first part of a key is the id of the site. */
  readonly ids: Readonly<Record<string, string>>;
  /** The structure that the run leaves, by id of the site. */
  readonly after: Readonly<Record<string, readonly StructureThing[]>>;
  /** What the spaces of the structure before are called, by their ids; absent in earlier journals. */
  readonly spaces?: Readonly<Record<string, string>>;
}

/** Returns the id of a site from its title and id. */
export function idIn(site: string): string {
  return keyName(site).id ?? site;
}

/** Names the structure of a site for people, from its title and id. */
export function nameOfStructure(site: string): string {
  return `structure of site ${site}`;
}

export interface StructureFacts {
  readonly differences: readonly Difference[];
  readonly declared: Declared;
  readonly present: readonly Thing[];
  readonly spaceId: SpaceId;
}

/** Records what differences change in the structure of sites that stay; `undefined` if they change none. */
export function recordStructure(facts: StructureFacts): StructureRecord | undefined {
  const { differences, present } = facts;
  const changed = new Set(differences.filter(isStructure).map(({ key }) => key[0]));
  const sites = present.filter(
    ({ kind, key, id }) =>
      kind === 'site' &&
      changed.has(key[0]) &&
      !differences.some((one) => one.id === id && one.action === 'delete'),
  );
  if (sites.length === 0) return undefined;
  const idOf = idsOf(facts);
  const records = sites.map((site) => recordSite(site, facts, idOf));
  return {
    before: Object.assign({}, ...records.map(({ before }) => before)),
    ids: Object.assign({}, ...records.map(({ ids }) => ids)),
    after: Object.assign({}, ...records.map(({ after }) => after)),
    spaces: Object.assign({}, ...records.map(({ spaces }) => spaces)),
  };
}

/** Returns the id of a thing of the file; `undefined` if the run makes it. */
type IdOf = (thing: Thing) => string | undefined;

function idsOf({ differences, present }: StructureFacts): IdOf {
  const moved = new Map(
    differences.flatMap((one) => (one.declared && one.id ? [[one.declared, one.id]] : [])),
  );
  const there = new Map(present.map((thing) => [textOf(thing), thing.id]));
  return (thing) => moved.get(thing) ?? there.get(textOf(thing));
}

function recordSite(
  { key, keyed, id = '' }: Thing,
  { differences, declared, present, spaceId }: StructureFacts,
  idOf: IdOf,
): StructureRecord {
  const inSite = (things: readonly Thing[]) =>
    things.filter((thing) => isStructure(thing) && thing.key[0] === key[0]);
  const own = inSite(present);
  const declaredHere = inSite(declared.things);
  const left = new Map(
    declaredHere.flatMap((thing) => {
      const known = idOf(thing);
      return known === undefined ? [] : [[known, thing] as const];
    }),
  );
  const giving = new Set(differences.flatMap((one) => (one.key[0] === key[0] ? pathsLeft(one) : [])));
  const spaces = own.flatMap((thing) => (thing.kind === 'site-space' ? (thing.key.at(-1) ?? '') : []));
  const value = siteValue(key, own, declared, { left, giving, spaceId }) as StructureRecord['before'][string];
  return {
    before: { [`${String(keyed?.title)} (${id})`]: value },
    ids: Object.fromEntries(
      own.map((thing) => [
        structureText({ ...thing, key: keyBefore(thing, own, spaceId) }, id),
        thing.id as string,
      ]),
    ),
    after: {
      [id]: declaredHere.map((thing) => {
        const known = idOf(thing);
        const { kind, key: names, fields, keyed: more } = withSpaceId(thing, spaceId);
        return {
          kind,
          key: [id, ...names.slice(1)],
          fields: { ...fields, ...more },
          ...(known && { id: known }),
        };
      }),
    },
    spaces: Object.fromEntries(spaces.map((space) => [spaceId(space), space])),
  };
}

/** Returns the key that a thing has in the structure before: with its own path or title, and that of its section. */
function keyBefore(
  { kind, key, fields, keyed }: Thing,
  own: readonly Thing[],
  spaceId: SpaceId,
): readonly string[] {
  const [site = '', inner = ''] = key;
  if (kind === 'section') return [site, String(fields.path)];
  if (kind === 'section-group') return [site, String(keyed?.title)];
  const section = own.find((one) => one.kind === 'section' && one.key[1] === inner);
  return [site, String(section?.fields.path ?? inner), spaceId(key.at(-1) ?? '')];
}

/** Returns a text for a thing in a site with an id, whatever the site is called. */
export function structureText({ kind, key }: Pick<Thing, 'kind' | 'key'>, site: string): string {
  return JSON.stringify([kind, site, ...key.slice(1)]);
}

function textOf({ kind, key }: Thing): string {
  return JSON.stringify([kind, key]);
}

/** Returns the path of the section that a space leaves for another one. */
function pathsLeft({ kind, key, present }: Difference): string[] {
  const path = present?.key[1] ?? '';
  return kind === 'site-space' && path !== key[1] ? [path] : [];
}

interface SiteFacts {
  /** The things of the file, by the ids of those that they are in the service. */
  readonly left: ReadonlyMap<string, Thing>;
  /** The paths of the sections that spaces leave. */
  readonly giving: ReadonlySet<string>;
  readonly spaceId: SpaceId;
}

/** Returns the lists of a site that the file manages, and those that lose a space to one of them, as they are. */
function siteValue(
  [site = '']: readonly string[],
  own: readonly Thing[],
  { things, lists }: Declared,
  { left, giving, spaceId }: SiteFacts,
): object {
  /** The name that the run gives a thing, if it is another one. */
  const renamed = ({ id = '', ...thing }: Thing, field: string) => {
    const after = left.get(id);
    const name = after && { ...after.fields, ...after.keyed }[field];
    return name === undefined || name === { ...thing.fields, ...thing.keyed }[field]
      ? {}
      : { previously: [name] };
  };
  const groupTitle = (group: unknown) =>
    of('section-group').find(({ key }) => key[1] === group)?.keyed?.title;
  const of = (kind: string) => own.filter((thing) => thing.kind === kind);
  const sections = of('section');
  const spacesIn = (path: string) =>
    of('site-space')
      .filter(({ key }) => key[1] === path)
      .map((thing) => inFile(withSpaceId(thing, spaceId)));
  const isKept = (path: string) =>
    things.some(({ kind, key }) => kind === 'section' && key[0] === site && key[1] === path);
  const managesSpaces = (path: string) =>
    !isKept(path) || giving.has(path) || lists.has(listText('site-space', [site, path]));
  return {
    ...(lists.has(listText('section-group', [site])) && {
      'section-groups': of('section-group').map((group) => ({
        ...inFile(group),
        ...group.keyed,
        ...renamed(group, 'title'),
      })),
    }),
    ...(lists.has(listText('section', [site])) &&
      (sections.length > 0
        ? {
            sections: sections.map((section) => ({
              ...inFile(section),
              ...(section.fields.sectionGroup !== undefined && {
                group: groupTitle(section.fields.sectionGroup),
              }),
              ...renamed(section, 'path'),
              ...(managesSpaces(section.key[1] ?? '') && { spaces: spacesIn(section.key[1] ?? '') }),
            })),
          }
        : { spaces: spacesIn('') })),
  };
}
