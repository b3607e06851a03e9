import type { Snapshot } from '../../model/read/snapshot.ts';
import { quoted } from '../../text/quoted.ts';
import type { Complain, Organization, Path } from '../organization.ts';
import type { Swap } from '../sections/names.ts';
import { type FileIdentities, identify } from './identities.ts';

/** What the keys inside the sites of a file mean: the paths of sections, the titles of groups. */
export interface SiteNames {
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

export interface SiteNamesOptions {
  /** Returns the id of the site for a key of the file; `undefined` for a site to be made. */
  readonly siteId: (key: string) => string | undefined;
  readonly complain: Complain;
  readonly isPending: (swap: Swap) => boolean;
  /** Whether the file may name groups that the service does not have. */
  readonly mayLack: boolean;
}

/** Finds out what the keys inside the sites of a file mean. Lists that were not read are left alone. */
export function siteNames(
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
