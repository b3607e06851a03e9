import { check } from '../../api/contract/check.ts';
import { firstOf } from '../../domain/people.ts';
import { nearest } from '../../text/near.ts';
import { quoted } from '../../text/quoted.ts';
import { type Organization, type SectionName, titleSchemas } from './schema.ts';
import { kindOfSection } from './section-names.ts';
import type { LoadedFile } from './side-files.ts';

/** Called with a problem and its path in the file. */
export type Complain = (path: readonly (string | number)[], message: string) => void;

/** A title, and the id if several things have the title: `Docs (team_docs)`. */
export interface KeyName {
  readonly title: string;
  readonly id?: string;
}

/** Stands behind a title that looks like one with an id: `Docs (v_2) ()`. */
const noId = ' ()';

/** Parses a key of the file: a title, alone, with an id behind it, or with empty parentheses if it looks like the second. */
export function keyName(key: string): KeyName {
  const [, title = '', id] = /^(?:(.+) )?\(([\w-]+_[\w-]+)\)$/s.exec(key) ?? [];
  if (id !== undefined) return { title, id };
  const start = key.endsWith(noId) ? key.slice(0, -noId.length) : '';
  // Behind any other title, these signs belong to the title.
  return { title: looksLikeKey(start) ? start : key };
}

/** Returns the key of a thing whose title is enough. */
export function keyOfTitle(title: string): string {
  return looksLikeKey(title) ? `${title}${noId}` : title;
}

/** Tells whether a title would have another meaning as a key. */
function looksLikeKey(title: string): boolean {
  return /^(?:.+ )?\([\w-]+_[\w-]+\)(?: \(\))*$/s.test(title);
}

/** Returns the key of a thing whose title is not enough. */
export function keyWithId(title: string, id: string): string {
  return title === '' ? `(${id})` : `${title} (${id})`;
}

/** The kinds that `keep` and `ignore` accept. */
export const patternKinds: readonly string[] = [...Object.values(kindOfSection), 'section', 'section-group'];

/** Returns whether a pattern such as `team:okta-*` matches a thing. Case matters in titles, but not in e-mails. */
export function matches(pattern: string, kind: string, name: string): boolean {
  const [wanted = '', ...rest] = pattern.split(':');
  if (wanted !== kind) return false;
  const parts = rest
    .join(':')
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, kind === 'member' ? 'is' : 's').test(name);
}

/** Checks titles, patterns and earlier names. */
export function checkNames({ organization }: LoadedFile, complain: Complain): void {
  for (const list of ['keep', 'ignore'] as const) {
    for (const [at, pattern] of (organization[list] ?? []).entries()) {
      const kind = pattern.split(':')[0] ?? '';
      if (!patternKinds.includes(kind))
        complain([list, at], `${quoted(kind)} is no kind; kinds are ${patternKinds.join(', ')}`);
      else complainOfNearName(organization, pattern, [list, at], complain);
    }
  }
  for (const [section, kind] of Object.entries(kindOfSection) as [SectionName, string][]) {
    // People have no titles and no earlier names, and there may be very many.
    if (section === 'members' && !organization.ignore) continue;
    const things = (organization[section] ?? {}) as Record<string, { previously?: readonly string[] }>;
    for (const name of Object.keys(things)) {
      checkTitle(section, [section, name], complain);
      const pattern = organization.ignore?.find((one) => matches(one, kind, keyName(name).title));
      if (pattern !== undefined)
        complain([section, name], `is managed elsewhere: "ignore" lists ${quoted(pattern)}`);
    }
    if (section !== 'members') checkPrevious(things, [section], complain);
  }
}

/** Complains about a pattern that means nothing in the file, where a name in the file differs by little. */
function complainOfNearName(
  organization: Organization,
  pattern: string,
  path: readonly (string | number)[],
  complain: Complain,
): void {
  const [kind = ''] = pattern.split(':', 1);
  const names = namesIn(organization, kind);
  if (names.some((name) => matches(pattern, kind, name))) return;
  const near = nearName(pattern, kind, names);
  if (near === undefined) return;
  const message = `${quoted(pattern)} means nothing in this file, which has ${quoted(near)}: write ${quoted(`${kind}:${near}`)}`;
  complain(path, message);
}

/** Returns the name that a pattern probably means: it differs by case, accents, or a letter or two, not by a number. */
export function nearName(pattern: string, kind: string, names: readonly string[]): string | undefined {
  const text = pattern.slice(kind.length + 1);
  const plain = (one: string) => one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const withoutDigits = (one: string) => one.replace(/\d+/g, '#');
  const same = names.find((name) => matches(`${kind}:${plain(text)}`, kind, plain(name)));
  // The addresses of two people often differ by a letter.
  if (same !== undefined || text.includes('*') || kind === 'member') return same;
  return nearest(text, names).find((name) => withoutDigits(name) !== withoutDigits(text));
}

/** Returns the names in a file by which a pattern may mean a thing of a kind: titles, and paths of keys or titles. */
function namesIn({ collections, sites = {}, ...others }: Organization, kind: string): string[] {
  const keys: string[][] = [];
  if (kind === 'collection') addCollections(collections, [], keys);
  else if (kind === 'section' || kind === 'section-group') {
    for (const [site, { sections = [], 'section-groups': groups = [] }] of Object.entries(sites)) {
      const own = kind === 'section' ? sections.map(({ path }) => path) : groups.map(({ title }) => title);
      keys.push(...own.map((name) => [site, name]));
    }
  } else {
    const [section] = Object.entries(kindOfSection).find(([, own]) => own === kind) ?? [];
    const things = { ...others, sites }[section as Exclude<SectionName, 'collections'>] ?? {};
    keys.push(...Object.keys(things).map((name) => [name]));
  }
  return keys.flatMap((key) => {
    const titles = key.map((one) => keyName(one).title);
    return [...new Set([titles.at(-1) ?? '', key.join('/'), titles.join('/')])];
  });
}

function addCollections(
  collections: Organization['collections'] = {},
  above: readonly string[],
  keys: string[][],
): void {
  for (const [title, { collections: inner }] of Object.entries(collections)) {
    keys.push([...above, title]);
    addCollections(inner, [...above, title], keys);
  }
}

function checkTitle(section: SectionName, path: [string, string], complain: Complain): void {
  if (!(section in titleSchemas)) return;
  const schema = titleSchemas[section as keyof typeof titleSchemas];
  for (const { message } of check(schema, keyName(path[1]).title).problems)
    complain(path, `its name ${message}`);
}

type Renamed = Readonly<Record<string, { readonly previously?: readonly string[] | undefined }>>;

/**
 * Checks the earlier names of things in one list: none may be a present name, and none may be claimed twice. Paths may be
 * exchanged, titles may not.
 */
export function checkPrevious(
  things: Renamed,
  path: readonly (string | number)[],
  complain: Complain,
  { arePaths = false } = {},
): void {
  const claimed = new Map<string, string>();
  const exchanging = arePaths
    ? circlesOf(Object.entries(things).map(([name, { previously }]) => [name, previously]))
    : refuseExchanges(things, path, complain);
  for (const [name, { previously = [] }] of Object.entries(things)) {
    for (const [at, earlier] of previously.entries()) {
      const place = [...path, name, 'previously', at];
      const other = claimed.get(earlier);
      if (earlier === name) complain(place, 'is the name of today');
      else if (other !== undefined) complain(place, `is an earlier name of ${quoted(other)}, too`);
      else if (Object.hasOwn(things, earlier) && !exchanging.get(keyName(name).title)?.includes(earlier))
        complain(
          place,
          `${quoted(earlier)} is declared as well: a rename leaves no thing of the earlier name`,
        );
      claimed.set(earlier, name);
    }
  }
}

/**
 * Complains about titles that exchange their names: nothing would say whether it is done already. Earlier names are paths
 * that begin with `prefix`. Returns the circle of each title.
 */
export function refuseExchanges(
  things: Renamed,
  path: readonly (string | number)[],
  complain: Complain,
  prefix = '',
): ReadonlyMap<string, readonly string[]> {
  const titles = new Map(Object.keys(things).map((name) => [keyName(name).title, name]));
  const circles = circlesOf(
    Object.entries(things).map(([name, { previously }]) => [
      keyName(name).title,
      previously?.map((one) =>
        one.startsWith(prefix) ? keyName(one.slice(prefix.length)).title : undefined,
      ),
    ]),
  );
  for (const circle of new Set(circles.values()))
    complain([...path, titles.get(circle[0] as string) as string], exchangeText(circle));
  return circles;
}

/** Says that titles exchange their names, and the two steps that do it. */
export function exchangeText(titles: readonly string[]): string {
  const first = titles[0] as string;
  return (
    `${firstOf(titles.map(quoted), titles.length)} exchange their names, which takes two steps: ` +
    `rename ${quoted(first)} to a name that nothing has, and apply; then write the new names with the ids behind them, ` +
    `such as ${quoted(keyWithId(first, 'id'))}, and apply again`
  );
}

/**
 * Finds the names that things of one list exchange: each has the one before it as an earlier name, and the first one has the
 * last. Returns the circle of each of these names, which begins with the first name in the alphabet.
 */
export function circlesOf(
  named: Iterable<readonly [name: string, earlier: readonly (string | undefined)[] | undefined]>,
): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string>();
  for (const [name, earlier = []] of named)
    for (const one of earlier) if (one !== undefined && !next.has(one)) next.set(one, name);
  const circles = new Map<string, readonly string[]>();
  for (const start of next.keys()) {
    const met = new Set<string>();
    for (let at: string | undefined = start; at !== undefined && !met.has(at); at = next.get(at)) met.add(at);
    const circle = [...met];
    if (circle.length < 2 || next.get(circle.at(-1) as string) !== start || circles.has(start)) continue;
    const first = circle.indexOf(circle.toSorted()[0] as string);
    const turned = [...circle.slice(first), ...circle.slice(0, first)];
    for (const name of circle) circles.set(name, turned);
  }
  return circles;
}

/** Returns whether the file lists everything of a section, so that a name that it does not list is wrong. */
export function isManagedInFull({ managed }: Organization, section: SectionName): boolean {
  return managed?.[section] === 'full';
}
