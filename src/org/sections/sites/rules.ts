import { check } from '../../../api/contract/check.ts';
import { quoted } from '../../../text/words.ts';
import { checkPrevious } from '../../earlier-names.ts';
import { keyName } from '../../key-names.ts';
import type { Complain, Path } from '../../organization.ts';
import { refuseCredentials } from '../fields.ts';
import { GroupTitle, type SiteEntry, type SiteSectionEntry, type SiteSpaceEntry } from './declared.ts';

/** Checks one site: the references between its sections, groups and spaces. */
export function checkSite(site: SiteEntry, path: Path, complain: Complain): void {
  const { sections, spaces, 'section-groups': groups, proxy } = site;
  refuseCredentials(proxy, [...path, 'proxy'], complain);
  if (sections && spaces) complain([...path, 'spaces'], 'a site with sections has its spaces in them');
  if (spaces) checkSpaces(spaces, [...path, 'spaces'], complain);
  if (groups) {
    const titles = groups.map(({ title }) => title);
    onceEach(titles, (at) =>
      complain([...path, 'section-groups', at, 'title'], `${quoted(titles[at])} is there twice`),
    );
    for (const [at, title] of titles.entries())
      for (const { message } of check(GroupTitle, keyName(title).title).problems)
        complain([...path, 'section-groups', at, 'title'], message);
    checkPrevious(byName(groups, 'title'), [...path, 'section-groups'], complain);
  }
  if (sections)
    checkSections(
      sections,
      groups?.map(({ title }) => title),
      [...path, 'sections'],
      complain,
    );
}

function checkSections(
  sections: readonly SiteSectionEntry[],
  groups: readonly string[] | undefined,
  path: Path,
  complain: Complain,
): void {
  const paths = sections.map((section) => section.path);
  onceEach(paths, (at) => complain([...path, at, 'path'], `${quoted(paths[at])} is there twice`));
  checkPrevious(byName(sections, 'path'), path, complain, { arePaths: true });
  oneDefault(sections, path, complain);
  const published = new Set<string>();
  for (const [at, { group, spaces }] of sections.entries()) {
    if (group !== undefined && groups && !groups.includes(group))
      complain([...path, at, 'group'], `${quoted(group)} is not in "section-groups" of the site`);
    if (spaces) checkSpaces(spaces, [...path, at, 'spaces'], complain, published);
  }
}

/** A site has a space only once, whatever section it is in: `published` are those of the sections before. */
function checkSpaces(
  spaces: readonly SiteSpaceEntry[],
  path: Path,
  complain: Complain,
  published = new Set<string>(),
): void {
  for (const [at, { space }] of spaces.entries()) {
    if (published.has(space)) complain([...path, at, 'space'], `${quoted(space)} is there twice`);
    published.add(space);
  }
  const paths = spaces.map((space) => space.path);
  onceEach(paths, (at) => complain([...path, at, 'path'], `${quoted(paths[at])} is there twice`));
  oneDefault(spaces, path, complain);
}

/** Calls `repeated` with the index of each value that an earlier one equals. */
function onceEach(values: readonly (string | undefined)[], repeated: (at: number) => void): void {
  for (const [at, value] of values.entries())
    if (value !== undefined && values.indexOf(value) < at) repeated(at);
}

function oneDefault(
  things: readonly { readonly default?: boolean | undefined }[],
  path: Path,
  complain: Complain,
): void {
  const [, ...more] = [...things.entries()].filter(([, thing]) => thing.default);
  for (const [at] of more) complain([...path, at, 'default'], 'another one is the default already');
}

function byName<Thing, Key extends keyof Thing>(things: readonly Thing[], key: Key): Record<string, Thing> {
  return Object.fromEntries(things.map((thing) => [String(thing[key]), thing]));
}
