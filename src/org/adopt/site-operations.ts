import type { Difference } from '../difference.ts';
import type { Organization, Path } from '../organization.ts';
import type { Compared } from '../plan/compare-sections.ts';
import { childrenOf } from '../sections/children.ts';
import { sites as exportedSites, siteValue } from '../sections/sites.ts';
import { type DesiredState, keyText } from '../thing.ts';
import type { FileOperation, ListItem } from './operations.ts';

type Site = NonNullable<Organization['sites']>[string];
type ListKind = 'section-group' | 'section' | 'site-space';

/** Returns whether a difference is one of the order, or of what is in a list of a site. */
export function isOfSiteList({ kind, action }: Difference): boolean {
  return (
    ['section-group', 'section', 'site-space'].includes(kind) && action !== 'update' && action !== 'rename'
  );
}

/** Returns the operations that make the lists of sites complete, and bring them into the order of the service. */
export function siteOperations(organization: Organization, compared: Compared): FileOperation[] {
  const differences = compared.differences.filter(isOfSiteList);
  const names = new Set(differences.map(({ key }) => key[0] ?? ''));
  return [...names].flatMap((name) => {
    const site = organization.sites?.[name];
    return site ? operationsOf(name, site, compared, differences) : [];
  });
}

function operationsOf(
  name: string,
  site: Site,
  compared: Compared,
  differences: readonly Difference[],
): FileOperation[] {
  const path = ['sites', name];
  const present = (kind: ListKind, above: readonly string[]) => childrenOf(compared.present, kind)(above);
  const declared = (kind: ListKind, above: readonly string[]) => childrenOf(compared.declared, kind)(above);
  const isTouched = (kind: ListKind, above: readonly string[]) =>
    differences.some(
      (one) => one.kind === kind && placesOf(one).some((key) => keyText(key) === keyText(above)),
    );
  const listOf = (kind: ListKind, above: readonly string[], place: Path): FileOperation[] =>
    isTouched(kind, above)
      ? [
          {
            kind: 'list',
            path: place,
            items: itemsOf(present(kind, above), declared(kind, above), compared, name),
          },
        ]
      : [];
  const groups = site['section-groups'] ? listOf('section-group', [name], [...path, 'section-groups']) : [];
  const sections = present('section', [name]);
  const alone = present('site-space', [name, '']);
  const hasSections = sections.length > 0;
  if (site.sections && !hasSections && alone.length > 0)
    return [...groups, ...otherList(path, 'sections', 'spaces', name, compared)];
  if (site.spaces && hasSections)
    return [...groups, ...otherList(path, 'spaces', 'sections', name, compared)];
  if (site.spaces) return [...groups, ...listOf('site-space', [name, ''], [...path, 'spaces'])];
  const inner = declared('section', [name]).flatMap((section) => {
    const at = section.path?.at(-1) as number;
    const place = [...path, 'sections', at, 'spaces'];
    return site.sections?.[at]?.spaces ? listOf('site-space', section.key, place) : [];
  });
  return [...groups, ...inner, ...listOf('section', [name], [...path, 'sections'])];
}

/** Returns the keys above the lists that a difference is about: of a move, both. */
function placesOf({ key, present, declared }: Difference): (readonly string[])[] {
  return [key, present?.key ?? key, declared?.key ?? key].map((one) => one.slice(0, -1));
}

/** A site has either sections or spaces of its own. */
function otherList(
  path: Path,
  old: 'sections' | 'spaces',
  list: 'sections' | 'spaces',
  name: string,
  compared: Compared,
): FileOperation[] {
  const value = exportedSite(name, compared)[list];
  return [
    { kind: 'cut', path: [...path, old] },
    { kind: 'set', path: [...path, list], value },
  ];
}

function exportedSite(name: string, { present }: Compared): Site {
  const own = present.filter(({ key }) => key[0] === name);
  return (exportedSites.exported(own) as NonNullable<Organization['sites']>)[name] ?? {};
}

/** Returns the items of a list in the order of the service: those of the file, and new ones as an export has them. */
function itemsOf(
  present: readonly DesiredState[],
  declared: readonly DesiredState[],
  compared: Compared,
  site: string,
): ListItem[] {
  const places = new Map(declared.map(({ key, path = [] }) => [keyText(key), path.at(-1) as number]));
  return present.map((thing): ListItem => {
    const from = places.get(keyText(thing.key));
    if (from !== undefined) return { from };
    if (thing.kind !== 'section') return { value: siteValue(thing) };
    const section = exportedSite(site, compared).sections?.find(({ path }) => path === thing.fields.path);
    return { value: section };
  });
}
