import type { ItemOf, Snapshot } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { isEqual } from '../../text/equal.ts';
import { kept, once } from '../../text/kept.ts';
import { quoted } from '../../text/words.ts';
import { keyName } from '../key-names.ts';
import { type NamedPeople, namesOf, personNames } from '../names.ts';
import type { Complain, LoadedFile, Organization, Path } from '../organization.ts';
import type { SectionName } from '../section-names.ts';
import { factsOf, fileKinds } from '../sections/kinds.ts';
import type { FileNames, NamedReference, Swap, Titled } from '../sections/names.ts';
import { identifyCollections } from './collection-identities.ts';
import { type DeclaredKey, type FileIdentities, identify } from './identities.ts';
import { nameInKey } from './people.ts';

interface FileNamesOptions {
  readonly complain: Complain;
  /** Takes references to what the organization does not have; without it, they are complaints. */
  readonly skip?: Complain | undefined;
  /**
   * Called for what the organization does not have, which then counts as a thing to be made. Without it, `skip` or `complain`
   * is called.
   */
  readonly missing?: ((path: Path) => void) | undefined;
  /** The sections of which the file may say more than is known. */
  readonly unsure?: readonly SectionName[];
  /** The members that the file may name; `undefined` if they cannot be read. */
  readonly people: NamedPeople | undefined;
  /** The swaps that are still to be done. */
  readonly pending: readonly Swap[];
}

/**
 * Finds out what the keys and references of a file mean in an organization. `snapshot` may lack parts that the file does
 * not need.
 */
export function fileNames(
  loaded: LoadedFile,
  snapshot: Snapshot,
  { complain, skip, missing, unsure = [], people, pending }: FileNamesOptions,
): FileNames {
  const { organization, parts } = snapshot;
  const listed = <Kind extends ResourceKind>(kind: Kind): ReadonlyMap<string, ItemOf<Kind>> | undefined =>
    parts[kind]?.lists.get(organization);
  const persons = once(() => personNames(people ?? new Map()));
  const own = namesOf(snapshot, persons);
  const isPending = (swap: Swap) => pending.some((one) => isEqual(one, swap));
  const identities = titledIdentities(loaded.organization, snapshot, complain, missing !== undefined);
  const collectionList = listed('collection');
  const collections =
    collectionList &&
    identifyCollections(
      [...collectionList.values()],
      loaded.organization.collections ?? {},
      complain,
      missing !== undefined,
    );
  const collectionKey = (id: string) => collections?.keyOf(id) ?? [id];

  const inSites = siteNames(loaded.organization, snapshot, {
    siteId: (key) => identities.get('site')?.idOf(key),
    complain,
    isPending,
    mayLack: missing !== undefined,
  });
  const collectionTitles = (id: string) =>
    collectionList?.has(id)
      ? collectionKey(id)
          .slice(-1)
          .flatMap((key) => [key, keyName(key).title])
      : [];
  const spacesWith = (titlesOf: (collection: string) => readonly string[]) =>
    spacesByName([...(listed('space')?.values() ?? [])], titlesOf);
  const spaces = once(() => spacesWith(collectionTitles));
  /** Also with the titles that collections have before the file renames them. */
  const spacesBefore = once(() => spacesWith((id) => [collectionList?.get(id)?.title ?? '']));
  /** Teams of other organizations may have roles here: an export has them by their ids. */
  const foreign = once(() => {
    const roles = [parts['collection-team'], parts['space-team']].flatMap((part) => [
      ...(part?.lists.values() ?? []),
    ]);
    return new Set<string>(roles.flatMap((list) => [...list.keys()]));
  });

  /** Returns the one thing of `found` for a text; complains if it is not one, unless the list is not known. */
  function only(
    found: readonly NamedReference[],
    text: string,
    path: Path,
    { isKnown, none, several }: { isKnown: boolean; none: string; several: string },
  ): NamedReference | undefined {
    if (found.length === 1) return found[0];
    if (found.length > 1) complain(path, `${several}: ${found.map(({ id }) => id).join(', ')}`);
    else if (isKnown && missing) {
      missing(path);
      return { key: text };
    } else if (isKnown) (skip ?? complain)(path, none);
    return undefined;
  }

  return {
    ...own,
    titled: (kind, id) => identities.get(kind)?.keyOf(id) ?? id,
    collection: collectionKey,
    today: { ...own, collection: (id) => collections?.todayOf(id) ?? [id] },
    section: (site, id) => inSites.section(site, id) ?? own.section(site, id),
    sectionGroup: (site, id) => inSites.sectionGroup(site, id) ?? own.sectionGroup(site, id),
    findGroup: inSites.findGroup,
    complain,
    skip,
    hasSection: inSites.hasSection,
    idOf: (kind, key) => identities.get(kind)?.idOf(key),
    findTeam(text, path) {
      const found = identities.get('team')?.find(text) ?? [];
      if (found.length === 0 && foreign().has(text)) return { key: text, id: text };
      return only(found, text, path, {
        isKnown: listed('team') !== undefined && !unsure.includes('teams'),
        none: `there is no team ${quoted(text)}`,
        several: `${quoted(text)} means several teams`,
      });
    },
    findField(name, path) {
      const found = only(identities.get('custom-field')?.find(name) ?? [], name, path, {
        isKnown: listed('custom-field') !== undefined && !unsure.includes('custom-fields'),
        none: `there is no custom field ${quoted(name)}`,
        several: `${quoted(name)} means several custom fields`,
      });
      const { type, options } = {
        ...listed('custom-field')?.get(name),
        ...loaded.organization['custom-fields']?.[name],
      };
      return found && { ...found, type, options };
    },
    findSpace(text, path, id) {
      const found = (spaces().get(id ?? text) ?? []).map((one) => ({ key: own.space(one).key, id: one }));
      if (found.length === 0 && spacesBefore().has(id ?? text)) {
        complain(path, `${quoted(text)} begins with an earlier name of its collection: write the new one`);
        return undefined;
      }
      return only(found, text, path, {
        isKnown: listed('space') !== undefined,
        none: `there is no space ${quoted(id ?? text)}; the service has no operation to create a space`,
        several: `${quoted(text)} means several spaces; write the id instead`,
      });
    },
    findPerson(text, path, id) {
      const name = nameInKey(text, id);
      const found = persons()
        .find(name)
        .map((one) => ({ key: own.person(one).key, id: one }));
      return only(found, name, path, {
        isKnown: people !== undefined,
        none: `${quoted(name)} is not a member of ${organization}; the service has no operation to invite people`,
        several: `${quoted(name)} is the e-mail of several members; write { id, role } instead`,
      });
    },
    personId(text, id) {
      const [found, ...others] = persons().find(nameInKey(text, id));
      return others.length === 0 ? found : undefined;
    },
    swaps: inSites.swaps,
  };
}

/** Indexes the ids of spaces by their ids, their titles, and `Collection/Title` with each title of the collection. */
function spacesByName(
  spaces: readonly (Titled & { readonly parent?: string | null | undefined })[],
  collectionTitles: (id: string) => readonly string[],
): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const { id, title, parent } of spaces) {
    const within = parent ? collectionTitles(parent) : [];
    const titles = title ? [title, ...within.map((collection) => `${collection}/${title}`)] : [];
    for (const name of new Set([id, ...titles])) kept(index, name, () => []).push(id);
  }
  return index;
}

/**
 * Finds the things that the titles of a file mean: those that it knows by a title at the top of their section. Kinds whose
 * lists were not read are left out. `mayLack` tells whether an id that nothing has is right.
 */
function titledIdentities(
  file: Organization,
  { organization, parts }: Snapshot,
  complain: Complain,
  mayLack: boolean,
): Map<ResourceKind, FileIdentities> {
  const identities = new Map<ResourceKind, FileIdentities>();
  for (const kind of fileKinds) {
    const { section, titled, words, rename: keyWord = 'title' } = factsOf(kind);
    const list = parts[kind]?.lists.get(organization);
    if (!titled || !list) continue;
    const present = [...list.values()].map(titled);
    const declared = Object.entries(file[section] ?? {}).map(([key, value]) => {
      const { previously } = value as Pick<DeclaredKey, 'previously'>;
      return { key, path: [section, key], previously };
    });
    identities.set(kind, identify(present, declared, { word: words[0], keyWord, complain, mayLack }));
  }
  return identities;
}

/** What the keys inside the sites of a file mean: the paths of sections, the titles of groups. */
interface SiteNames {
  /** Returns the key of a section of a site; `undefined` if the file does not have the site. */
  section(site: string, id: string): string | undefined;
  /** The same for a section group. */
  sectionGroup(site: string, id: string): string | undefined;
  /** Returns whether a site of the file has a section with this path already. */
  hasSection(siteKey: string, path: string): boolean;
  /** Returns the key of the group that a section names. Complains and returns `undefined` if there is none, or several. */
  findGroup(siteKey: string, text: string, path: Path): string | undefined;
  readonly swaps: readonly Swap[];
}

interface SiteNamesOptions {
  /** Returns the id of the site for a key of the file; `undefined` for a site to be made. */
  readonly siteId: (key: string) => string | undefined;
  readonly complain: Complain;
  readonly isPending: (swap: Swap) => boolean;
  /** Whether the file may name groups that the service does not have. */
  readonly mayLack: boolean;
}

/** Finds out what the keys inside the sites of a file mean. Lists that were not read are left alone. */
function siteNames(
  { sites = {} }: Organization,
  { parts }: Snapshot,
  { siteId, complain, isPending, mayLack }: SiteNamesOptions,
): SiteNames {
  const swaps: Swap[] = [];
  const sections = new Map<string, FileIdentities>();
  const groups = new Map<string, FileIdentities>();
  const ids = new Map<string, string>();
  for (const [key, site] of Object.entries(sites)) {
    const id = siteId(key);
    if (id !== undefined) ids.set(id, key);
    /** Returns the things of a list of this site; `undefined` if it was not read. */
    const listed = <Item>(lists: ReadonlyMap<string, ReadonlyMap<string, Item>> | undefined) => {
      if (id === undefined) return [];
      const list = lists?.get(id);
      return list && [...list.values()];
    };
    const presentSections = listed(parts.section?.lists)?.map((one) => ({ id: one.id, title: one.path }));
    if (presentSections) {
      const declared = (site.sections ?? []).map(({ path, previously }, at) => {
        return { key: path, previously, path: ['sites', key, 'sections', at] };
      });
      const found = identify(presentSections, declared, {
        word: 'section',
        complain,
        parse: (path) => ({ title: path }),
        isStillToSwap: (keys) => isPending({ in: key, keys }),
      });
      sections.set(key, found);
      swaps.push(...found.swaps.map((keys): Swap => ({ in: key, keys })));
    }
    const presentGroups = listed(parts['section-group']?.lists);
    if (presentGroups) {
      const declared = (site['section-groups'] ?? []).map(({ title, previously }, at) => {
        return { key: title, previously, path: ['sites', key, 'section-groups', at] };
      });
      groups.set(key, identify(presentGroups, declared, { word: 'section group', complain, mayLack }));
    }
  }
  const within = (of: Map<string, FileIdentities>, site: string) => of.get(ids.get(site) ?? '');
  return {
    section: (site, id) => within(sections, site)?.keyOf(id),
    sectionGroup: (site, id) => within(groups, site)?.keyOf(id),
    hasSection: (siteKey, path) => sections.get(siteKey)?.idOf(path) !== undefined,
    findGroup(siteKey, text, path) {
      const identities = groups.get(siteKey);
      if (!identities) return text;
      const [only, ...others] = identities.find(text);
      if (only && others.length === 0) return only.key;
      if (!only && mayLack) return text;
      complain(
        path,
        only ? `${quoted(text)} means several section groups` : `the site has no group ${quoted(text)}`,
      );
      return undefined;
    },
    swaps,
  };
}
